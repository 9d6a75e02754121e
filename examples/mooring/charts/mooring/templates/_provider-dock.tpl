{{/*
The variables without which the provider dock does not work: settings, then secrets.
*/}}
{{- define "mooring.provider.dock.required.settings" -}}
DOCK_BASIN DOCK_NAME
{{- end -}}

{{- define "mooring.provider.dock.required.secrets" -}}

{{- end -}}
