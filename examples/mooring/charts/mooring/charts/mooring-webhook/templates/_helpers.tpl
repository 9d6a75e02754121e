{{/*
The chart's name and version as a label value.
*/}}
{{- define "mooring-webhook.chart" -}}
{{- printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/*
The operator's namespace: the release's, unless a value says otherwise.
*/}}
{{- define "mooring-webhook.namespace" -}}
{{- .Values.namespaceOverride | default .Release.Namespace -}}
{{- end -}}

{{/*
Labels of every object. Labels that the operator sets itself cannot be changed by commonLabels.
*/}}
{{- define "mooring-webhook.labels" -}}
helm.sh/chart: {{ include "mooring-webhook.chart" . | quote }}
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
{{- define "mooring-webhook.annotations" -}}
{{- with omit (.Values.commonAnnotations | default dict) "cert-manager.io/inject-ca-from" }}
{{- include "mooring-webhook.block" . }}
{{- end }}
{{- end -}}

{{/*
The name of the service account "mooring-webhook", or of the existing one used in its place.
*/}}
{{- define "mooring-webhook.mooringWebhook.serviceAccountName" -}}
{{- if .Values.mooringWebhook.serviceAccount.create -}}
{{- .Values.mooringWebhook.serviceAccount.name | default "mooring-webhook" -}}
{{- else -}}
{{- required "mooringWebhook.serviceAccount.name must name an existing service account when mooringWebhook.serviceAccount.create is false" .Values.mooringWebhook.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/*
An image reference. Takes a dict: "image" (registry, repository, tag, digest), "global", and "hostInPath" where the source's
own repository begins like a host. Any other one that does brings its own registry. global.imageRegistry takes the place of
either; docker.io, where implied, has its images in library/.
*/}}
{{- define "mooring-webhook.image" -}}
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
{{- define "mooring-webhook.env" -}}
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
{{- with $variables -}}{{- include "mooring-webhook.block" . -}}{{- end -}}
{{- end -}}

{{/*
The variables that the operator does not set itself. Takes a list: the map of variables, then the operator's names.
*/}}
{{- define "mooring-webhook.extraEnv" -}}
{{- $env := first . | default dict -}}
{{- $names := list -}}
{{- range $name := keys $env | sortAlpha -}}
{{- if not (has $name (rest $)) -}}{{- $names = append $names $name -}}{{- end -}}
{{- end -}}
{{- include "mooring-webhook.env" (prepend $names $env) -}}
{{- end -}}

{{/*
A map or a list as lines of YAML. What Helm would change there (line breaks at the end of a manifest, the text "no value"
in angle brackets) is written as JSON.
*/}}
{{- define "mooring-webhook.block" -}}
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
The name of what takes part in the test of the release.
*/}}
{{- define "mooring-webhook.testName" -}}
{{- $name := .Release.Name -}}
{{- if not (contains .Chart.Name $name) -}}{{- $name = printf "%s-%s" $name .Chart.Name -}}{{- end -}}
{{- printf "%s-test" ($name | trunc 58 | trimSuffix "-") -}}
{{- end -}}
