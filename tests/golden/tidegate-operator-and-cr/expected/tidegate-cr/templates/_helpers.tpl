{{/*
The chart's name and version as a label value.
*/}}
{{- define "tidegate-cr.chart" -}}
{{- printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/*
The operator's namespace: the release's.
*/}}
{{- define "tidegate-cr.namespace" -}}
{{- .Release.Namespace -}}
{{- end -}}

{{/*
Labels of every object. Labels that the operator sets itself cannot be changed by commonLabels.
*/}}
{{- define "tidegate-cr.labels" -}}
helm.sh/chart: {{ include "tidegate-cr.chart" . | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ regexReplaceAll "[^-A-Za-z0-9_.]+" .Chart.AppVersion "_" | trunc 63 | trimAll "-_." | quote }}
{{- with omit (.Values.commonLabels | default dict) "app.kubernetes.io/name" "tidegate.example.org/site" "helm.sh/chart" "app.kubernetes.io/managed-by" "app.kubernetes.io/instance" "app.kubernetes.io/version" }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Annotations of every object. Annotations that the operator sets itself cannot be changed.
*/}}
{{- define "tidegate-cr.annotations" -}}
{{- with omit (.Values.commonAnnotations | default dict) "tidegate.example.org/contact" }}
{{- include "tidegate-cr.block" . }}
{{- end }}
{{- end -}}

{{/*
Annotations of every custom resource. With gitops: created once the operator is healthy, deleted before it.
*/}}
{{- define "tidegate-cr.customResourceAnnotations" -}}
{{- $annotations := include "tidegate-cr.annotations" . | fromYaml -}}
{{- if .Values.gitops -}}
{{- $annotations = merge (dict "argocd.argoproj.io/sync-wave" "1") $annotations -}}
{{- end -}}
{{- with $annotations -}}{{- include "tidegate-cr.block" . -}}{{- end -}}
{{- end -}}

{{/*
A map or a list as lines of YAML. What Helm would change there (line breaks at the end of a manifest, the text "no value"
in angle brackets) is written as JSON.
*/}}
{{- define "tidegate-cr.block" -}}
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
Takes a dict: "fields"; "images", the paths of images, and "global".
*/}}
{{- define "tidegate-cr.customResource" -}}
{{- $fields := deepCopy (.fields | default dict) -}}
{{- include "tidegate-cr.withoutNulls" $fields -}}
{{- $registry := (.global | default dict).imageRegistry -}}
{{- range $path := ternary .images list (not (empty $registry)) -}}
{{- include "tidegate-cr.relocateImage" (dict "map" $fields "path" $path "registry" $registry) -}}
{{- end -}}
{{- include "tidegate-cr.block" $fields -}}
{{- end -}}

{{/*
Takes every null out of a map and of the maps in it, in place. Items of lists stay.
*/}}
{{- define "tidegate-cr.withoutNulls" -}}
{{- if kindIs "map" . -}}
{{- range $key := keys . -}}
{{- $value := get $ $key -}}
{{- if kindIs "invalid" $value -}}{{- $_ := unset $ $key -}}{{- end -}}
{{- include "tidegate-cr.withoutNulls" $value -}}
{{- end -}}
{{- else if kindIs "slice" . -}}
{{- range . -}}{{- include "tidegate-cr.withoutNulls" . -}}{{- end -}}
{{- end -}}
{{- end -}}

{{/*
Puts "registry" in place of the registry of the image at "path" of "map", in place; "[]" in a path stands for every item
of a list.
*/}}
{{- define "tidegate-cr.relocateImage" -}}
{{- $registry := .registry -}}
{{- $key := first .path -}}
{{- $path := rest .path -}}
{{- $child := get .map $key -}}
{{- if and (kindIs "slice" $child) (eq (first $path | default "") "[]") -}}
{{- $items := list -}}
{{- range $child -}}
{{- $item := dict "item" . -}}
{{- include "tidegate-cr.relocateImage" (dict "map" $item "path" (prepend (rest $path) "item") "registry" $registry) -}}
{{- $items = append $items $item.item -}}
{{- end -}}
{{- $_ := set .map $key $items -}}
{{- else if and $path (kindIs "map" $child) -}}
{{- include "tidegate-cr.relocateImage" (dict "map" $child "path" $path "registry" $registry) -}}
{{- else if and (not $path) (kindIs "string" $child) $child -}}
{{- $parts := splitList "/" $child -}}
{{- $host := first $parts -}}
{{- if eq (len $parts) 1 -}}
{{- $parts = prepend $parts "library" -}}
{{- else if or (contains "." $host) (contains ":" $host) (eq $host "localhost") -}}
{{- $parts = rest $parts -}}
{{- end -}}
{{- $_ := set .map $key (printf "%s/%s" (trimSuffix "/" $registry) (join "/" $parts)) -}}
{{- end -}}
{{- end -}}
