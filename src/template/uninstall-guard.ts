// `templates/uninstall-guard.yaml`: an admission policy that makes `helm uninstall` stop before it deletes
// anything while a CR exists, without an image. Helm deletes a hook's object before it creates it anew, and that
// deletion of one ConfigMap is what the policy refuses; the release stays deployed.
// https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/

/** A kind that the operator must outlive. */
export interface GuardedKind {
  /** `kubevirt.io/v1`, the storage version. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
}

/** The text of the template. */
export function printUninstallGuard(chart: string, kinds: readonly GuardedKind[]): string {
  return `{{- /*
While a custom resource exists, "helm uninstall" stops before it deletes anything: the deletion of the ConfigMap below,
which is a hook and an object of the release at once, is refused. It does not see "helm uninstall --no-hooks", nor the
deletion of the namespace.
*/ -}}
{{- if and (not .Values.gitops) (eq .Values.uninstall.strategy "guard") }}
{{- if semverCompare "<1.30.0-0" .Capabilities.KubeVersion.Version }}
{{- fail (printf "uninstall.strategy: the guard needs Kubernetes 1.30 or later, and this is %s; choose another strategy" .Capabilities.KubeVersion.Version) }}
{{- end }}
${configMap(chart, ["helm.sh/resource-policy: keep"])}
---
${configMap(chart, ["helm.sh/hook: pre-delete", 'helm.sh/hook-weight: "-100"', "helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded"])}
${kinds.map((kind, index) => policy(chart, kind, kinds.length > 1 ? `-${index + 1}` : "")).join("\n")}
{{- end }}
`;
}

function configMap(chart: string, annotations: readonly string[]): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "${chart}.uninstallName" . | quote }}
  namespace: {{ include "${chart}.namespace" . | quote }}
  labels:
    {{- include "${chart}.labels" . | nindent 4 }}
  annotations:
${annotations.map((annotation) => `    ${annotation}`).join("\n")}
    {{- with include "${chart}.annotations" . }}
    {{- . | nindent 4 }}
    {{- end }}
data:
  purpose: Its deletion is refused while a custom resource needs the operator.`;
}

function policy(
  chart: string,
  { apiVersion, kind, resource, isNamespaced }: GuardedKind,
  suffix: string,
): string {
  const name = `{{ printf "%s-%s${suffix}" (include "${chart}.namespace" .) (include "${chart}.uninstallName" .) | trunc 253 | quote }}`;
  const metadata = `metadata:
  name: ${name}
  labels:
    {{- include "${chart}.labels" . | nindent 4 }}
  {{- with include "${chart}.annotations" . }}
  annotations:
    {{- . | nindent 4 }}
  {{- end }}`;

  const namespace = isNamespaced ? ` --namespace {{ include "${chart}.namespace" . }}` : "";
  return `---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
${metadata}
spec:
  # Ignore: where the kind is gone there is nothing to protect, and the uninstall must not be stuck for ever.
  failurePolicy: Ignore
  paramKind:
    apiVersion: ${apiVersion}
    kind: ${kind}
  matchConstraints:
    resourceRules:
      - apiGroups: [""]
        apiVersions: [v1]
        operations: [DELETE]
        resources: [configmaps]
        resourceNames: [{{ include "${chart}.uninstallName" . | quote }}]
  validations:
    - expression: "false"
      messageExpression: >-
        '${kind} ' + params.metadata.name + ' exists: the operator must not be removed before it.
        Run: kubectl delete ${resource} ' + params.metadata.name + '${namespace} --wait'
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
${metadata}
spec:
  policyName: ${name}
  validationActions: [Deny]
  paramRef:
    selector: {}
    parameterNotFoundAction: Allow
  matchResources:
    namespaceSelector:
      matchLabels:
        kubernetes.io/metadata.name: {{ include "${chart}.namespace" . | quote }}`;
}
