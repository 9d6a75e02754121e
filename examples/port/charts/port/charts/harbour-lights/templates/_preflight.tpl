{{- /* Refuses to create a .kind before this chart has brought its CRD: Helm finds all kinds before it creates one. */ -}}
{{- define "harbour-lights.preflight.ownCrd" }}
{{- if not (lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" .crd) }}
{{- fail (include "harbour-lights.preflight.twoSteps" .) }}
{{- end }}
{{- end }}

{{- define "harbour-lights.preflight.twoSteps" }}
{{- $command := printf "%s ./harbour-lights --namespace %s --reset-then-reuse-values --set %s" .root.Release.Name .root.Release.Namespace .create }}

The {{ .kind }} cannot be created in the step that installs its CustomResourceDefinition {{ .crd }}. Take two:

  helm upgrade --install {{ $command }}=false
  helm upgrade {{ $command }}=true

To go on without this check: --set preflight.enabled=false
{{ end }}

{{- /* Refuses when the cluster does not serve .api. */ -}}
{{- define "harbour-lights.preflight.api" }}
{{- if not (.root.Capabilities.APIVersions.Has .api) }}
{{- fail (include "harbour-lights.preflight.missingApi" .) }}
{{- end }}
{{- end }}

{{- define "harbour-lights.preflight.missingApi" }}

The cluster does not serve {{ .api }}, which comes with {{ .provider }}. Install that first
{{- with .off }}, or leave out what needs it:

  --set {{ . }}
{{- else }}.{{ end }}

To go on without this check: --set preflight.enabled=false
{{ end }}
