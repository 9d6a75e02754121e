// The named templates that render a custom resource from values.

/** What the CRs of a chart need beyond their fields. */
export interface CustomResourceFacts {
  readonly hasImages: boolean;
  readonly hasNamespaces: boolean;
}

/** The templates `customResource` and `withoutNulls`, and the ones that these facts call for. */
export function printCustomResourceHelpers(chart: string, facts: CustomResourceFacts): string {
  const images = facts.hasImages
    ? `
{{- $registry := (.global | default dict).imageRegistry -}}
{{- range $path := ternary .images list (not (empty $registry)) -}}
{{- include "${chart}.relocateImage" (dict "map" $fields "path" $path "registry" $registry) -}}
{{- end -}}`
    : "";
  const namespaces = facts.hasNamespaces
    ? `
{{- $facts := . -}}
{{- range $path := .namespaces -}}
{{- include "${chart}.replaceNamespace" (dict "map" $fields "path" $path "from" $facts.from "to" $facts.to) -}}
{{- end -}}`
    : "";
  return [
    `{{/*
A custom resource's fields from values. A null takes a field out; an empty list or map stays, since it was asked for.
Takes a dict: "fields"${facts.hasImages ? '; "images", the paths of images, and "global"' : ""}${facts.hasNamespaces ? '; "namespaces", the paths that hold the namespace "from", which becomes "to"' : ""}.
*/}}
{{- define "${chart}.customResource" -}}
{{- $fields := deepCopy (.fields | default dict) -}}
{{- include "${chart}.withoutNulls" $fields -}}${images}${namespaces}
{{- toYaml $fields -}}
{{- end -}}`,
    withoutNulls(chart),
    ...(facts.hasImages ? [relocateImage(chart)] : []),
    ...(facts.hasNamespaces ? [replaceNamespace(chart)] : []),
  ].join("\n\n");
}

function withoutNulls(chart: string): string {
  return `{{/*
Takes every null out of a map, in place.
*/}}
{{- define "${chart}.withoutNulls" -}}
{{- range $key := keys . -}}
{{- $value := get $ $key -}}
{{- if kindIs "invalid" $value -}}
{{- $_ := unset $ $key -}}
{{- else if kindIs "map" $value -}}
{{- include "${chart}.withoutNulls" $value -}}
{{- else if kindIs "slice" $value -}}
{{- range $value -}}{{- if kindIs "map" . -}}{{- include "${chart}.withoutNulls" . -}}{{- end -}}{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}`;
}

function relocateImage(chart: string): string {
  return `{{/*
Puts "registry" in place of the registry of the image at "path" of "map", in place.
*/}}
{{- define "${chart}.relocateImage" -}}
{{- $child := get .map (first .path) -}}
{{- if kindIs "map" $child -}}
{{- if rest .path -}}
{{- include "${chart}.relocateImage" (dict "map" $child "path" (rest .path) "registry" .registry) -}}
{{- end -}}
{{- else if and (kindIs "string" $child) $child (not (rest .path)) -}}
{{- $parts := splitList "/" $child -}}
{{- $host := first $parts -}}
{{- if eq (len $parts) 1 -}}
{{- $parts = prepend $parts "library" -}}
{{- else if or (contains "." $host) (contains ":" $host) (eq $host "localhost") -}}
{{- $parts = rest $parts -}}
{{- end -}}
{{- $_ := set .map (first .path) (printf "%s/%s" (trimSuffix "/" .registry) (join "/" $parts)) -}}
{{- end -}}
{{- end -}}`;
}

function replaceNamespace(chart: string): string {
  return `{{/*
Puts the namespace "to" where the field at "path" of "map" still holds "from", in place.
*/}}
{{- define "${chart}.replaceNamespace" -}}
{{- $child := get .map (first .path) -}}
{{- if kindIs "map" $child -}}
{{- if rest .path -}}
{{- include "${chart}.replaceNamespace" (dict "map" $child "path" (rest .path) "from" .from "to" .to) -}}
{{- end -}}
{{- else if eq (toString $child) .from -}}
{{- $_ := set .map (first .path) .to -}}
{{- end -}}
{{- end -}}`;
}
