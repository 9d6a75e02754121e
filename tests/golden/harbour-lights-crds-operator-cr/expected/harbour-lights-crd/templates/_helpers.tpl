{{/*
The chart's name and version as a label value.
*/}}
{{- define "harbour-lights-crd.chart" -}}
{{- printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/*
The operator's namespace: the release's.
*/}}
{{- define "harbour-lights-crd.namespace" -}}
{{- .Release.Namespace -}}
{{- end -}}

{{/*
Labels of every object. Labels that the operator sets itself cannot be changed by commonLabels.
*/}}
{{- define "harbour-lights-crd.labels" -}}
helm.sh/chart: {{ include "harbour-lights-crd.chart" . | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ regexReplaceAll "[^-A-Za-z0-9_.]+" .Chart.AppVersion "_" | trunc 63 | trimAll "-_." | quote }}
{{- with omit (.Values.commonLabels | default dict) "app.kubernetes.io/name" "helm.sh/chart" "app.kubernetes.io/managed-by" "app.kubernetes.io/instance" "app.kubernetes.io/version" }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Annotations of every object. Annotations that the operator sets itself cannot be changed.
*/}}
{{- define "harbour-lights-crd.annotations" -}}
{{- with omit (.Values.commonAnnotations | default dict) }}
{{- include "harbour-lights-crd.block" . }}
{{- end }}
{{- end -}}

{{/*
Annotations of every CRD. With gitops: first of all, applied on the server's side, and never deleted where crds.keep is on.
*/}}
{{- define "harbour-lights-crd.crdAnnotations" -}}
{{- $annotations := include "harbour-lights-crd.annotations" . | fromYaml -}}
{{- if .Values.gitops -}}
{{- $annotations = merge (dict "argocd.argoproj.io/sync-wave" "-1" "argocd.argoproj.io/sync-options" (ternary "Prune=false,Delete=false,ServerSideApply=true" "ServerSideApply=true" .Values.crds.keep)) $annotations -}}
{{- end -}}
{{- with $annotations -}}{{- include "harbour-lights-crd.block" . -}}{{- end -}}
{{- end -}}

{{/*
A map or a list as lines of YAML. What Helm would change there (line breaks at the end of a manifest, the text "no value"
in angle brackets) is written as JSON.
*/}}
{{- define "harbour-lights-crd.block" -}}
{{- $yaml := toYaml . -}}
{{- $isList := kindIs "slice" . -}}
{{- $whole := printf "%s\n" $yaml -}}
{{- $kept := trim $yaml -}}
{{- $same := true -}}
{{- if $isList -}}
{{- $same = eq (fromYamlArray $whole | toJson) (fromYamlArray $kept | toJson) -}}
{{- else -}}
{{- $same = eq (fromYaml $whole | toJson) (fromYaml $kept | toJson) -}}
{{- end -}}
{{- if or (contains "<no value>" $yaml) (not $same) -}}
{{- $lines := list -}}
{{- range $key, $value := . -}}
{{- $sign := $isList | ternary "-" (printf "%s:" (toJson $key)) -}}
{{- $lines = append $lines (printf "%s %s" $sign (toJson $value)) -}}
{{- end -}}
{{- $yaml = join "\n" $lines -}}
{{- end -}}
{{- $yaml -}}
{{- end -}}
