// Templates of the Secrets that the sources of a chart for several providers do not hold: those made of files that only
// values bring, and objects by which the External Secrets Operator makes a Secret.
import { call, type Expression, literal, value } from "./expression.ts";
import { escapeText, printExpression } from "./print.ts";
import { type ProviderSecretFacts, secretDataHelper } from "./provider-settings.ts";

/** A Secret that is rendered as soon as a value gives one of its files. */
export function printFilesSecret(chart: string, secret: ProviderSecretFacts): string {
  return `{{- if ${condition(secret, "create")} }}
{{- with include "${secretDataHelper(chart, secret.name)}" . }}
apiVersion: v1
kind: Secret
${metadata(chart, secret.name)}
type: Opaque
data:
  {{- . | nindent 2 }}
{{- end }}
{{- end }}
`;
}

/** An ExternalSecret, whatever the cluster says of its API: https://external-secrets.io/latest/api/externalsecret/ */
export function printExternalSecret(chart: string, secret: ProviderSecretFacts): string {
  const external = ["secrets", "external"];
  const at = (...path: readonly string[]) => printExpression(value(...external, ...path));
  const key = value(...external, "keys", secret.name);
  const store = `required "secrets.external.secretStoreRef.name must name the store" ${at("secretStoreRef", "name")}`;
  return `{{- if ${condition(secret, "external", ...(secret.files ? [key] : []))} }}
apiVersion: {{ ${at("apiVersion")} }}
kind: ExternalSecret
${metadata(chart, secret.name)}
spec:
  refreshInterval: {{ ${at("refreshInterval")} | quote }}
  secretStoreRef:
    name: {{ ${store} | quote }}
    kind: {{ ${at("secretStoreRef", "kind")} }}
  target:
    name: ${escapeText(secret.name)}
    creationPolicy: Owner
  dataFrom:
    - extract:
        key: {{ ${printExpression(key)} | quote }}
{{- end }}
`;
}

function condition(
  { files }: ProviderSecretFacts,
  mode: "create" | "external",
  ...more: readonly Expression[]
): string {
  const isMode = call("eq", value("secrets", "mode"), literal(mode));
  const ofProvider = files?.providers
    ? [call("has", value("provider"), call("list", ...files.providers.map((name) => literal(name))))]
    : [];
  const all = [isMode, ...ofProvider, ...more];
  return printExpression(all.length > 1 ? call("and", ...all) : isMode);
}

function metadata(chart: string, name: string): string {
  return `metadata:
  name: ${escapeText(name)}
  namespace: {{ include "${chart}.namespace" $ | quote }}
  labels:
    {{- include "${chart}.labels" $ | nindent 4 }}
  {{- with include "${chart}.annotations" $ }}
  annotations:
    {{- . | nindent 4 }}
  {{- end }}`;
}
