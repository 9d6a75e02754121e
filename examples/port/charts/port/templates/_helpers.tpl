{{/*
The chart's name and version as a label value.
*/}}
{{- define "port.chart" -}}
{{- printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/*
The operator's namespace: the release's.
*/}}
{{- define "port.namespace" -}}
{{- .Release.Namespace -}}
{{- end -}}
