{{/*
The chart's name and version as a label value.
*/}}
{{- define "tidegate.crds.chart" -}}
{{- printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/*
The operator's namespace: the release's, unless a value says otherwise.
*/}}
{{- define "tidegate.crds.namespace" -}}
{{- .Values.namespaceOverride | default .Release.Namespace -}}
{{- end -}}

{{/*
Labels of every object. Labels that the operator sets itself cannot be changed by commonLabels.
*/}}
{{- define "tidegate.crds.labels" -}}
helm.sh/chart: {{ include "tidegate.crds.chart" . | quote }}
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
{{- define "tidegate.crds.annotations" -}}
{{- with omit (.Values.commonAnnotations | default dict) }}
{{- include "tidegate.crds.block" . }}
{{- end }}
{{- end -}}

{{/*
An image reference. Takes a dict: "image" (registry, repository, tag, digest), "global", and "hostInPath" where the source's
own repository begins like a host. Any other one that does brings its own registry. global.imageRegistry takes the place of
either; docker.io, where implied, has its images in library/.
*/}}
{{- define "tidegate.crds.image" -}}
{{- $image := .image | default dict -}}
{{- $repository := required "an image needs a repository" $image.repository | toString -}}
{{- $registry := $image.registry | default "" -}}
{{- if not .hostInPath -}}
{{- with regexFind "^(localhost|[^/]*[.:][^/]*)/" $repository -}}
{{- $registry = . -}}
{{- $repository = trimPrefix . $repository -}}
{{- end -}}
{{- end -}}
{{- with (.global | default dict).imageRegistry -}}
{{- if and (not $registry) (not (contains "/" $repository)) -}}
{{- $repository = printf "library/%s" $repository -}}
{{- end -}}
{{- $registry = . -}}
{{- end -}}
{{- with $registry -}}{{ trimSuffix "/" . }}/{{- end -}}
{{- $repository -}}
{{- with $image.tag -}}:{{ kindIs "float64" . | ternary (toJson .) (toString .) }}{{- end -}}
{{- with $image.digest -}}@{{ . }}{{- end -}}
{{- end -}}

{{/*
A map or a list as lines of YAML. What Helm would change there (line breaks at the end of a manifest, the text "no value"
in angle brackets) is written as JSON.
*/}}
{{- define "tidegate.crds.block" -}}
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
The name of what brings the CRDs up to date.
*/}}
{{- define "tidegate.crds.upgradeName" -}}
{{- $name := .Release.Name -}}
{{- if not (contains "tidegate" $name) -}}{{- $name = printf "%s-%s" $name "tidegate" -}}{{- end -}}
{{- printf "%s-crds-upgrade" ($name | trunc 50 | trimSuffix "-") -}}
{{- end -}}

{{/*
The name of what removes the CRDs.
*/}}
{{- define "tidegate.crds.removeName" -}}
{{- $name := .Release.Name -}}
{{- if not (contains "tidegate" $name) -}}{{- $name = printf "%s-%s" $name "tidegate" -}}{{- end -}}
{{- printf "%s-crds-remove" ($name | trunc 51 | trimSuffix "-") -}}
{{- end -}}

{{/*
The name of the Job that looks whether objects of their kinds are left.
*/}}
{{- define "tidegate.crds.checkName" -}}
{{- $name := .Release.Name -}}
{{- if not (contains "tidegate" $name) -}}{{- $name = printf "%s-%s" $name "tidegate" -}}{{- end -}}
{{- printf "%s-crds-check" ($name | trunc 52 | trimSuffix "-") -}}
{{- end -}}

{{/*
When the CRDs are applied. Helm does not render the files of crds/: what they say of the operator's namespace holds in
"tidegate-system", and in another one the Job has to put it right at once.
*/}}
{{- define "tidegate.crds.upgradeEvents" -}}
pre-upgrade{{ if ne (include "tidegate.crds.namespace" .) "tidegate-system" }},pre-install{{ end }}
{{- end -}}
