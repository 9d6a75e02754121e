{{- define "harbour-lights.harbourlight-north-mole" }}
# A light to start with. The validating webhook must be up before this is applied.
apiVersion: harbour.example.org/v1
kind: HarbourLight
metadata:
  name: {{ .Values.customResource.name | quote }}
  namespace: {{ include "harbour-lights.namespace" . | quote }}
  labels:
    {{- toYaml (merge dict (default dict .Values.customResource.labels) (include "harbour-lights.labels" . | fromYaml)) | nindent 4 }}
  {{- with merge dict (default dict .Values.customResource.annotations) (include "harbour-lights.customResourceAnnotations" . | fromYaml) }}
  annotations:
    {{- include "harbour-lights.block" . | nindent 4 }}
  {{- end }}
spec:
  {{- include "harbour-lights.customResource" (dict "fields" .Values.harbourLight) | nindent 2 }}
{{- end }}
