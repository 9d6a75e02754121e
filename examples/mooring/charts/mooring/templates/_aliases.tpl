{{/*
Puts what is set under other names of values to the values themselves, once for all templates.
*/}}
{{- define "mooring.aliases" -}}
{{- if not (hasKey . "aliasesAreSet") }}
{{- $_ := set . "aliasesAreSet" true }}
{{- with .Values.image }}
{{- if hasKey . "name" }}
{{- include "mooring.alias" (list $.Values.daemon.image "repository" (get . "name") dict "image.name is another name of daemon.image.repository") }}
{{- end }}
{{- end }}
{{- with .Values.image }}
{{- if hasKey . "tag" }}
{{- include "mooring.alias" (list $.Values.daemon.image "tag" (get . "tag") dict "image.tag is another name of daemon.image.tag") }}
{{- end }}
{{- end }}
{{- if hasKey .Values "limit" }}
{{- include "mooring.alias" (list $.Values "providerConfigs" (dict $.Values.provider (dict "BOATS_PER_NODE" (get .Values "limit"))) dict "limit is another name of providerConfigs.<provider>.BOATS_PER_NODE") }}
{{- end }}
{{- end }}
{{- end -}}

{{/*
Sets a value by its other name; maps are merged. Takes a list: the map that holds the value, its key, what is set under
the other name, a map with the default under the same key, and words for the two names.
*/}}
{{- define "mooring.alias" -}}
{{- $map := index . 0 }}
{{- $key := index . 1 }}
{{- $given := index . 2 }}
{{- $defaults := index . 3 | default dict }}
{{- $names := index . 4 }}
{{- $own := get $map $key }}
{{- $default := get $defaults $key }}
{{- if and (kindIs "map" $given) (kindIs "map" $own) }}
{{- range $inner, $value := $given }}
{{- include "mooring.alias" (list $own $inner $value (kindIs "map" $default | ternary $default dict) $names) }}
{{- end }}
{{- else if and (not (hasKey $defaults $key)) (eq (toJson $given) "\"\"") }}
{{- else if and (hasKey $map $key) (ne (toJson $own) (toJson $given)) (ne (toJson $own) (toJson $default)) }}
{{- fail (printf "%s, and the two are set to different values (%s): set one of them" $names $key) }}
{{- else if kindIs "invalid" $given }}
{{- $_ := unset $map $key }}
{{- else }}
{{- $_ := set $map $key $given }}
{{- end }}
{{- end -}}
