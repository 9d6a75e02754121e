{{/*
What the chart has for the provider buoy alone.
*/}}

{{- define "mooring.provider.buoy.values" -}}
{{- include "mooring.providerValue" (list .Values.daemon.image "repository" "mooring/daemon") }}
{{- include "mooring.providerValue" (list .Values.daemon.image "tag" "v0.4.0-buoy") }}
{{- include "mooring.providerValue" (list .Values.daemon "securityContext" (dict "capabilities" (dict "add" (list "NET_ADMIN")))) }}
{{- end }}

{{- define "mooring.provider.buoy.parts" -}}
- serviceaccount-mooring-daemon.metadata
- serviceaccount-mooring-daemon.metadata-2
- secret-mooring-ssh-key
{{- end }}

{{- define "mooring.provider.buoy.serviceaccount-mooring-daemon.metadata" }}
  annotations:
    buoy.example.org/lamp: green
    {{- with merge dict (omit (default dict .Values.daemon.serviceAccount.annotations) "buoy.example.org/lamp") (include "mooring.annotations" . | fromYaml) }}
    {{- include "mooring.block" . | nindent 4 }}
    {{- end }}
{{- end }}

{{/*
The variables without which the provider buoy does not work: settings, then secrets.
*/}}
{{- define "mooring.provider.buoy.required.settings" -}}
BUOYS
{{- end -}}

{{- define "mooring.provider.buoy.required.secrets" -}}

{{- end -}}
