{{/*
The chart's name and version as a label value.
*/}}
{{- define "harbour-lights.chart" -}}
{{- printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/*
The operator's namespace: the release's, unless a value says otherwise.
*/}}
{{- define "harbour-lights.namespace" -}}
{{- .Values.namespaceOverride | default .Release.Namespace -}}
{{- end -}}

{{/*
Labels of every object. Labels that the operator sets itself cannot be changed by commonLabels.
*/}}
{{- define "harbour-lights.labels" -}}
helm.sh/chart: {{ include "harbour-lights.chart" . | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ regexReplaceAll "[^-A-Za-z0-9_.]+" .Chart.AppVersion "_" | trunc 63 | trimAll "-_." | quote }}
{{- with omit (.Values.commonLabels | default dict) "app.kubernetes.io/name" "control-plane" "helm.sh/chart" "app.kubernetes.io/managed-by" "app.kubernetes.io/instance" "app.kubernetes.io/version" }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Annotations of every object. Annotations that the operator sets itself cannot be changed.
*/}}
{{- define "harbour-lights.annotations" -}}
{{- with omit (.Values.commonAnnotations | default dict) "cert-manager.io/inject-ca-from" }}
{{- include "harbour-lights.block" . }}
{{- end }}
{{- end -}}

{{/*
Annotations of every custom resource. With gitops: created once the operator is healthy, deleted before it.
*/}}
{{- define "harbour-lights.customResourceAnnotations" -}}
{{- $annotations := include "harbour-lights.annotations" . | fromYaml -}}
{{- if .Values.gitops -}}
{{- $annotations = merge (dict "argocd.argoproj.io/sync-wave" "1") $annotations -}}
{{- end -}}
{{- with $annotations -}}{{- include "harbour-lights.block" . -}}{{- end -}}
{{- end -}}

{{/*
The name of the service account "harbour-lights-operator", or of the existing one used in its place.
*/}}
{{- define "harbour-lights.harbourLightsOperator.serviceAccountName" -}}
{{- if .Values.harbourLightsOperator.serviceAccount.create -}}
{{- .Values.harbourLightsOperator.serviceAccount.name | default "harbour-lights-operator" -}}
{{- else -}}
{{- required "harbourLightsOperator.serviceAccount.name must name an existing service account when harbourLightsOperator.serviceAccount.create is false" .Values.harbourLightsOperator.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/*
An image reference. Takes a dict: "image" (registry, repository, tag, digest), "global", and "hostInPath" where the source's
own repository begins like a host. Any other one that does brings its own registry. global.imageRegistry takes the place of
either; docker.io, where implied, has its images in library/.
*/}}
{{- define "harbour-lights.image" -}}
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
Environment variables by name, in the order given. Takes a list: the map of variables, then the names.
A plain value becomes a string; a map is taken as it is, such as valueFrom; a name that is not there is left out.
*/}}
{{- define "harbour-lights.env" -}}
{{- $env := first . | default dict -}}
{{- $variables := list -}}
{{- range $name := rest . -}}
{{- $variable := get $env $name -}}
{{- if kindIs "map" $variable -}}
{{- if hasKey $variable "value" -}}{{- $variable = omit $variable "valueFrom" -}}{{- end -}}
{{- $variables = append $variables (merge (dict "name" $name) $variable) -}}
{{- else if and (hasKey $env $name) (not (kindIs "invalid" $variable)) -}}
{{- $value := kindIs "float64" $variable | ternary (toJson $variable) (toString $variable) -}}
{{- $variables = append $variables (dict "name" $name "value" $value) -}}
{{- end -}}
{{- end -}}
{{- with $variables -}}{{- include "harbour-lights.block" . -}}{{- end -}}
{{- end -}}

{{/*
The variables that the operator does not set itself. Takes a list: the map of variables, then the operator's names.
*/}}
{{- define "harbour-lights.extraEnv" -}}
{{- $env := first . | default dict -}}
{{- $names := list -}}
{{- range $name := keys $env | sortAlpha -}}
{{- if not (has $name (rest $)) -}}{{- $names = append $names $name -}}{{- end -}}
{{- end -}}
{{- include "harbour-lights.env" (prepend $names $env) -}}
{{- end -}}

{{/*
A map or a list as lines of YAML. What Helm would change there (line breaks at the end of a manifest, the text "no value"
in angle brackets) is written as JSON.
*/}}
{{- define "harbour-lights.block" -}}
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
The name of what takes part in the uninstall.
*/}}
{{- define "harbour-lights.uninstallName" -}}
{{- $name := .Release.Name -}}
{{- if not (contains .Chart.Name $name) -}}{{- $name = printf "%s-%s" $name .Chart.Name -}}{{- end -}}
{{- printf "%s-uninstall" ($name | trunc 53 | trimSuffix "-") -}}
{{- end -}}

{{/*
The name of what takes part in the test of the release.
*/}}
{{- define "harbour-lights.testName" -}}
{{- $name := .Release.Name -}}
{{- if not (contains .Chart.Name $name) -}}{{- $name = printf "%s-%s" $name .Chart.Name -}}{{- end -}}
{{- printf "%s-test" ($name | trunc 58 | trimSuffix "-") -}}
{{- end -}}

{{/*
A custom resource's fields from values. A null takes a field out; an empty list or map stays, since it was asked for.
Takes a dict: "fields".
*/}}
{{- define "harbour-lights.customResource" -}}
{{- $fields := deepCopy (.fields | default dict) -}}
{{- include "harbour-lights.withoutNulls" $fields -}}
{{- include "harbour-lights.block" $fields -}}
{{- end -}}

{{/*
Takes every null out of a map and of the maps in it, in place. Items of lists stay.
*/}}
{{- define "harbour-lights.withoutNulls" -}}
{{- if kindIs "map" . -}}
{{- range $key := keys . -}}
{{- $value := get $ $key -}}
{{- if kindIs "invalid" $value -}}{{- $_ := unset $ $key -}}{{- end -}}
{{- include "harbour-lights.withoutNulls" $value -}}
{{- end -}}
{{- else if kindIs "slice" . -}}
{{- range . -}}{{- include "harbour-lights.withoutNulls" . -}}{{- end -}}
{{- end -}}
{{- end -}}
