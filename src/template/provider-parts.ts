// `templates/_provider-<name>.tpl`: what a chart has for one provider alone, and the named templates of the chart that
// find it. Nothing outside of a provider's own file names it, so that a change for one touches no other.
import { call, dot, type Expression, type Fragment, include, literal, text, value } from "./expression.ts";
import { escapeText, printExpression, printTemplate } from "./print.ts";

/** What a provider has at a place of a template. */
export interface ProviderPart {
  readonly name: string;
  /** Undefined where it is enough to know that the provider has it: the text stands in the template. */
  readonly lines?: readonly (readonly Fragment[])[];
}

/** The default of a value for one provider; `given` is an expression for it. */
export interface ProviderDefault {
  readonly path: readonly string[];
  readonly given: Expression;
}

/** What a chart has for one provider alone. */
export interface ProviderPartial {
  readonly provider: string;
  readonly defaults: readonly ProviderDefault[];
  readonly parts: readonly ProviderPart[];
}

/** The lines that the chosen provider has under `part`, each behind a line break. */
export function providerPart(chart: string, part: string): Expression {
  return include(`${chart}.providerPart`, call("list", dot, literal(part)));
}

/** Whether the chosen provider has `part`. */
export function hasProviderPart(chart: string, part: string): Expression {
  return include(`${chart}.hasProviderPart`, call("list", dot, literal(part)));
}

/** Whether `provider` is the chosen one. */
export function isProvider(provider: string): Expression {
  return call("eq", value("provider"), literal(provider));
}

/** Gives the values that depend on the provider their defaults: once, for all templates that are rendered. */
export function providerValues(chart: string): Expression {
  return include(`${chart}.providerValues`, dot);
}

/** The path of a provider's file in its chart. */
export function partialPath(provider: string): string {
  return `templates/_provider-${provider}.tpl`;
}

/** The named templates that look into the file of the chosen provider, one of `names`. */
export function printProviderHelpers(chart: string, names: readonly string[]): string {
  const chosen = (file: string, root: string) =>
    `include (printf "${chart}.provider.%s.${file}" (include "${chart}.provider" ${root})`;
  const known = names.map((name) => JSON.stringify(name)).join(" ");
  return `{{/*
The chosen provider; its file is to be there.
*/}}
{{- define "${chart}.provider" -}}
{{- if not (has .Values.provider (list ${known})) }}
{{- fail (printf "provider: %s; it is one of ${names.join(", ")}" (empty .Values.provider | ternary "none is chosen" (printf "there is no %q" (toString .Values.provider)))) }}
{{- end }}
{{- .Values.provider }}
{{- end -}}

{{/*
What the chosen provider has at a place of a template. It is given a list: the root context, and the name of the place.
*/}}
{{- define "${chart}.providerPart" -}}
{{- if include "${chart}.hasProviderPart" . }}
{{- $root := first . }}
{{- include "${chart}.providerValues" $root }}
{{- ${chosen("%s", "$root")} (last .)) $root }}
{{- end }}
{{- end -}}

{{/*
Whether the chosen provider has anything there.
*/}}
{{- define "${chart}.hasProviderPart" -}}
{{- $root := first . }}
{{- if has (last .) (${chosen("parts", "$root")}) $root | fromYamlArray) }}true{{ end }}
{{- end -}}

{{/*
Gives the values that the chosen provider has defaults for these defaults, once for all templates.
*/}}
{{- define "${chart}.providerValues" -}}
{{- if not (hasKey . "providerValuesAreSet") }}
{{- $_ := set . "providerValuesAreSet" true }}
{{- ${chosen("values", ".")}) . }}
{{- end }}
{{- end -}}

{{/*
Gives one value its default, as Helm does: maps are merged, and null takes the default away. It is given a list: the
map that holds the value, its key, and the default.
*/}}
{{- define "${chart}.providerValue" -}}
{{- $map := index . 0 }}
{{- $key := index . 1 }}
{{- $default := index . 2 }}
{{- if not (hasKey $map $key) }}
{{- $_ := set $map $key $default }}
{{- else if kindIs "invalid" (get $map $key) }}
{{- $_ := unset $map $key }}
{{- else if and (kindIs "map" $default) (kindIs "map" (get $map $key)) }}
{{- range $inner, $value := $default }}
{{- include "${chart}.providerValue" (list (get $map $key) $inner $value) }}
{{- end }}
{{- end }}
{{- end -}}`;
}

/** The text of a provider's file. */
export function printProviderPartial(chart: string, { provider, defaults, parts }: ProviderPartial): string {
  const define = (name: string, body: string) =>
    `{{- define "${escapeText(`${chart}.provider.${provider}.${name}`)}" ${body}\n{{- end }}`;
  const values = defaults.map(({ path, given }) => {
    const holder = value(...path.slice(0, -1));
    const call_ = include(`${chart}.providerValue`, call("list", holder, literal(path.at(-1) ?? ""), given));
    return `\n{{- ${printExpression(call_)} }}`;
  });
  const names = parts.length === 0 ? "\n[]" : parts.map(({ name }) => `\n- ${name}`).join("");
  const blocks = [
    `{{/*\nWhat the chart has for the provider ${provider} alone.\n*/}}`,
    define("values", `-}}${values.join("")}`),
    define("parts", `-}}${names}`),
    ...parts.flatMap(({ name, lines }) =>
      lines ? [define(name, `}}${printTemplate(lines.flatMap((line) => [text("\n"), ...line]))}`)] : [],
    ),
  ];
  return `${blocks.join("\n\n")}\n`;
}
