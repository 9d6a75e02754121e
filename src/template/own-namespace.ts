// The Namespace that `namespaceOverride` names. Never that of the release: Helm needs it before it can begin, and an
// uninstall would delete it with the record of the release in it.

/** Labels or annotations, by key. */
type Entries = readonly (readonly [string, string])[];

/** The text of the template; the source's own labels and annotations are never overwritten. */
export function printNamespace(
  chart: string,
  { labels, annotations }: { readonly labels: Entries; readonly annotations: Entries },
): string {
  return `{{- if and .Values.createNamespace (ne (include "${chart}.namespace" .) .Release.Namespace) }}
apiVersion: v1
kind: Namespace
metadata:
  name: {{ include "${chart}.namespace" . | quote }}
  labels:
    {{- ${merged(chart, labels, `${chart}.labels`)} | nindent 4 }}
  {{- with ${merged(chart, annotations, `${chart}.annotations`)} }}
  annotations:
    {{- . | nindent 4 }}
  {{- end }}
{{- end }}
`;
}

/** The entries, and behind them those of a named template, as an expression of YAML; empty where there are none. */
function merged(chart: string, entries: Entries, template: string): string {
  const own = entries.flatMap((entry) => entry.map((text) => JSON.stringify(text)));
  if (own.length === 0) return `include "${template}" .`;
  return `include "${chart}.block" (merge (dict ${own.join(" ")}) (include "${template}" . | fromYaml))`;
}
