// The named templates that render a custom resource from values.

/** What the CRs of a chart need beyond their fields. */
export interface CustomResourceFacts {
  readonly hasNulls: boolean;
  readonly hasIntegers: boolean;
  readonly hasImages: boolean;
  readonly hasNamespaces: boolean;
}

/** The templates `customResource` and `withoutNulls`, and the ones that these facts call for. */
export function printCustomResourceHelpers(chart: string, facts: CustomResourceFacts): string {
  const nulls = facts.hasNulls
    ? `
{{- range $path := .nulls -}}
{{- include "${chart}.setNull" (dict "map" $fields "path" $path) -}}
{{- end -}}`
    : "";
  const integers = facts.hasIntegers
    ? `
{{- range $path := .integers -}}
{{- include "${chart}.readInteger" (dict "map" $fields "path" $path) -}}
{{- end -}}`
    : "";
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
Takes a dict: "fields"${facts.hasNulls ? '; "nulls", the paths that are null unless they are set' : ""}${facts.hasIntegers ? '; "integers", the paths that may hold digits in a string' : ""}${facts.hasImages ? '; "images", the paths of images, and "global"' : ""}${facts.hasNamespaces ? '; "namespaces", the paths that hold the namespace "from", which becomes "to"' : ""}.
*/}}
{{- define "${chart}.customResource" -}}
{{- $fields := deepCopy (.fields | default dict) -}}
{{- include "${chart}.withoutNulls" $fields -}}${nulls}${integers}${images}${namespaces}
{{- include "${chart}.block" $fields -}}
{{- end -}}`,
    withoutNulls(chart),
    ...(facts.hasNulls ? [setNull(chart)] : []),
    ...(facts.hasIntegers ? [readInteger(chart)] : []),
    ...(facts.hasImages ? [relocateImage(chart)] : []),
    ...(facts.hasNamespaces ? [replaceNamespace(chart)] : []),
  ].join("\n\n");
}

function withoutNulls(chart: string): string {
  return `{{/*
Takes every null out of a map and of the maps in it, in place. Items of lists stay.
*/}}
{{- define "${chart}.withoutNulls" -}}
{{- if kindIs "map" . -}}
{{- range $key := keys . -}}
{{- $value := get $ $key -}}
{{- if kindIs "invalid" $value -}}{{- $_ := unset $ $key -}}{{- end -}}
{{- include "${chart}.withoutNulls" $value -}}
{{- end -}}
{{- else if kindIs "slice" . -}}
{{- range . -}}{{- include "${chart}.withoutNulls" . -}}{{- end -}}
{{- end -}}
{{- end -}}`;
}

function setNull(chart: string): string {
  return `{{/*
Sets null at "path" of "map" where nothing is set, in place.
*/}}
{{- define "${chart}.setNull" -}}
{{- $key := first .path -}}
{{- if rest .path -}}
{{- $child := get .map $key -}}
{{- if kindIs "map" $child -}}
{{- include "${chart}.setNull" (dict "map" $child "path" (rest .path)) -}}
{{- end -}}
{{- else if not (hasKey .map $key) -}}
{{- $_ := set .map $key nil -}}
{{- end -}}
{{- end -}}`;
}

/** The way to `.path` of `.map` by calling `helper` again; the branch for what stands there follows. `more` are its facts. */
function alongPath(helper: string, more = ""): string {
  const again = (map: string, path: string) =>
    `{{- include "${helper}" (dict "map" ${map} "path" ${path}${more}) -}}`;
  return `{{- $key := first .path -}}
{{- $path := rest .path -}}
{{- $child := get .map $key -}}
{{- if and (kindIs "slice" $child) (eq (first $path | default "") "[]") -}}
{{- $items := list -}}
{{- range $child -}}
{{- $item := dict "item" . -}}
${again("$item", '(prepend (rest $path) "item")')}
{{- $items = append $items $item.item -}}
{{- end -}}
{{- $_ := set .map $key $items -}}
{{- else if and $path (kindIs "map" $child) -}}
${again("$child", "$path")}`;
}

/** A values file holds no integer beyond 2^53 to its last digit, and a string of digits does. */
function readInteger(chart: string): string {
  return `{{/*
Makes an integer of digits at "path" of "map", in place; "[]" in a path stands for every item of a list.
*/}}
{{- define "${chart}.readInteger" -}}
${alongPath(`${chart}.readInteger`)}
{{- else if and (not $path) (kindIs "string" $child) (eq (int64 $child | toString) (toString $child)) -}}
{{- $_ := set .map $key (int64 $child) -}}
{{- end -}}
{{- end -}}`;
}

function relocateImage(chart: string): string {
  return `{{/*
Puts "registry" in place of the registry of the image at "path" of "map", in place; "[]" in a path stands for every item
of a list.
*/}}
{{- define "${chart}.relocateImage" -}}
{{- $registry := .registry -}}
${alongPath(`${chart}.relocateImage`, ' "registry" $registry')}
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
{{- end -}}`;
}

function replaceNamespace(chart: string): string {
  return `{{/*
Puts the namespace "to" where the field at "path" of "map" still holds "from", in place; "[]" in a path stands for every
item of a list.
*/}}
{{- define "${chart}.replaceNamespace" -}}
{{- $facts := . -}}
{{- $key := first .path -}}
{{- $path := rest .path -}}
{{- $child := get .map $key -}}
{{- if and (kindIs "slice" $child) (eq (first $path | default "") "[]") -}}
{{- $items := list -}}
{{- range $child -}}
{{- $item := dict "item" . -}}
{{- include "${chart}.replaceNamespace" (dict "map" $item "path" (prepend (rest $path) "item") "from" $facts.from "to" $facts.to) -}}
{{- $items = append $items $item.item -}}
{{- end -}}
{{- $_ := set .map $key $items -}}
{{- else if and $path (kindIs "map" $child) -}}
{{- include "${chart}.replaceNamespace" (dict "map" $child "path" $path "from" .from "to" .to) -}}
{{- else if and (not $path) (kindIs "string" $child) (eq (toString $child) .from) -}}
{{- $_ := set .map $key .to -}}
{{- end -}}
{{- end -}}`;
}
