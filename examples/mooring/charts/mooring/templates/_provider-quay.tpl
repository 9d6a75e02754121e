{{/*
What the chart has for the provider quay alone.
*/}}

{{- define "mooring.provider.quay.values" -}}
{{- include "mooring.providerValue" (list .Values.daemon.image "repository" "quay/daemon") }}
{{- include "mooring.providerValue" (list .Values.daemon.image "tag" "v0.4.0") }}
{{- include "mooring.providerValue" (list .Values.daemon "securityContext" (dict "capabilities" (dict "add" (list "NET_ADMIN")))) }}
{{- end }}

{{- define "mooring.provider.quay.parts" -}}
- daemonset-mooring-daemon.volumeMounts
- daemonset-mooring-daemon.volumes
{{- end }}

{{- define "mooring.provider.quay.daemonset-mooring-daemon.volumeMounts" }}
        - mountPath: /var/run/secrets/quay
          name: token
          readOnly: true
{{- end }}

{{- define "mooring.provider.quay.daemonset-mooring-daemon.volumes" }}
      - name: token
        projected:
          sources:
          - serviceAccountToken:
              audience: quay.example.org
              expirationSeconds: 3600
              path: token
{{- end }}

{{/*
The variables without which the provider quay does not work: settings, then secrets.
*/}}
{{- define "mooring.provider.quay.required.settings" -}}
BOAT_IMAGE
{{- end -}}

{{- define "mooring.provider.quay.required.secrets" -}}
QUAY_KEY QUAY_KEY_ID
{{- end -}}
