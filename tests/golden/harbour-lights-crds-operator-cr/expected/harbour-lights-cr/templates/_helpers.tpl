{{/*
The chart's name and version as a label value.
*/}}
{{- define "harbour-lights-cr.chart" -}}
{{- printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/*
The operator's namespace: the release's, unless a value says otherwise.
*/}}
{{- define "harbour-lights-cr.namespace" -}}
{{- .Values.namespaceOverride | default .Release.Namespace -}}
{{- end -}}

{{/*
Labels of every object. Labels that the operator sets itself cannot be changed by commonLabels.
*/}}
{{- define "harbour-lights-cr.labels" -}}
helm.sh/chart: {{ include "harbour-lights-cr.chart" . | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ regexReplaceAll "[^-A-Za-z0-9_.]+" .Chart.AppVersion "_" | trunc 63 | trimAll "-_." | quote }}
{{- with omit (.Values.commonLabels | default dict) "helm.sh/chart" "app.kubernetes.io/managed-by" "app.kubernetes.io/instance" "app.kubernetes.io/version" }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Annotations of every object. Annotations that the operator sets itself cannot be changed.
*/}}
{{- define "harbour-lights-cr.annotations" -}}
{{- with omit (.Values.commonAnnotations | default dict) }}
{{- include "harbour-lights-cr.block" . }}
{{- end }}
{{- end -}}

{{/*
Annotations of every custom resource. With gitops: created once the operator is healthy, deleted before it.
*/}}
{{- define "harbour-lights-cr.customResourceAnnotations" -}}
{{- $annotations := include "harbour-lights-cr.annotations" . | fromYaml -}}
{{- if .Values.gitops -}}
{{- $annotations = merge (dict "argocd.argoproj.io/sync-wave" "1") $annotations -}}
{{- end -}}
{{- with $annotations -}}{{- include "harbour-lights-cr.block" . -}}{{- end -}}
{{- end -}}

{{/*
A map or a list as lines of YAML. What Helm would change there (line breaks at the end of a manifest, the text "no value"
in angle brackets) is written as JSON.
*/}}
{{- define "harbour-lights-cr.block" -}}
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

{{/*
A custom resource's fields from values. A null takes a field out; an empty list or map stays, since it was asked for.
Takes a dict: "fields".
*/}}
{{- define "harbour-lights-cr.customResource" -}}
{{- $fields := deepCopy (.fields | default dict) -}}
{{- include "harbour-lights-cr.withoutNulls" $fields -}}
{{- include "harbour-lights-cr.block" $fields -}}
{{- end -}}

{{/*
Takes every null out of a map and of the maps in it, in place. Items of lists stay.
*/}}
{{- define "harbour-lights-cr.withoutNulls" -}}
{{- if kindIs "map" . -}}
{{- range $key := keys . -}}
{{- $value := get $ $key -}}
{{- if kindIs "invalid" $value -}}{{- $_ := unset $ $key -}}{{- end -}}
{{- include "harbour-lights-cr.withoutNulls" $value -}}
{{- end -}}
{{- else if kindIs "slice" . -}}
{{- range . -}}{{- include "harbour-lights-cr.withoutNulls" . -}}{{- end -}}
{{- end -}}
{{- end -}}
