{{- /* Refuses when .crd is not in the cluster, is of an older chart, or does not serve .version. */ -}}
{{- define "harbour-lights-operator.preflight.crd" }}
{{- $crd := lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" .crd }}
{{- if not $crd }}
{{- fail (include "harbour-lights-operator.preflight.missingCrd" .) }}
{{- end }}
{{- $live := dict "root" .root "crd" .crd "version" .version "object" $crd }}
{{- $origin := include "harbour-lights-operator.preflight.origin" $live }}
{{- if eq $origin "older" }}
{{- fail (include "harbour-lights-operator.preflight.olderCrd" $live) }}
{{- end }}
{{- if eq $origin "unknown" }}
{{- $served := false }}
{{- range $crd.spec.versions }}
{{- if and (eq .name $.version) .served }}{{ $served = true }}{{ end }}
{{- end }}
{{- if not $served }}
{{- fail (include "harbour-lights-operator.preflight.otherCrd" (set $live "lacks" (printf "version %s" .version))) }}
{{- end }}
{{- end }}
{{- end }}

{{- /* current, older, or unknown for a CRD that the chart harbour-lights-crd did not install. */ -}}
{{- define "harbour-lights-operator.preflight.origin" }}
{{- $label := dig "metadata" "labels" "helm.sh/chart" "" .object }}
{{- $version := trimPrefix "harbour-lights-crd-" $label | replace "_" "+" }}
{{- if eq $label (printf "harbour-lights-crd-%s" .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-") }}current
{{- else if or (not (hasPrefix "harbour-lights-crd-" $label)) (ge (len $label) 62) }}unknown
{{- else if not (regexMatch "^[0-9]+[.][0-9]+[.][0-9]+([-+][0-9A-Za-z.+-]+)?$" $version) }}unknown
{{- else if lt ((semver $version).Compare (semver .root.Chart.Version)) 0 }}older
{{- else }}current
{{- end }}
{{- end }}

{{- define "harbour-lights-operator.preflight.missingCrd" }}

The CustomResourceDefinition {{ .crd }} is not in the cluster. It is in the chart harbour-lights-crd, which comes first:

  helm upgrade --install harbour-lights-crd ./harbour-lights-crd --namespace {{ .root.Release.Namespace }} --create-namespace

To go on without this check: --set preflight.enabled=false
{{ end }}

{{- define "harbour-lights-operator.preflight.olderCrd" }}
{{- $annotations := dig "metadata" "annotations" dict .object }}
{{- $release := get $annotations "meta.helm.sh/release-name" | default "harbour-lights-crd" }}
{{- $namespace := get $annotations "meta.helm.sh/release-namespace" | default .root.Release.Namespace }}

The CustomResourceDefinition {{ .crd }} in the cluster is of {{ get .object.metadata.labels "helm.sh/chart" }}, older than this chart
({{ .root.Chart.Version }}). Fields that it does not know would be dropped without a word. Upgrade it first:

  helm upgrade --install {{ $release }} ./harbour-lights-crd --namespace {{ $namespace }} --reset-then-reuse-values

To go on without this check: --set preflight.enabled=false
{{ end }}

{{- define "harbour-lights-operator.preflight.otherCrd" }}
{{- $annotations := dig "metadata" "annotations" dict .object }}

The CustomResourceDefinition {{ .crd }} in the cluster is not the one that this chart is made for:
it does not have {{ .lacks }}, and what it does not have is dropped without a word.
{{- with get $annotations "meta.helm.sh/release-name" }}
It belongs to the Helm release "{{ . }}" in namespace "{{ get $annotations "meta.helm.sh/release-namespace" }}".
{{- end }}
Put the one of the chart harbour-lights-crd in its place:

  helm upgrade --install harbour-lights-crd ./harbour-lights-crd --namespace {{ .root.Release.Namespace }} --create-namespace --take-ownership

Helm 4 also needs --force-conflicts. To go on without this check: --set preflight.enabled=false
{{ end }}

{{- /* Refuses when the cluster does not serve .api. */ -}}
{{- define "harbour-lights-operator.preflight.api" }}
{{- if not (.root.Capabilities.APIVersions.Has .api) }}
{{- fail (include "harbour-lights-operator.preflight.missingApi" .) }}
{{- end }}
{{- end }}

{{- define "harbour-lights-operator.preflight.missingApi" }}

The cluster does not serve {{ .api }}, which comes with {{ .provider }}. Install that first
{{- with .off }}, or leave out what needs it:

  --set {{ . }}
{{- else }}.{{ end }}

To go on without this check: --set preflight.enabled=false
{{ end }}
