// `templates/_aliases.tpl`: other names of values. What somebody sets under one of them is put to the value itself, before
// any template of the chart reads that.
import {
  call,
  dot,
  type Expression,
  type Fragment,
  include,
  literal,
  root,
  text,
  value,
} from "./expression.ts";
import { escapeText, printExpression, printTemplate } from "./print.ts";

/** Another name of a value. */
export interface ValueAlias {
  readonly path: readonly string[];
  /** The value that it sets, as people write it. */
  readonly name: string;
  /** The map that holds the value, and its key there. */
  readonly holder: readonly string[];
  readonly key: string;
  /** Keys inside the value, down to what is set. */
  readonly inside: readonly Expression[];
  /** A map with what values.yaml has under `key`; empty where it has nothing. */
  readonly defaults: Expression;
  /** What it sets, by what it is given. */
  readonly choices?: Expression;
  /** Whether the value is an image in its parts: the alias may be one text. */
  readonly isImage?: boolean;
  /** Of a path that an earlier version had: since when it is called otherwise, and when it fails; without that, it does. */
  readonly moved?: { readonly since: string; readonly failsFrom?: string };
}

/** The path of the file in its chart. */
export const aliasesPath = "templates/_aliases.tpl";

/** The first line of each template of a chart with aliases. */
export function aliasesFirst(chart: string): string {
  return `{{- ${printExpression(include(`${chart}.aliases`, dot))} -}}\n`;
}

/** The text of the file. */
export function printAliases(chart: string, aliases: readonly ValueAlias[]): string {
  const hasImages = aliases.some(({ isImage }) => isImage);
  const blocks = [
    `{{/*
Puts what is set under other names of values to the values themselves, once for all templates.
*/}}
{{- define "${chart}.aliases" -}}
{{- if not (hasKey . "aliasesAreSet") }}
{{- $_ := set . "aliasesAreSet" true }}${aliases.map((alias) => printTemplate(applied(chart, alias))).join("")}
{{- end }}
{{- end -}}`,
    aliasHelper(chart),
    ...(aliases.some(({ moved }) => moved?.failsFrom) ? [movedHelper(chart)] : []),
    ...(hasImages ? [imagePartsHelper(chart)] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** The call for one alias, where it is set. */
function applied(chart: string, alias: ValueAlias): readonly Fragment[] {
  const { path, name, holder, key, inside, defaults, choices, isImage, moved } = alias;
  const holders = path.slice(0, -1);
  const last = literal(path.at(-1) ?? "");
  const own = holders.length === 0 ? value() : dot;
  const set = call("get", own, last);
  const chosen = choices ? call("get", choices, call("toString", set)) : set;
  const read = isImage ? include(`${chart}.imageParts`, chosen) : undefined;
  const given = read ? call("fromJson", read) : chosen;
  const wrapped = inside.toReversed().reduce((inner, step) => call("dict", step, inner), given);
  const [firstHolder, ...deeper] = holders;
  const opened: readonly Expression[] =
    firstHolder === undefined
      ? []
      : [value(firstHolder), ...deeper.map((step) => call("get", dot, literal(step)))];
  const names = literal(escapeText(`${path.join(".")} is another name of ${name}`));
  const map: Expression = { ...value(...holder), isFromRoot: true };
  const setting = include(`${chart}.alias`, call("list", map, literal(key), wrapped, defaults, names));
  const actions = moved ? movedActions(chart, alias, moved, setting) : [setting];
  return [
    ...opened.flatMap((expression): readonly Fragment[] => [text("\n"), { kind: "with", expression }]),
    text("\n"),
    { kind: "if", expression: call("hasKey", own, last) },
    ...actions.flatMap((expression): readonly Fragment[] => [
      text("\n"),
      { kind: "output", expression, trimLeft: true },
    ]),
    ...[...opened, undefined].flatMap((): readonly Fragment[] => [text("\n"), { kind: "end" }]),
  ];
}

/** What is done where somebody sets a path that moved. */
function movedActions(
  chart: string,
  { path, name }: ValueAlias,
  { since, failsFrom }: NonNullable<ValueAlias["moved"]>,
  setting: Expression,
): readonly Expression[] {
  const words = escapeText(`${path.join(".")} is called ${name} since ${since}`);
  if (failsFrom === undefined) return [call("fail", literal(`${words}: write ${name} in your values`))];
  const told = literal(`${words}, and fails from ${failsFrom} on`);
  return [include(`${chart}.moved`, call("list", root, told)), setting];
}

function movedHelper(chart: string): string {
  return `{{/*
Notes for NOTES.txt that somebody sets a value by an old path. Takes a list: the root context, and words for it.
*/}}
{{- define "${chart}.moved" -}}
{{- $root := index . 0 }}
{{- $_ := set $root "movedValues" (append (get $root "movedValues" | default list) (index . 1)) }}
{{- end -}}`;
}

/** What NOTES.txt of a chart ends with whose values moved. */
export const movedNotes = `{{- with get . "movedValues" }}

These values are set by an old path, which still works:
{{ range . }}
  {{ . }}
{{- end }}
{{- end }}
`;

function aliasHelper(chart: string): string {
  return `{{/*
Sets a value by its other name; maps are merged. Takes a list: the map that holds the value, its key, what is set under
the other name, a map with the default under the same key, and words for the two names.
*/}}
{{- define "${chart}.alias" -}}
{{- $map := index . 0 }}
{{- $key := index . 1 }}
{{- $given := index . 2 }}
{{- $defaults := index . 3 | default dict }}
{{- $names := index . 4 }}
{{- $own := get $map $key }}
{{- $default := get $defaults $key }}
{{- if and (kindIs "map" $given) (kindIs "map" $own) }}
{{- range $inner, $value := $given }}
{{- include "${chart}.alias" (list $own $inner $value (kindIs "map" $default | ternary $default dict) $names) }}
{{- end }}
{{- else if and (not (hasKey $defaults $key)) (eq (toJson $given) "\\"\\"") }}
{{- else if and (hasKey $map $key) (ne (toJson $own) (toJson $given)) (ne (toJson $own) (toJson $default)) }}
{{- fail (printf "%s, and the two are set to different values (%s): set one of them" $names $key) }}
{{- else if kindIs "invalid" $given }}
{{- $_ := unset $map $key }}
{{- else }}
{{- $_ := set $map $key $given }}
{{- end }}
{{- end -}}`;
}

/** https://pkg.go.dev/github.com/distribution/reference: what stands before the first slash is a host if it looks like one. */
function imagePartsHelper(chart: string): string {
  return `{{/*
An image in its parts, as JSON. Takes its reference as one text; a map is in parts already.
*/}}
{{- define "${chart}.imageParts" -}}
{{- if eq (toString .) "" }}
{{- dict | toJson }}
{{- else if kindIs "string" . }}
{{- $name := splitn "@" 2 . }}
{{- $tag := regexFind ":[^:/]*$" $name._0 }}
{{- $path := trimSuffix $tag $name._0 }}
{{- $host := regexFind "^(localhost|[^/]*[.:][^/]*)/" $path }}
{{- dict "registry" (trimSuffix "/" $host) "repository" (trimPrefix $host $path) "tag" (trimPrefix ":" $tag) "digest" ($name._1 | default "") | toJson }}
{{- else }}
{{- toJson . }}
{{- end }}
{{- end -}}`;
}
