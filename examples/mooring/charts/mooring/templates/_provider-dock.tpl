{{/*
What the chart has for the provider dock alone.
*/}}

{{- define "mooring.provider.dock.values" -}}
{{- include "mooring.providerValue" (list .Values.daemon.image "repository" "mooring/daemon") }}
{{- include "mooring.providerValue" (list .Values.daemon.image "tag" "v0.4.0") }}
{{- include "mooring.providerValue" (list .Values.daemon "securityContext" (dict "capabilities" (dict "add" (list "NET_ADMIN")) "privileged" true)) }}
{{- include "mooring.providerValue" (list .Values.networkPolicies "enabled" true) }}
{{- end }}

{{- define "mooring.provider.dock.parts" -}}
- daemonset-mooring-daemon.volumeMounts-2
- daemonset-mooring-daemon.volumes
{{- end }}

{{- define "mooring.provider.dock.daemonset-mooring-daemon.volumeMounts-2" }}
        - mountPath: /run/dock.sock
          name: dock
{{- end }}

{{- define "mooring.provider.dock.daemonset-mooring-daemon.volumes" }}
      - hostPath:
          path: /run/dock.sock
        name: dock
{{- end }}

{{/*
The variables without which the provider dock does not work: settings, then secrets.
*/}}
{{- define "mooring.provider.dock.required.settings" -}}
DOCK_BASIN DOCK_NAME
{{- end -}}

{{- define "mooring.provider.dock.required.secrets" -}}

{{- end -}}
