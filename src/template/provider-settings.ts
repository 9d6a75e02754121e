// Named templates of a chart for several providers: the settings of the one that is chosen, the names of its Secrets,
// the checksum that restarts Pods. They read `.Values.provider` and nothing else says which provider it is.
import { value } from "./expression.ts";
import { printFileMounts } from "./file-mounts.ts";
import { escapeText, printExpression } from "./print.ts";

/** What the named templates depend on. */
export interface ProviderFacts {
  readonly chart: string;
  readonly names: readonly string[];
  /** The key of the ConfigMap that holds the provider's name. */
  readonly variable: string | undefined;
  /** Whether a provider has settings in its own file: those that name the namespace. */
  readonly hasOwnTexts: boolean;
  readonly secrets: readonly ProviderSecretFacts[];
}

export interface ProviderSecretFacts {
  readonly name: string;
  /** The key below `secrets` that names an existing one. */
  readonly existing: string;
  /** Whether a Pod names it. */
  readonly isUsed: boolean;
  /** Keys of `providerSecrets.<provider>` that hold files of another Secret, for the one of secret settings. */
  readonly fileKeys: readonly string[];
  /** Undefined for the Secret of secret settings. */
  readonly files:
    | {
        readonly providers: readonly string[] | undefined;
        readonly path: readonly string[];
        readonly keys: readonly {
          readonly key: string;
          readonly value: string;
          /** Whether the value is the file in base64. */
          readonly isEncoded: boolean;
        }[];
        readonly mountPath: string | undefined;
      }
    | undefined;
}

/** The template with the name of a Secret, for the Pods that use it; empty where an existing one is to be used and none is named. */
export function secretNameHelper(chart: string, secret: string): string {
  return `${chart}.secretName.${secret}`;
}

/** The template with the entries of `data` of a Secret. */
export function secretDataHelper(chart: string, secret: string): string {
  return `${chart}.secretData.${secret}`;
}

/** The template with the variables that a provider must have set, divided by blanks. */
export function requiredHelper(chart: string, provider: string, kind: "settings" | "secrets"): string {
  return `${chart}.provider.${provider}.required.${kind}`;
}

/** The template that refuses a provider without its required settings. */
export function requireSettings(chart: string): string {
  return `${chart}.requireSettings`;
}

/** The template with the checksum over what the ConfigMap and the Secrets hold. */
export function settingsChecksum(chart: string): string {
  return `${chart}.settingsChecksum`;
}

/** The text of the templates, for `_helpers.tpl`. */
export function printSettingsHelpers(facts: ProviderFacts): readonly string[] {
  return [
    settingsHelper(facts),
    ...facts.secrets.flatMap((secret) => [
      ...(secret.isUsed ? [nameHelper(facts.chart, secret)] : []),
      secret.files
        ? filesHelper(facts.chart, secret, secret.files)
        : secretSettingsHelper(facts.chart, secret),
    ]),
    ...printFileMounts(facts),
    checksumHelper(facts),
    requirementsHelper(facts),
  ];
}

/** A list and a map have the forms that the flag packages of Go read: https://pkg.go.dev/github.com/spf13/pflag */
function settingsHelper({ chart, variable, names, hasOwnTexts }: ProviderFacts): string {
  const own = hasOwnTexts
    ? `{{- if has .Values.provider (list ${names.map((name) => JSON.stringify(name)).join(" ")}) -}}
{{- range $key, $text := include (printf "${ownSettingsHelper(chart, "%s")}" .Values.provider) . | fromYaml -}}
{{- $_ := set $texts $key $text -}}
{{- end -}}
{{- end -}}
`
    : "";
  const first = variable === undefined ? "dict" : `dict ${JSON.stringify(variable)} .Values.provider`;
  return `{{/*
What the ConfigMap holds: the settings of the provider, as lines of YAML. A list is written a,b and a map k=v,k=v.
*/}}
{{- define "${chart}.settings" -}}
{{- $texts := ${first} -}}
${own}{{- range $key, $setting := get (.Values.providerConfigs | default dict) .Values.provider | default dict -}}
{{- $items := list -}}
{{- if kindIs "map" $setting -}}
{{- range $name := keys $setting | sortAlpha -}}
{{- $item := get $setting $name -}}
{{- $items = append $items (printf "%s=%s" $name (include "${chart}.settingText" (list $key $item))) -}}
{{- end -}}
{{- else if kindIs "slice" $setting -}}
{{- range $item := $setting -}}
{{- $items = append $items (include "${chart}.settingText" (list $key $item)) -}}
{{- end -}}
{{- end -}}
{{- $_ := set $texts $key (or (kindIs "map" $setting) (kindIs "slice" $setting) | ternary (join "," $items) $setting) -}}
{{- end -}}
{{- include "${chart}.texts" (dict "texts" $texts) -}}
{{- end -}}`;
}

function nameHelper(chart: string, { name, existing, files }: ProviderSecretFacts): string {
  // What a Pod mounts may be missing; without its variables it would start and do nothing.
  const otherwise = files ? ` | default ${JSON.stringify(name)}` : "";
  return `{{/*
The name of the Secret "${escapeText(name)}", or of the existing one that takes its place.
*/}}
{{- define "${secretNameHelper(chart, name)}" -}}
{{- if eq .Values.secrets.mode "reference" -}}
{{- .Values.secrets.${existing}${otherwise} -}}
{{- else -}}
${escapeText(name)}
{{- end -}}
{{- end -}}`;
}

const providerSecrets = "get (.Values.providerSecrets | default dict) .Values.provider | default dict";

function secretSettingsHelper(chart: string, { name, fileKeys }: ProviderSecretFacts): string {
  const omitted = fileKeys.map((key) => ` ${JSON.stringify(key)}`).join("");
  const texts = fileKeys.length === 0 ? `(${providerSecrets})` : `(omit (${providerSecrets})${omitted})`;
  return `{{/*
What the Secret "${escapeText(name)}" holds: the secret settings of the provider.
*/}}
{{- define "${secretDataHelper(chart, name)}" -}}
{{- include "${chart}.texts" (dict "texts" ${texts} "encoded" true) -}}
{{- end -}}`;
}

function filesHelper(
  chart: string,
  { name }: ProviderSecretFacts,
  { providers, path, keys }: NonNullable<ProviderSecretFacts["files"]>,
): string {
  const given = providers ? providerSecrets : `${printExpression(value(...path))} | default dict`;
  const place = providers ? "providerSecrets.<provider>" : path.join(".");
  const lines = keys.map(({ key, value: from, isEncoded }) => {
    const file = isEncoded ? "(b64dec $text)" : ".";
    const decoded = isEncoded
      ? `{{ $text := nospace . }}{{ if ne $text (b64enc (b64dec $text)) }}{{ fail "${place}.${from} must be the file in base64" }}{{ end }}`
      : "";
    return `{{- with get $given ${JSON.stringify(from)} }}${decoded}{{ $_ := set $files ${JSON.stringify(key)} ${file} }}{{ end -}}`;
  });
  return `{{/*
What the Secret "${escapeText(name)}" holds: files, byte for byte.
*/}}
{{- define "${secretDataHelper(chart, name)}" -}}
{{- $given := ${given} -}}
{{- $files := dict -}}
${lines.join("\n")}
{{- include "${chart}.texts" (dict "texts" $files "encoded" true) -}}
{{- end -}}`;
}

/** Made of `data` alone, so that neither labels nor the order of keys count. */
function checksumHelper({ chart, secrets }: ProviderFacts): string {
  const held = secrets.map(
    ({ name }) => `{{- $held = append $held (include "${secretDataHelper(chart, name)}" . | fromYaml) -}}`,
  );
  return `{{/*
Changes with what the ConfigMap and the Secrets hold, and with nothing else: Pods are restarted then.
*/}}
{{- define "${settingsChecksum(chart)}" -}}
{{- $held := list (include "${chart}.settings" . | fromYaml) -}}
${held.length === 0 ? "" : `{{- if eq .Values.secrets.mode "create" -}}\n${held.join("\n")}\n{{- end -}}\n`}{{- toJson $held | sha256sum -}}
{{- end -}}`;
}

function requirementsHelper({ chart, names, secrets }: ProviderFacts): string {
  const main = secrets.find(({ files }) => !files);
  const known = names.map((name) => JSON.stringify(name)).join(" ");
  return `{{/*
Refuses what the provider cannot work without; the schema says the same first, unless it is switched off.
*/}}
{{- define "${requireSettings(chart)}" -}}
{{- $provider := .Values.provider -}}
{{- if not (has $provider (list ${known})) -}}
{{- fail (printf "provider: %s; it is one of ${names.join(", ")}" (empty $provider | ternary "none is chosen" (printf "there is no %q" (toString $provider)))) -}}
{{- end -}}
${secrets.length === 0 ? "" : modeRequirement}${requirement(chart, "settings", "providerConfigs")}${main ? secretRequirement(chart, main) : ""}
{{- end -}}`;
}

function requirement(chart: string, kind: "settings" | "secrets", section: string): string {
  return `{{- $given := get (.Values.${section} | default dict) $provider | default dict -}}
{{- range $name := splitList " " (include (printf "${requiredHelper(chart, "%s", kind)}" $provider) dict) -}}
{{- $setting := get $given $name -}}
{{- if and $name (or (kindIs "invalid" $setting) (has (toString $setting) (list "" "[]" "map[]"))) -}}
{{- fail (printf "${section}.%s.%s must be set for the provider %s: --set-string ${section}.%s.%s=..." $provider $name $provider $provider $name) -}}
{{- end -}}
{{- end -}}`;
}

/** The schema takes null, which takes the default away: no Secret would be rendered then. */
const modeRequirement = `{{- if not (has .Values.secrets.mode (list "create" "reference" "external")) -}}
{{- fail "secrets.mode must be create, reference or external" -}}
{{- end -}}
`;

function secretRequirement(chart: string, { existing }: ProviderSecretFacts): string {
  return `
{{- if eq .Values.secrets.mode "create" -}}
${requirement(chart, "secrets", "providerSecrets")}
{{- else if eq .Values.secrets.mode "reference" -}}
{{- $names := include (printf "${requiredHelper(chart, "%s", "secrets")}" $provider) dict -}}
{{- if and $names (not .Values.secrets.${existing}) -}}
{{- fail (printf "secrets.${existing} must name the Secret with %s for the provider %s" $names $provider) -}}
{{- end -}}
{{- end -}}`;
}

/** The template with the settings of a provider that name the namespace, as lines of YAML. */
function ownSettingsHelper(chart: string, provider: string): string {
  return `${chart}.provider.${provider}.settings`;
}

/** The template with the settings that name the namespace: a value takes the place of each, null included. */
export function printOwnSettings(
  chart: string,
  provider: string,
  texts: readonly (readonly [key: string, pieces: readonly string[]])[],
): string {
  const quote = (text: string) => escapeText(JSON.stringify(text).slice(1, -1));
  const lines = texts.map(
    ([key, pieces]) =>
      `\n"${quote(key)}": "${pieces.map(quote).join(`{{ include "${chart}.namespace" . }}`)}"`,
  );
  return `{{/*
The settings of the provider ${provider} that name the namespace of the release.
*/}}
{{- define "${ownSettingsHelper(chart, provider)}" -}}${lines.join("")}
{{- end -}}
`;
}

/** The text of a provider's own file of named templates. */
export function printRequirements(
  chart: string,
  provider: string,
  required: Readonly<Record<"settings" | "secrets", readonly string[]>>,
): string {
  const define = (kind: "settings" | "secrets") => `{{- define "${requiredHelper(chart, provider, kind)}" -}}
${required[kind].join(" ")}
{{- end -}}`;
  return `{{/*
The variables without which the provider ${provider} does not work: settings, then secrets.
*/}}
${define("settings")}

${define("secrets")}
`;
}
