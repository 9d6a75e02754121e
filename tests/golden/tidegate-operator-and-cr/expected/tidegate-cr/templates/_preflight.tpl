{{- /* Refuses when .crd is not in the cluster, is of an older chart, or does not serve .version. */ -}}
{{- define "tidegate-cr.preflight.crd" }}
{{- $crd := lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" .crd }}
{{- if not $crd }}
{{- fail (include "tidegate-cr.preflight.missingCrd" .) }}
{{- end }}
{{- $live := dict "root" .root "crd" .crd "version" .version "object" $crd }}
{{- $origin := include "tidegate-cr.preflight.origin" $live }}
{{- if eq $origin "older" }}
{{- fail (include "tidegate-cr.preflight.olderCrd" $live) }}
{{- end }}
{{- if eq $origin "unknown" }}
{{- $served := false }}
{{- range $crd.spec.versions }}
{{- if and (eq .name $.version) .served }}{{ $served = true }}{{ end }}
{{- end }}
{{- if not $served }}
{{- fail (include "tidegate-cr.preflight.otherCrd" (set $live "lacks" (printf "version %s" .version))) }}
{{- end }}
{{- end }}
{{- end }}

{{- define "tidegate-cr.preflight.origin" }}unknown{{ end }}

{{- define "tidegate-cr.preflight.missingCrd" }}

The CustomResourceDefinition {{ .crd }} is not in the cluster. It is in the chart tidegate-operator, which comes first:

  helm upgrade --install tidegate-operator ./tidegate-operator --namespace {{ .root.Release.Namespace }} --create-namespace

To go on without this check: --set preflight.enabled=false
{{ end }}

{{- define "tidegate-cr.preflight.olderCrd" }}
{{- $annotations := dig "metadata" "annotations" dict .object }}
{{- $release := get $annotations "meta.helm.sh/release-name" | default "tidegate-operator" }}
{{- $namespace := get $annotations "meta.helm.sh/release-namespace" | default .root.Release.Namespace }}

The CustomResourceDefinition {{ .crd }} in the cluster is of {{ get .object.metadata.labels "helm.sh/chart" }}, older than this chart
({{ .root.Chart.Version }}). Fields that it does not know would be dropped without a word. Upgrade it first:

  helm upgrade --install {{ $release }} ./tidegate-operator --namespace {{ $namespace }} --reset-then-reuse-values

To go on without this check: --set preflight.enabled=false
{{ end }}

{{- define "tidegate-cr.preflight.otherCrd" }}
{{- $annotations := dig "metadata" "annotations" dict .object }}

The CustomResourceDefinition {{ .crd }} in the cluster is not the one that this chart is made for:
it does not have {{ .lacks }}, and what it does not have is dropped without a word.
{{- with get $annotations "meta.helm.sh/release-name" }}
It belongs to the Helm release "{{ . }}" in namespace "{{ get $annotations "meta.helm.sh/release-namespace" }}".
{{- end }}
Put the one of the chart tidegate-operator in its place:

  helm upgrade --install tidegate-operator ./tidegate-operator --namespace {{ .root.Release.Namespace }} --create-namespace --take-ownership

Helm 4 also needs --force-conflicts. To go on without this check: --set preflight.enabled=false
{{ end }}

{{- /* Refuses when a CRD of unknown origin lacks a field that .fields set. */ -}}
{{- define "tidegate-cr.preflight.customResource" }}
{{- $crd := lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" .crd }}
{{- $live := dict "root" .root "crd" .crd "version" .version "object" $crd }}
{{- $drops := not (dig "spec" "preserveUnknownFields" false $crd) }}
{{- if and $drops (eq (include "tidegate-cr.preflight.origin" $live) "unknown") }}
{{- range $crd.spec.versions }}
{{- if eq .name $.version }}
{{- $schema := dig "schema" "openAPIV3Schema" dict . }}
{{- $unknown := include "tidegate-cr.preflight.unknownFields" (dict "path" "" "value" $.fields "schema" $schema) | trim }}
{{- if $unknown }}
{{- fail (include "tidegate-cr.preflight.otherCrd" (set $live "lacks" ($unknown | replace "\n" ", "))) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- /* The fields of .value that .schema does not have, each on a line; null and what is empty are not rendered. */ -}}
{{- define "tidegate-cr.preflight.unknownFields" }}
{{- $known := dig "properties" dict .schema }}
{{- if kindIs "slice" .value }}
{{- range $index, $item := .value }}
{{- include "tidegate-cr.preflight.unknownFields" (dict "path" (printf "%s[%d]" $.path $index) "value" $item "schema" (dig "items" dict $.schema)) }}
{{- end }}
{{- else if and (kindIs "map" .value) $known }}
{{- $open := index .schema "x-kubernetes-preserve-unknown-fields" }}
{{- range $key, $field := .value }}
{{- $path := printf "%s.%s" $.path $key | trimPrefix "." }}
{{- if hasKey $known $key }}
{{- include "tidegate-cr.preflight.unknownFields" (dict "path" $path "value" $field "schema" (get $known $key)) }}
{{- else if not (or $open (and (empty $field) (has (kindOf $field) (list "invalid" "map" "slice")))) }}
{{ $path }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
