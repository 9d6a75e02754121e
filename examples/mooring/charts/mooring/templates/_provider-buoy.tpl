{{/*
The variables without which the provider buoy does not work: settings, then secrets.
*/}}
{{- define "mooring.provider.buoy.required.settings" -}}
BUOYS
{{- end -}}

{{- define "mooring.provider.buoy.required.secrets" -}}

{{- end -}}
