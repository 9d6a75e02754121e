{{- /* Refuses when .crd is not in the cluster, is of an older chart, or does not serve .version. */ -}}
{{- define "harbour-lights-cr.preflight.crd" }}
{{- $crd := lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" .crd }}
{{- if not $crd }}
{{- fail (include "harbour-lights-cr.preflight.missingCrd" .) }}
{{- end }}
{{- $live := dict "root" .root "crd" .crd "version" .version "object" $crd }}
{{- $origin := include "harbour-lights-cr.preflight.origin" $live }}
{{- if eq $origin "older" }}
{{- fail (include "harbour-lights-cr.preflight.olderCrd" $live) }}
{{- end }}
{{- if eq $origin "unknown" }}
{{- $served := false }}
{{- range $crd.spec.versions }}
{{- if and (eq .name $.version) .served }}{{ $served = true }}{{ end }}
{{- end }}
{{- if not $served }}
{{- fail (include "harbour-lights-cr.preflight.otherCrd" (set $live "lacks" (printf "version %s" .version))) }}
{{- end }}
{{- end }}
{{- end }}

{{- define "harbour-lights-cr.preflight.origin" }}unknown{{ end }}

{{- define "harbour-lights-cr.preflight.missingCrd" }}

The CustomResourceDefinition {{ .crd }} is not in the cluster. It is in the chart harbour-lights-crd, which comes first:

  helm upgrade --install harbour-lights-crd ./harbour-lights-crd --namespace {{ .root.Release.Namespace }} --create-namespace

To go on without this check: --set preflight.enabled=false
{{ end }}

{{- define "harbour-lights-cr.preflight.olderCrd" }}
{{- $annotations := dig "metadata" "annotations" dict .object }}
{{- $release := get $annotations "meta.helm.sh/release-name" | default "harbour-lights-crd" }}
{{- $namespace := get $annotations "meta.helm.sh/release-namespace" | default .root.Release.Namespace }}

The CustomResourceDefinition {{ .crd }} in the cluster is of {{ get .object.metadata.labels "helm.sh/chart" }}, older than this chart
({{ .root.Chart.Version }}). Fields that it does not know would be dropped without a word. Upgrade it first:

  helm upgrade --install {{ $release }} ./harbour-lights-crd --namespace {{ $namespace }} --reset-then-reuse-values

To go on without this check: --set preflight.enabled=false
{{ end }}

{{- define "harbour-lights-cr.preflight.otherCrd" }}
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

{{- /* Refuses when a CRD of unknown origin lacks a field that .fields set. */ -}}
{{- define "harbour-lights-cr.preflight.customResource" }}
{{- $crd := lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" .crd }}
{{- $live := dict "root" .root "crd" .crd "version" .version "object" $crd }}
{{- $drops := not (dig "spec" "preserveUnknownFields" false $crd) }}
{{- if and $drops (eq (include "harbour-lights-cr.preflight.origin" $live) "unknown") }}
{{- range $crd.spec.versions }}
{{- if eq .name $.version }}
{{- $schema := dig "schema" "openAPIV3Schema" dict . }}
{{- $unknown := include "harbour-lights-cr.preflight.unknownFields" (dict "path" "" "value" $.fields "schema" $schema) | trim }}
{{- if $unknown }}
{{- fail (include "harbour-lights-cr.preflight.otherCrd" (set $live "lacks" ($unknown | replace "\n" ", "))) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- /* The fields of .value that .schema does not have, each on a line; null and what is empty are not rendered. */ -}}
{{- define "harbour-lights-cr.preflight.unknownFields" }}
{{- $known := dig "properties" dict .schema }}
{{- if kindIs "slice" .value }}
{{- range $index, $item := .value }}
{{- include "harbour-lights-cr.preflight.unknownFields" (dict "path" (printf "%s[%d]" $.path $index) "value" $item "schema" (dig "items" dict $.schema)) }}
{{- end }}
{{- else if and (kindIs "map" .value) $known }}
{{- $open := index .schema "x-kubernetes-preserve-unknown-fields" }}
{{- range $key, $field := .value }}
{{- $path := printf "%s.%s" $.path $key | trimPrefix "." }}
{{- if hasKey $known $key }}
{{- include "harbour-lights-cr.preflight.unknownFields" (dict "path" $path "value" $field "schema" (get $known $key)) }}
{{- else if not (or $open (and (empty $field) (has (kindOf $field) (list "invalid" "map" "slice")))) }}
{{ $path }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
