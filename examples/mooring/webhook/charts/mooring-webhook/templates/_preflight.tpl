{{- /* Refuses when the cluster does not serve .api. */ -}}
{{- define "mooring-webhook.preflight.api" }}
{{- if not (.root.Capabilities.APIVersions.Has .api) }}
{{- fail (include "mooring-webhook.preflight.missingApi" .) }}
{{- end }}
{{- end }}

{{- define "mooring-webhook.preflight.missingApi" }}

The cluster does not serve {{ .api }}, which comes with {{ .provider }}. Install that first
{{- with .off }}, or leave out what needs it:

  --set {{ . }}
{{- else }}.{{ end }}

To go on without this check: --set preflight.enabled=false
{{ end }}
