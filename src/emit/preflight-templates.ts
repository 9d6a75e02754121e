// templates/_preflight.tpl: the named templates of the preflight, as Go template text. They hold no word of the source but the
// charts' names; what they look for comes as arguments.
import type { ChartFacts } from "./chart-facts.ts";

/** The named templates that preflight.yaml calls. */
export type PreflightTemplate = "crd" | "customResource" | "ownCrd" | "api";

/** The comment at the head of preflight.yaml. */
export const preflightHeader: string = `{{- /*
Looks at the cluster before an install or upgrade and refuses what would go wrong later without a word. It renders
no object. Where Helm has no cluster at hand (helm template, helm lint, --dry-run=client, Argo CD) it looks at
nothing; preflight.enabled=false switches it off.
*/ -}}`;

/** The comment where nothing of the cluster is looked at. */
export const requirementsHeader: string = `{{- /*
Refuses a provider whose required settings are not set, and renders no object; preflight.enabled=false switches it off.
*/ -}}`;

/** The full name of a named template: `kubevirt.preflight.crd`. */
export function preflightName(chart: string, template: string): string {
  return `${chart}.preflight.${template}`;
}

/** The text of _preflight.tpl: the templates that are `used`, with those that they use themselves. */
export function preflightTemplates(
  { chart, crdChart }: ChartFacts,
  used: ReadonlySet<PreflightTemplate>,
): string {
  const name = (template: string) => preflightName(chart.name, template);
  const texts = [
    ...(crdChart && used.has("crd")
      ? [crdTemplates(name, crdChart.name, chart.role !== "custom-resource")]
      : []),
    ...(crdChart && used.has("customResource") ? [customResourceTemplates(name)] : []),
    ...(used.has("ownCrd") ? [ownCrdTemplate(name, chart.name)] : []),
    ...(used.has("api") ? [apiTemplate(name)] : []),
  ];
  return `${texts.join("\n\n")}\n`;
}

type Name = (template: string) => string;

const switchOff = "To go on without this check: --set preflight.enabled=false";

/**
 * The label `helm.sh/chart` has at most 63 characters: one that may be cut short tells no version. Versions are
 * compared as such, since a constraint such as <1.9.0 does not match 1.9.0-rc.1.
 */
function crdTemplates(name: Name, crdChart: string, isSameVersion: boolean): string {
  return `{{- /* Refuses when .crd is not in the cluster, is of an older chart, or does not serve .version. */ -}}
{{- define "${name("crd")}" }}
{{- $crd := lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" .crd }}
{{- if not $crd }}
{{- fail (include "${name("missingCrd")}" .) }}
{{- end }}
{{- $live := dict "root" .root "crd" .crd "version" .version "object" $crd }}
{{- $origin := include "${name("origin")}" $live }}
{{- if eq $origin "older" }}
{{- fail (include "${name("olderCrd")}" $live) }}
{{- end }}
{{- if eq $origin "unknown" }}
{{- $served := false }}
{{- range $crd.spec.versions }}
{{- if and (eq .name $.version) .served }}{{ $served = true }}{{ end }}
{{- end }}
{{- if not $served }}
{{- fail (include "${name("otherCrd")}" (set $live "lacks" (printf "version %s" .version))) }}
{{- end }}
{{- end }}
{{- end }}

${isSameVersion ? originTemplate(name, crdChart) : anyOriginTemplate(name)}

{{- define "${name("missingCrd")}" }}

The CustomResourceDefinition {{ .crd }} is not in the cluster. It is in the chart ${crdChart}, which comes first:

  helm upgrade --install ${crdChart} ./${crdChart} --namespace {{ .root.Release.Namespace }} --create-namespace

${switchOff}
{{ end }}

{{- define "${name("olderCrd")}" }}
{{- $annotations := dig "metadata" "annotations" dict .object }}
{{- $release := get $annotations "meta.helm.sh/release-name" | default "${crdChart}" }}
{{- $namespace := get $annotations "meta.helm.sh/release-namespace" | default .root.Release.Namespace }}

The CustomResourceDefinition {{ .crd }} in the cluster is of {{ get .object.metadata.labels "helm.sh/chart" }}, older than this chart
({{ .root.Chart.Version }}). Fields that it does not know would be dropped without a word. Upgrade it first:

  helm upgrade --install {{ $release }} ./${crdChart} --namespace {{ $namespace }} --reset-then-reuse-values

${switchOff}
{{ end }}

{{- define "${name("otherCrd")}" }}
{{- $annotations := dig "metadata" "annotations" dict .object }}

The CustomResourceDefinition {{ .crd }} in the cluster is not the one that this chart is made for:
it does not have {{ .lacks }}, and what it does not have is dropped without a word.
{{- with get $annotations "meta.helm.sh/release-name" }}
It belongs to the Helm release "{{ . }}" in namespace "{{ get $annotations "meta.helm.sh/release-namespace" }}".
{{- end }}
Put the one of the chart ${crdChart} in its place:

  helm upgrade --install ${crdChart} ./${crdChart} --namespace {{ .root.Release.Namespace }} --create-namespace --take-ownership

Helm 4 also needs --force-conflicts. ${switchOff}
{{ end }}`;
}

function originTemplate(name: Name, crdChart: string): string {
  return `{{- /* current, older, or unknown for a CRD that the chart ${crdChart} did not install. */ -}}
{{- define "${name("origin")}" }}
{{- $label := dig "metadata" "labels" "helm.sh/chart" "" .object }}
{{- $version := trimPrefix "${crdChart}-" $label | replace "_" "+" }}
{{- if eq $label (printf "${crdChart}-%s" .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-") }}current
{{- else if or (not (hasPrefix "${crdChart}-" $label)) (ge (len $label) 62) }}unknown
{{- else if not (regexMatch "^[0-9]+[.][0-9]+[.][0-9]+([-+][0-9A-Za-z.+-]+)?$" $version) }}unknown
{{- else if lt ((semver $version).Compare (semver .root.Chart.Version)) 0 }}older
{{- else }}current
{{- end }}
{{- end }}`;
}

/** The charts of operator and CR have versions of their own: only what the CRD holds counts. */
function anyOriginTemplate(name: Name): string {
  return `{{- define "${name("origin")}" }}unknown{{ end }}`;
}

function customResourceTemplates(name: Name): string {
  return `{{- /* Refuses when a CRD of unknown origin lacks a field that .fields set. */ -}}
{{- define "${name("customResource")}" }}
{{- $crd := lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" .crd }}
{{- $live := dict "root" .root "crd" .crd "version" .version "object" $crd }}
{{- $drops := not (dig "spec" "preserveUnknownFields" false $crd) }}
{{- if and $drops (eq (include "${name("origin")}" $live) "unknown") }}
{{- range $crd.spec.versions }}
{{- if eq .name $.version }}
{{- $schema := dig "schema" "openAPIV3Schema" dict . }}
{{- $unknown := include "${name("unknownFields")}" (dict "path" "" "value" $.fields "schema" $schema) | trim }}
{{- if $unknown }}
{{- fail (include "${name("otherCrd")}" (set $live "lacks" ($unknown | replace "\\n" ", "))) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- /* The fields of .value that .schema does not have, each on a line; null and what is empty are not rendered. */ -}}
{{- define "${name("unknownFields")}" }}
{{- $known := dig "properties" dict .schema }}
{{- if kindIs "slice" .value }}
{{- range $index, $item := .value }}
{{- include "${name("unknownFields")}" (dict "path" (printf "%s[%d]" $.path $index) "value" $item "schema" (dig "items" dict $.schema)) }}
{{- end }}
{{- else if and (kindIs "map" .value) $known }}
{{- $open := index .schema "x-kubernetes-preserve-unknown-fields" }}
{{- range $key, $field := .value }}
{{- $path := printf "%s.%s" $.path $key | trimPrefix "." }}
{{- if hasKey $known $key }}
{{- include "${name("unknownFields")}" (dict "path" $path "value" $field "schema" (get $known $key)) }}
{{- else if not (or $open (and (empty $field) (has (kindOf $field) (list "invalid" "map" "slice")))) }}
{{ $path }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}`;
}

function ownCrdTemplate(name: Name, chart: string): string {
  return `{{- /* Refuses to create a .kind before this chart has brought its CRD: Helm finds all kinds before it creates one. */ -}}
{{- define "${name("ownCrd")}" }}
{{- if not (lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" .crd) }}
{{- fail (include "${name("twoSteps")}" .) }}
{{- end }}
{{- end }}

{{- define "${name("twoSteps")}" }}
{{- $command := printf "%s ./${chart} --namespace %s --reset-then-reuse-values --set %s" .root.Release.Name .root.Release.Namespace .create }}

The {{ .kind }} cannot be created in the step that installs its CustomResourceDefinition {{ .crd }}. Take two:

  helm upgrade --install {{ $command }}=false
  helm upgrade {{ $command }}=true

${switchOff}
{{ end }}`;
}

function apiTemplate(name: Name): string {
  return `{{- /* Refuses when the cluster does not serve .api. */ -}}
{{- define "${name("api")}" }}
{{- if not (.root.Capabilities.APIVersions.Has .api) }}
{{- fail (include "${name("missingApi")}" .) }}
{{- end }}
{{- end }}

{{- define "${name("missingApi")}" }}

The cluster does not serve {{ .api }}, which comes with {{ .provider }}. Install that first
{{- with .off }}, or leave out what needs it:

  --set {{ . }}
{{- else }}.{{ end }}

${switchOff}
{{ end }}`;
}
