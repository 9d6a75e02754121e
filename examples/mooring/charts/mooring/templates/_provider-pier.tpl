{{/*
What the chart has for the provider pier alone.
*/}}

{{- define "mooring.provider.pier.values" -}}
{{- include "mooring.providerValue" (list .Values.daemon.image "repository" "mooring/daemon") }}
{{- include "mooring.providerValue" (list .Values.daemon.image "tag" "v0.4.0") }}
{{- include "mooring.providerValue" (list .Values.daemon "securityContext" (dict "capabilities" (dict "add" (list "NET_ADMIN")))) }}
{{- end }}

{{- define "mooring.provider.pier.parts" -}}
- secret-mooring-ssh-key
{{- end }}

{{/*
The variables without which the provider pier does not work: settings, then secrets.
*/}}
{{- define "mooring.provider.pier.required.settings" -}}

{{- end -}}

{{- define "mooring.provider.pier.required.secrets" -}}

{{- end -}}
