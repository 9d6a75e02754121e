{{- /* Refuses when the cluster does not serve .api. */ -}}
{{- define "tidegate.preflight.api" }}
{{- if not (.root.Capabilities.APIVersions.Has .api) }}
{{- fail (include "tidegate.preflight.missingApi" .) }}
{{- end }}
{{- end }}

{{- define "tidegate.preflight.missingApi" }}

The cluster does not serve {{ .api }}, which comes with {{ .provider }}. Install that first
{{- with .off }}, or leave out what needs it:

  --set {{ . }}
{{- else }}.{{ end }}

To go on without this check: --set preflight.enabled=false
{{ end }}
