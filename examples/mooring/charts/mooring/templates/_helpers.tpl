{{/*
The chart's name and version as a label value.
*/}}
{{- define "mooring.chart" -}}
{{- printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/*
The operator's namespace: the release's, unless a value says otherwise.
*/}}
{{- define "mooring.namespace" -}}
{{- .Values.namespaceOverride | default .Release.Namespace -}}
{{- end -}}

{{/*
Labels of every object. Labels that the operator sets itself cannot be changed by commonLabels.
*/}}
{{- define "mooring.labels" -}}
helm.sh/chart: {{ include "mooring.chart" . | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ regexReplaceAll "[^-A-Za-z0-9_.]+" .Chart.AppVersion "_" | trunc 63 | trimAll "-_." | quote }}
{{- with omit (.Values.commonLabels | default dict) "app" "helm.sh/chart" "app.kubernetes.io/managed-by" "app.kubernetes.io/instance" "app.kubernetes.io/version" }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Annotations of every object. Annotations that the operator sets itself cannot be changed.
*/}}
{{- define "mooring.annotations" -}}
{{- with omit (.Values.commonAnnotations | default dict) "buoy.example.org/lamp" }}
{{- include "mooring.block" . }}
{{- end }}
{{- end -}}

{{/*
The name of the service account "mooring-daemon", or of the existing one used in its place.
*/}}
{{- define "mooring.daemon.serviceAccountName" -}}
{{- if .Values.daemon.serviceAccount.create -}}
{{- .Values.daemon.serviceAccount.name | default "mooring-daemon" -}}
{{- else -}}
{{- required "daemon.serviceAccount.name must name an existing service account when daemon.serviceAccount.create is false" .Values.daemon.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/*
An image reference. Takes a dict: "image" (registry, repository, tag, digest), "global", and "hostInPath" where the source's
own repository begins like a host. Any other one that does brings its own registry. global.imageRegistry takes the place of
either; docker.io, where implied, has its images in library/.
*/}}
{{- define "mooring.image" -}}
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
{{- define "mooring.env" -}}
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
{{- with $variables -}}{{- include "mooring.block" . -}}{{- end -}}
{{- end -}}

{{/*
The variables that the operator does not set itself. Takes a list: the map of variables, then the operator's names.
*/}}
{{- define "mooring.extraEnv" -}}
{{- $env := first . | default dict -}}
{{- $names := list -}}
{{- range $name := keys $env | sortAlpha -}}
{{- if not (has $name (rest $)) -}}{{- $names = append $names $name -}}{{- end -}}
{{- end -}}
{{- include "mooring.env" (prepend $names $env) -}}
{{- end -}}

{{/*
A map or a list as lines of YAML. What Helm would change there (line breaks at the end of a manifest, the text "no value"
in angle brackets) is written as JSON.
*/}}
{{- define "mooring.block" -}}
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
{{- define "mooring.texts" -}}
{{- $encoded := .encoded -}}
{{- $lines := list -}}
{{- range $key, $text := .texts -}}
{{- if not (kindIs "invalid" $text) -}}
{{- $text = include "mooring.settingText" (list $key $text) -}}
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
{{- define "mooring.settingText" -}}
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
What the ConfigMap holds: the settings of the provider, as lines of YAML. A list is written a,b and a map k=v,k=v.
*/}}
{{- define "mooring.settings" -}}
{{- $texts := dict "MOORING_PROVIDER" .Values.provider -}}
{{- range $key, $setting := get (.Values.providerConfigs | default dict) .Values.provider | default dict -}}
{{- $items := list -}}
{{- if kindIs "map" $setting -}}
{{- range $name := keys $setting | sortAlpha -}}
{{- $item := get $setting $name -}}
{{- $items = append $items (printf "%s=%s" $name (include "mooring.settingText" (list $key $item))) -}}
{{- end -}}
{{- else if kindIs "slice" $setting -}}
{{- range $item := $setting -}}
{{- $items = append $items (include "mooring.settingText" (list $key $item)) -}}
{{- end -}}
{{- end -}}
{{- $_ := set $texts $key (or (kindIs "map" $setting) (kindIs "slice" $setting) | ternary (join "," $items) $setting) -}}
{{- end -}}
{{- include "mooring.texts" (dict "texts" $texts) -}}
{{- end -}}

{{/*
The name of the Secret "mooring-credentials", or of the existing one that takes its place.
*/}}
{{- define "mooring.secretName.mooring-credentials" -}}
{{- if eq .Values.secrets.mode "reference" -}}
{{- .Values.secrets.existingSecretName -}}
{{- else -}}
mooring-credentials
{{- end -}}
{{- end -}}

{{/*
What the Secret "mooring-credentials" holds: the secret settings of the provider.
*/}}
{{- define "mooring.secretData.mooring-credentials" -}}
{{- include "mooring.texts" (dict "texts" (omit (get (.Values.providerSecrets | default dict) .Values.provider | default dict) "sshKey") "encoded" true) -}}
{{- end -}}

{{/*
The name of the Secret "mooring-ssh-key", or of the existing one that takes its place.
*/}}
{{- define "mooring.secretName.mooring-ssh-key" -}}
{{- if eq .Values.secrets.mode "reference" -}}
{{- .Values.secrets.existingMooringSshKeyName | default "mooring-ssh-key" -}}
{{- else -}}
mooring-ssh-key
{{- end -}}
{{- end -}}

{{/*
What the Secret "mooring-ssh-key" holds: files, byte for byte.
*/}}
{{- define "mooring.secretData.mooring-ssh-key" -}}
{{- $given := get (.Values.providerSecrets | default dict) .Values.provider | default dict -}}
{{- $files := dict -}}
{{- with get $given "sshKey" }}{{ $_ := set $files "id_ed25519" . }}{{ end -}}
{{- include "mooring.texts" (dict "texts" $files "encoded" true) -}}
{{- end -}}

{{/*
The name of the Secret "mooring-certificates", or of the existing one that takes its place.
*/}}
{{- define "mooring.secretName.mooring-certificates" -}}
{{- if eq .Values.secrets.mode "reference" -}}
{{- .Values.secrets.existingMooringCertificatesName | default "mooring-certificates" -}}
{{- else -}}
mooring-certificates
{{- end -}}
{{- end -}}

{{/*
What the Secret "mooring-certificates" holds: files, byte for byte.
*/}}
{{- define "mooring.secretData.mooring-certificates" -}}
{{- $given := .Values.secrets.tls | default dict -}}
{{- $files := dict -}}
{{- with get $given "caCert" }}{{ $_ := set $files "ca.crt" . }}{{ end -}}
{{- with get $given "clientCert" }}{{ $_ := set $files "client.crt" . }}{{ end -}}
{{- with get $given "clientKey" }}{{ $_ := set $files "client.key" . }}{{ end -}}
{{- include "mooring.texts" (dict "texts" $files "encoded" true) -}}
{{- end -}}

{{/*
Changes with what the ConfigMap and the Secrets hold, and with nothing else: Pods are restarted then.
*/}}
{{- define "mooring.settingsChecksum" -}}
{{- $held := list (include "mooring.settings" . | fromYaml) -}}
{{- if eq .Values.secrets.mode "create" -}}
{{- $held = append $held (include "mooring.secretData.mooring-credentials" . | fromYaml) -}}
{{- $held = append $held (include "mooring.secretData.mooring-ssh-key" . | fromYaml) -}}
{{- $held = append $held (include "mooring.secretData.mooring-certificates" . | fromYaml) -}}
{{- end -}}
{{- toJson $held | sha256sum -}}
{{- end -}}

{{/*
Refuses what the provider cannot work without; the schema says the same first, unless it is switched off.
*/}}
{{- define "mooring.requireSettings" -}}
{{- $provider := .Values.provider -}}
{{- if not (has $provider (list "pier" "buoy" "quay" "dock")) -}}
{{- fail (printf "provider: %s; it is one of pier, buoy, quay, dock" (empty $provider | ternary "none is chosen" (printf "there is no %q" (toString $provider)))) -}}
{{- end -}}
{{- if not (has .Values.secrets.mode (list "create" "reference" "external")) -}}
{{- fail "secrets.mode must be create, reference or external" -}}
{{- end -}}
{{- $given := get (.Values.providerConfigs | default dict) $provider | default dict -}}
{{- range $name := splitList " " (include (printf "mooring.provider.%s.required.settings" $provider) dict) -}}
{{- $setting := get $given $name -}}
{{- if and $name (or (kindIs "invalid" $setting) (has (toString $setting) (list "" "[]" "map[]"))) -}}
{{- fail (printf "providerConfigs.%s.%s must be set for the provider %s: --set-string providerConfigs.%s.%s=..." $provider $name $provider $provider $name) -}}
{{- end -}}
{{- end -}}
{{- if eq .Values.secrets.mode "create" -}}
{{- $given := get (.Values.providerSecrets | default dict) $provider | default dict -}}
{{- range $name := splitList " " (include (printf "mooring.provider.%s.required.secrets" $provider) dict) -}}
{{- $setting := get $given $name -}}
{{- if and $name (or (kindIs "invalid" $setting) (has (toString $setting) (list "" "[]" "map[]"))) -}}
{{- fail (printf "providerSecrets.%s.%s must be set for the provider %s: --set-string providerSecrets.%s.%s=..." $provider $name $provider $provider $name) -}}
{{- end -}}
{{- end -}}
{{- else if eq .Values.secrets.mode "reference" -}}
{{- $names := include (printf "mooring.provider.%s.required.secrets" $provider) dict -}}
{{- if and $names (not .Values.secrets.existingSecretName) -}}
{{- fail (printf "secrets.existingSecretName must name the Secret with %s for the provider %s" $names $provider) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/*
The name of what takes part in the test of the release.
*/}}
{{- define "mooring.testName" -}}
{{- $name := .Release.Name -}}
{{- if not (contains .Chart.Name $name) -}}{{- $name = printf "%s-%s" $name .Chart.Name -}}{{- end -}}
{{- printf "%s-test" ($name | trunc 58 | trimSuffix "-") -}}
{{- end -}}

{{/*
The chosen provider; its file is to be there.
*/}}
{{- define "mooring.provider" -}}
{{- if not (has .Values.provider (list "pier" "buoy" "quay" "dock")) }}
{{- fail (printf "provider: %s; it is one of pier, buoy, quay, dock" (empty .Values.provider | ternary "none is chosen" (printf "there is no %q" (toString .Values.provider)))) }}
{{- end }}
{{- .Values.provider }}
{{- end -}}

{{/*
What the chosen provider has at a place of a template. It is given a list: the root context, and the name of the place.
*/}}
{{- define "mooring.providerPart" -}}
{{- if include "mooring.hasProviderPart" . }}
{{- $root := first . }}
{{- include "mooring.providerValues" $root }}
{{- include (printf "mooring.provider.%s.%s" (include "mooring.provider" $root) (last .)) $root }}
{{- end }}
{{- end -}}

{{/*
Whether the chosen provider has anything there.
*/}}
{{- define "mooring.hasProviderPart" -}}
{{- $root := first . }}
{{- if has (last .) (include (printf "mooring.provider.%s.parts" (include "mooring.provider" $root)) $root | fromYamlArray) }}true{{ end }}
{{- end -}}

{{/*
Gives the values that the chosen provider has defaults for these defaults, once for all templates.
*/}}
{{- define "mooring.providerValues" -}}
{{- if not (hasKey . "providerValuesAreSet") }}
{{- $_ := set . "providerValuesAreSet" true }}
{{- include (printf "mooring.provider.%s.values" (include "mooring.provider" .)) . }}
{{- end }}
{{- end -}}

{{/*
Gives one value its default, as Helm does: maps are merged, and null takes the default away. It is given a list: the
map that holds the value, its key, and the default.
*/}}
{{- define "mooring.providerValue" -}}
{{- $map := index . 0 }}
{{- $key := index . 1 }}
{{- $default := index . 2 }}
{{- if not (hasKey $map $key) }}
{{- $_ := set $map $key $default }}
{{- else if kindIs "invalid" (get $map $key) }}
{{- $_ := unset $map $key }}
{{- else if and (kindIs "map" $default) (kindIs "map" (get $map $key)) }}
{{- range $inner, $value := $default }}
{{- include "mooring.providerValue" (list (get $map $key) $inner $value) }}
{{- end }}
{{- end }}
{{- end -}}
