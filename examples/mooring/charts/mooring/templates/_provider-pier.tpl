{{/*
The variables without which the provider pier does not work: settings, then secrets.
*/}}
{{- define "mooring.provider.pier.required.settings" -}}

{{- end -}}

{{- define "mooring.provider.pier.required.secrets" -}}

{{- end -}}
