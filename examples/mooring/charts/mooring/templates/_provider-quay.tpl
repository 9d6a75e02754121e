{{/*
The variables without which the provider quay does not work: settings, then secrets.
*/}}
{{- define "mooring.provider.quay.required.settings" -}}
BOAT_IMAGE
{{- end -}}

{{- define "mooring.provider.quay.required.secrets" -}}
QUAY_KEY QUAY_KEY_ID
{{- end -}}
