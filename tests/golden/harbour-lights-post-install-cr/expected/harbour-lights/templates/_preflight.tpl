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
