// `_helpers.tpl`: the named templates that a chart's other templates include. Written as Go template text,
// with the chart's name in front of every template's name, since names are shared by all charts of a release.
import { applyNameHelper } from "./apply-job.ts";
import { type CustomResourceFacts, printCustomResourceHelpers } from "./custom-resource-helpers.ts";
import { value } from "./expression.ts";
import { type GitopsFacts, printGitopsHelpers } from "./gitops-helpers.ts";
import { escapeText, printExpression } from "./print.ts";
import { printProviderHelpers } from "./provider-parts.ts";
import { type ProviderFacts, printSettingsHelpers } from "./provider-settings.ts";
import { testNameHelper } from "./release-test.ts";
import { uninstallNameHelper } from "./uninstall-job.ts";

/** The named templates that a chart can have. */
export type HelperName =
  | "chart"
  | "namespace"
  | "labels"
  | "annotations"
  | "crdAnnotations"
  | "customResourceAnnotations"
  | "image"
  | "env"
  | "extraEnv"
  | "block"
  | "texts"
  | "customResource";

/** The full name of a named template: `kubevirt.labels`. */
export function helperName(chart: string, helper: HelperName): string {
  return `${chart}.${helper}`;
}

/** The template that gives the name of a service account or a Secret; `path` is where its values stand. */
export function nameHelper(chart: string, path: readonly string[]): string {
  return `${chart}.${path.join(".")}Name`;
}

/** An object that the chart holds unless a value names one that exists. */
export interface NamedValues {
  readonly path: readonly string[];
  readonly name: string;
  /** `service account`, as error messages say it. */
  readonly kind: string;
}

/** What the named templates of one chart depend on. */
export interface HelperFacts {
  readonly chart: string;
  /** Recommended labels beside `helm.sh/chart` and `managed-by` that no object of the source sets itself. */
  readonly labels: readonly { readonly key: string; readonly template: string }[];
  /** Label and annotation keys of the source's objects: `commonLabels` and `commonAnnotations` leave them be. */
  readonly ownLabels: readonly string[];
  readonly ownAnnotations: readonly string[];
  readonly names: readonly NamedValues[];
  readonly hasObjects: boolean;
  /** Whether any object says which namespace it is in. */
  readonly hasNamespace: boolean;
  readonly hasImages: boolean;
  readonly hasEnvironment: boolean;
  /** Whether values hold what a ConfigMap or a Secret holds. */
  readonly hasTexts: boolean;
  readonly hasUninstall: boolean;
  /** Whether a Job applies the CRs. */
  readonly hasApply: boolean;
  /** Which objects have annotations for Argo CD. */
  readonly gitops: GitopsFacts;
  readonly hasTest: boolean;
  /** Undefined for a chart without providers to choose from. */
  readonly providers: ProviderFacts | undefined;
  /** The providers that each have a file of named templates; none in a chart that was not made of overlays. */
  readonly overlays: readonly string[];
  /** Undefined for a chart without CRs. */
  readonly customResources: CustomResourceFacts | undefined;
}

/** The text of `_helpers.tpl`. */
export function printHelpers(facts: HelperFacts): string {
  const { chart } = facts;
  const blocks = [
    chartHelper(chart),
    namespaceHelper(facts),
    ...(facts.hasObjects ? [labelHelpers(facts)] : []),
    ...printGitopsHelpers(chart, facts.gitops),
    ...facts.names.map((named) => existingNameHelper(chart, named)),
    ...(facts.hasImages ? [imageHelper(chart)] : []),
    ...(facts.hasEnvironment ? [environmentHelpers(chart)] : []),
    ...(facts.hasObjects || facts.hasEnvironment || facts.customResources ? [blockHelper(chart)] : []),
    ...(facts.hasApply ? [applyNameHelper(chart)] : []),
    ...(facts.hasTexts ? [textsHelper(chart)] : []),
    ...(facts.providers ? printSettingsHelpers(facts.providers) : []),
    ...(facts.hasUninstall ? [uninstallNameHelper(chart)] : []),
    ...(facts.hasTest ? [testNameHelper(chart)] : []),
    ...(facts.overlays.length > 0 ? [printProviderHelpers(chart, facts.overlays)] : []),
    ...(facts.customResources ? [printCustomResourceHelpers(chart, facts.customResources)] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function chartHelper(chart: string): string {
  return `{{/*
The chart's name and version as a label value.
*/}}
{{- define "${chart}.chart" -}}
{{- printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" -}}
{{- end -}}`;
}

function namespaceHelper({ chart, hasNamespace }: HelperFacts): string {
  const namespace = hasNamespace
    ? ".Values.namespaceOverride | default .Release.Namespace"
    : ".Release.Namespace";
  return `{{/*
The operator's namespace: the release's${hasNamespace ? ", unless a value says otherwise" : ""}.
*/}}
{{- define "${chart}.namespace" -}}
{{- ${namespace} -}}
{{- end -}}`;
}

function labelHelpers({ chart, labels, ownLabels, ownAnnotations }: HelperFacts): string {
  const extra = labels.map(({ key, template }) => `${key}: ${template}\n`).join("");
  return `{{/*
Labels of every object. Labels that the operator sets itself cannot be changed by commonLabels.
*/}}
{{- define "${chart}.labels" -}}
helm.sh/chart: {{ include "${chart}.chart" . | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
${extra}{{- with ${omit(".Values.commonLabels", [...ownLabels, "helm.sh/chart", "app.kubernetes.io/managed-by", ...labels.map(({ key }) => key)])} }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Annotations of every object. Annotations that the operator sets itself cannot be changed.
*/}}
{{- define "${chart}.annotations" -}}
{{- with ${omit(".Values.commonAnnotations", ownAnnotations)} }}
{{- include "${chart}.block" . }}
{{- end }}
{{- end -}}`;
}

function omit(map: string, keys: readonly string[]): string {
  return `omit (${map} | default dict) ${keys.map((key) => JSON.stringify(key)).join(" ")}`.trimEnd();
}

function existingNameHelper(chart: string, { path, name, kind }: NamedValues): string {
  const at = (key: string) => printExpression(value(...path, key));
  const place = path.join(".");
  return `{{/*
The name of the ${kind} "${escapeText(name)}", or of the existing one used in its place.
*/}}
{{- define "${nameHelper(chart, path)}" -}}
{{- if ${at("create")} -}}
{{- ${at("name")} | default ${JSON.stringify(name)} -}}
{{- else -}}
{{- required "${place}.name must name an existing ${kind} when ${place}.create is false" ${at("name")} -}}
{{- end -}}
{{- end -}}`;
}

/**
 * In quotes, which carry every text byte for byte; toYaml would fold long lines and lose blank ones at the end. Helm
 * takes the text "<no value>" out of all that it renders, so it is written with an escape.
 */
function textsHelper(chart: string): string {
  return `{{/*
Texts by key, as lines of YAML; a null is left out. Takes a dict: "texts", and "encoded" for base64.
*/}}
{{- define "${chart}.texts" -}}
{{- $encoded := .encoded -}}
{{- $lines := list -}}
{{- range $key, $text := .texts -}}
{{- if not (kindIs "invalid" $text) -}}
{{- $text = include "${chart}.settingText" (list $key $text) -}}
{{- if $encoded -}}{{- $text = b64enc $text -}}{{- end -}}
{{- $lines = append $lines (printf "%s: %s" ($key | quote) ($text | quote | replace "<no value>" "\\\\u003cno value>")) -}}
{{- end -}}
{{- end -}}
{{- join "\\n" $lines -}}
{{- end -}}

{{/*
The text of a setting. A number of a values file is a float64, which loses the digits of larger integers; one of --set is
not. Takes a list: the setting's name, and what is given for it.
*/}}
{{- define "${chart}.settingText" -}}
{{- $number := last . -}}
{{- if kindIs "float64" $number -}}
{{- if or (gt $number 9007199254740991.0) (lt $number -9007199254740991.0) -}}
{{- fail (printf "%s: the number arrives as %s, since Helm keeps no more digits of it: write it in quotes, or give it with --set-string" (first .) (toJson $number)) -}}
{{- end -}}
{{- toJson $number -}}
{{- else -}}
{{- toString $number -}}
{{- end -}}
{{- end -}}`;
}

function imageHelper(chart: string): string {
  return `{{/*
An image reference. Takes a dict: "image" (registry, repository, tag, digest), "global", and "hostInPath" where the source's
own repository begins like a host. Any other one that does brings its own registry. global.imageRegistry takes the place of
either; docker.io, where implied, has its images in library/.
*/}}
{{- define "${chart}.image" -}}
{{- $image := .image | default dict -}}
{{- $repository := required "an image needs a repository" $image.repository | toString -}}
{{- $registry := $image.registry | default "" -}}
{{- if not .hostInPath -}}
{{- with regexFind "^(localhost|[^/]*[.:][^/]*)/" $repository -}}
{{- $registry = . -}}
{{- $repository = trimPrefix . $repository -}}
{{- end -}}
{{- end -}}
{{- with (.global | default dict).imageRegistry -}}
{{- if and (not $registry) (not (contains "/" $repository)) -}}
{{- $repository = printf "library/%s" $repository -}}
{{- end -}}
{{- $registry = . -}}
{{- end -}}
{{- with $registry -}}{{ trimSuffix "/" . }}/{{- end -}}
{{- $repository -}}
{{- with $image.tag -}}:{{ kindIs "float64" . | ternary (toJson .) (toString .) }}{{- end -}}
{{- with $image.digest -}}@{{ . }}{{- end -}}
{{- end -}}`;
}

function environmentHelpers(chart: string): string {
  return `{{/*
Environment variables by name, in the order given. Takes a list: the map of variables, then the names.
A plain value becomes a string; a map is taken as it is, such as valueFrom; a name that is not there is left out.
*/}}
{{- define "${chart}.env" -}}
{{- $env := first . | default dict -}}
{{- $variables := list -}}
{{- range $name := rest . -}}
{{- $variable := get $env $name -}}
{{- if kindIs "map" $variable -}}
{{- if hasKey $variable "value" -}}{{- $variable = omit $variable "valueFrom" -}}{{- end -}}
{{- $variables = append $variables (merge (dict "name" $name) $variable) -}}
{{- else if and (hasKey $env $name) (not (kindIs "invalid" $variable)) -}}
{{- $value := kindIs "float64" $variable | ternary (toJson $variable) (toString $variable) -}}
{{- $variables = append $variables (dict "name" $name "value" $value) -}}
{{- end -}}
{{- end -}}
{{- with $variables -}}{{- include "${chart}.block" . -}}{{- end -}}
{{- end -}}

{{/*
The variables that the operator does not set itself. Takes a list: the map of variables, then the operator's names.
*/}}
{{- define "${chart}.extraEnv" -}}
{{- $env := first . | default dict -}}
{{- $names := list -}}
{{- range $name := keys $env | sortAlpha -}}
{{- if not (has $name (rest $)) -}}{{- $names = append $names $name -}}{{- end -}}
{{- end -}}
{{- include "${chart}.env" (prepend $names $env) -}}
{{- end -}}`;
}

function blockHelper(chart: string): string {
  return `{{/*
A map or a list as lines of YAML. What Helm would change there (line breaks at the end of a manifest, the text "no value"
in angle brackets) is written as JSON.
*/}}
{{- define "${chart}.block" -}}
{{- $yaml := toYaml . -}}
{{- $isList := kindIs "slice" . -}}
{{- $whole := printf "%s\\n" $yaml -}}
{{- $kept := trim $yaml -}}
{{- $same := true -}}
{{- if $isList -}}
{{- $same = eq (fromYamlArray $whole | toJson) (fromYamlArray $kept | toJson) -}}
{{- else -}}
{{- $same = eq (fromYaml $whole | toJson) (fromYaml $kept | toJson) -}}
{{- end -}}
{{- if or (contains "<no value>" $yaml) (not $same) -}}
{{- $lines := list -}}
{{- range $key, $value := . -}}
{{- $sign := $isList | ternary "-" (printf "%s:" (toJson $key)) -}}
{{- $lines = append $lines (printf "%s %s" $sign (toJson $value)) -}}
{{- end -}}
{{- $yaml = join "\\n" $lines -}}
{{- end -}}
{{- $yaml -}}
{{- end -}}`;
}
