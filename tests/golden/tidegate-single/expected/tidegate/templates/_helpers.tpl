{{/*
The chart's name and version as a label value.
*/}}
{{- define "tidegate.chart" -}}
{{- printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/*
The operator's namespace: the release's, unless a value says otherwise.
*/}}
{{- define "tidegate.namespace" -}}
{{- .Values.namespaceOverride | default .Release.Namespace -}}
{{- end -}}

{{/*
Labels of every object. Labels that the operator sets itself cannot be changed by commonLabels.
*/}}
{{- define "tidegate.labels" -}}
helm.sh/chart: {{ include "tidegate.chart" . | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- with omit (.Values.commonLabels | default dict) "app.kubernetes.io/component" "app.kubernetes.io/name" "app.kubernetes.io/version" "rbac.authorization.k8s.io/aggregate-to-admin" "rbac.authorization.k8s.io/aggregate-to-edit" "rbac.authorization.k8s.io/aggregate-to-view" "role" "tidegate.example.org/aggregate-to-companions" "tidegate.example.org/site" "helm.sh/chart" "app.kubernetes.io/managed-by" "app.kubernetes.io/instance" }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Annotations of every object. Annotations that the operator sets itself cannot be changed.
*/}}
{{- define "tidegate.annotations" -}}
{{- with omit (.Values.commonAnnotations | default dict) "cert-manager.io/inject-ca-from" "tidegate.example.org/contact" "tidegate.example.org/lease" }}
{{- include "tidegate.block" . }}
{{- end }}
{{- end -}}

{{/*
Annotations of every custom resource. With gitops: created once the operator is healthy, deleted before it.
*/}}
{{- define "tidegate.customResourceAnnotations" -}}
{{- $annotations := include "tidegate.annotations" . | fromYaml -}}
{{- if .Values.gitops -}}
{{- $annotations = merge (dict "argocd.argoproj.io/sync-wave" "1") $annotations -}}
{{- end -}}
{{- with $annotations -}}{{- include "tidegate.block" . -}}{{- end -}}
{{- end -}}

{{/*
The name of the service account "tidegate-controller", or of the existing one used in its place.
*/}}
{{- define "tidegate.controller.serviceAccountName" -}}
{{- if .Values.controller.serviceAccount.create -}}
{{- .Values.controller.serviceAccount.name | default "tidegate-controller" -}}
{{- else -}}
{{- required "controller.serviceAccount.name must name an existing service account when controller.serviceAccount.create is false" .Values.controller.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/*
The name of the service account "tidegate-agent", or of the existing one used in its place.
*/}}
{{- define "tidegate.agent.serviceAccountName" -}}
{{- if .Values.agent.serviceAccount.create -}}
{{- .Values.agent.serviceAccount.name | default "tidegate-agent" -}}
{{- else -}}
{{- required "agent.serviceAccount.name must name an existing service account when agent.serviceAccount.create is false" .Values.agent.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/*
The name of the service account "tidegate-upkeep", or of the existing one used in its place.
*/}}
{{- define "tidegate.logbook.serviceAccountName" -}}
{{- if .Values.logbook.serviceAccount.create -}}
{{- .Values.logbook.serviceAccount.name | default "tidegate-upkeep" -}}
{{- else -}}
{{- required "logbook.serviceAccount.name must name an existing service account when logbook.serviceAccount.create is false" .Values.logbook.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/*
The name of the Secret "tidegate-report-token", or of the existing one used in its place.
*/}}
{{- define "tidegate.secrets.tidegateReportTokenName" -}}
{{- if .Values.secrets.tidegateReportToken.create -}}
{{- .Values.secrets.tidegateReportToken.name | default "tidegate-report-token" -}}
{{- else -}}
{{- required "secrets.tidegateReportToken.name must name an existing Secret when secrets.tidegateReportToken.create is false" .Values.secrets.tidegateReportToken.name -}}
{{- end -}}
{{- end -}}

{{/*
An image reference. Takes a dict: "image" (registry, repository, tag, digest), "global", and "hostInPath" where the source's
own repository begins like a host. Any other one that does brings its own registry. global.imageRegistry takes the place of
either; docker.io, where implied, has its images in library/.
*/}}
{{- define "tidegate.image" -}}
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
{{- define "tidegate.env" -}}
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
{{- with $variables -}}{{- include "tidegate.block" . -}}{{- end -}}
{{- end -}}

{{/*
The variables that the operator does not set itself. Takes a list: the map of variables, then the operator's names.
*/}}
{{- define "tidegate.extraEnv" -}}
{{- $env := first . | default dict -}}
{{- $names := list -}}
{{- range $name := keys $env | sortAlpha -}}
{{- if not (has $name (rest $)) -}}{{- $names = append $names $name -}}{{- end -}}
{{- end -}}
{{- include "tidegate.env" (prepend $names $env) -}}
{{- end -}}

{{/*
A map or a list as lines of YAML. What Helm would change there (line breaks at the end of a manifest, the text "no value"
in angle brackets) is written as JSON.
*/}}
{{- define "tidegate.block" -}}
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
Texts by key, as lines of YAML; a null is left out. Takes a dict: "texts", and "encoded" for base64.
*/}}
{{- define "tidegate.texts" -}}
{{- $encoded := .encoded -}}
{{- $lines := list -}}
{{- range $key, $text := .texts -}}
{{- if not (kindIs "invalid" $text) -}}
{{- $text = include "tidegate.settingText" (list $key $text) -}}
{{- if $encoded -}}{{- $text = b64enc $text -}}{{- end -}}
{{- $lines = append $lines (printf "%s: %s" ($key | quote) ($text | quote | replace "<no value>" "\\u003cno value>")) -}}
{{- end -}}
{{- end -}}
{{- join "\n" $lines -}}
{{- end -}}

{{/*
The text of a setting. A number of a values file is a float64, which loses the digits of larger integers; one of --set is
not. Takes a list: the setting's name, and what is given for it.
*/}}
{{- define "tidegate.settingText" -}}
{{- $number := last . -}}
{{- if kindIs "float64" $number -}}
{{- if or (gt $number 9007199254740991.0) (lt $number -9007199254740991.0) -}}
{{- fail (printf "%s: the number arrives as %s, since Helm keeps no more digits of it: write it in quotes, or give it with --set-string" (first .) (toJson $number)) -}}
{{- end -}}
{{- toJson $number -}}
{{- else -}}
{{- toString $number -}}
{{- end -}}
{{- end -}}

{{/*
The name of what takes part in the uninstall.
*/}}
{{- define "tidegate.uninstallName" -}}
{{- $name := .Release.Name -}}
{{- if not (contains .Chart.Name $name) -}}{{- $name = printf "%s-%s" $name .Chart.Name -}}{{- end -}}
{{- printf "%s-uninstall" ($name | trunc 53 | trimSuffix "-") -}}
{{- end -}}

{{/*
The name of what takes part in the test of the release.
*/}}
{{- define "tidegate.testName" -}}
{{- $name := .Release.Name -}}
{{- if not (contains .Chart.Name $name) -}}{{- $name = printf "%s-%s" $name .Chart.Name -}}{{- end -}}
{{- printf "%s-test" ($name | trunc 58 | trimSuffix "-") -}}
{{- end -}}

{{/*
A custom resource's fields from values. A null takes a field out; an empty list or map stays, since it was asked for.
Takes a dict: "fields"; "images", the paths of images, and "global".
*/}}
{{- define "tidegate.customResource" -}}
{{- $fields := deepCopy (.fields | default dict) -}}
{{- include "tidegate.withoutNulls" $fields -}}
{{- $registry := (.global | default dict).imageRegistry -}}
{{- range $path := ternary .images list (not (empty $registry)) -}}
{{- include "tidegate.relocateImage" (dict "map" $fields "path" $path "registry" $registry) -}}
{{- end -}}
{{- include "tidegate.block" $fields -}}
{{- end -}}

{{/*
Takes every null out of a map and of the maps in it, in place. Items of lists stay.
*/}}
{{- define "tidegate.withoutNulls" -}}
{{- if kindIs "map" . -}}
{{- range $key := keys . -}}
{{- $value := get $ $key -}}
{{- if kindIs "invalid" $value -}}{{- $_ := unset $ $key -}}{{- end -}}
{{- include "tidegate.withoutNulls" $value -}}
{{- end -}}
{{- else if kindIs "slice" . -}}
{{- range . -}}{{- include "tidegate.withoutNulls" . -}}{{- end -}}
{{- end -}}
{{- end -}}

{{/*
Puts "registry" in place of the registry of the image at "path" of "map", in place; "[]" in a path stands for every item
of a list.
*/}}
{{- define "tidegate.relocateImage" -}}
{{- $registry := .registry -}}
{{- $key := first .path -}}
{{- $path := rest .path -}}
{{- $child := get .map $key -}}
{{- if and (kindIs "slice" $child) (eq (first $path | default "") "[]") -}}
{{- $items := list -}}
{{- range $child -}}
{{- $item := dict "item" . -}}
{{- include "tidegate.relocateImage" (dict "map" $item "path" (prepend (rest $path) "item") "registry" $registry) -}}
{{- $items = append $items $item.item -}}
{{- end -}}
{{- $_ := set .map $key $items -}}
{{- else if and $path (kindIs "map" $child) -}}
{{- include "tidegate.relocateImage" (dict "map" $child "path" $path "registry" $registry) -}}
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
