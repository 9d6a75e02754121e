// `templates/uninstall-guard.yaml`: an admission policy that makes `helm uninstall` stop before it deletes
// anything while a CR exists, without an image. Helm deletes a hook's object before it creates it anew, and that
// deletion of one ConfigMap is what the policy refuses; the release stays deployed. Beside the Job it counts only the
// CRs that the Job does not delete.
// https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/

import { value } from "./expression.ts";
import { printExpression } from "./print.ts";

/** A kind that the operator must outlive. */
export interface GuardedKind {
  /** `kubevirt.io/v1`, the storage version. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
  /** Where the names and switches of the CRs that the Job deletes are among the values. */
  readonly deletedByJob: readonly (readonly string[])[];
}

/**
 * The text of the template. `hasJob` says whether the chart offers the strategy `job`, which the guard then assists;
 * `overruled` is an expression, true where somebody asked for an uninstall that minds nothing.
 */
export function printUninstallGuard(
  chart: string,
  kinds: readonly GuardedKind[],
  { hasJob, overruled }: { readonly hasJob: boolean; readonly overruled?: string },
): string {
  const tooOld = 'semverCompare "<1.30.0-0" .Capabilities.KubeVersion.Version';
  const guards = 'eq .Values.uninstall.strategy "guard"';
  const assists = `and (eq .Values.uninstall.strategy "job") (not (${tooOld}))`;
  const wanted = hasJob ? `or (${guards}) (${assists})` : guards;
  const isOn = overruled === undefined ? wanted : `and (${wanted}) (not (${overruled}))`;
  return `{{- /*
While a custom resource exists, "helm uninstall" stops before it deletes anything: the deletion of the ConfigMap below,
which is a hook and an object of the release at once, is refused. It does not see "helm uninstall --no-hooks", nor the
deletion of the namespace.${
    hasJob
      ? `
With the strategy "job" those that the Job deletes do not count, and Kubernetes before 1.30 goes without.`
      : ""
  }
*/ -}}
{{- if not .Values.gitops }}
{{- if ${isOn} }}
{{- if ${tooOld} }}
{{- fail (printf "uninstall.strategy: the guard needs Kubernetes 1.30 or later, and this is %s; choose another strategy" .Capabilities.KubeVersion.Version) }}
{{- end }}
${configMap(chart, ["helm.sh/resource-policy: keep"])}
${kinds.map((kind, index) => policy(chart, kind, hasJob, kinds.length > 1 ? `-${index + 1}` : "")).join("\n")}
{{- end }}
---
# The hook is there whatever the strategy: it also takes away what an earlier one has left.
${configMap(chart, ["helm.sh/hook: pre-delete", 'helm.sh/hook-weight: "-100"', "helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded"])}
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
  { apiVersion, kind, resource, isNamespaced, deletedByJob }: GuardedKind,
  hasJob: boolean,
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
  return `---${deletedByJob.length === 0 ? "" : `\n${namesOf(deletedByJob)}`}
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
        resourceNames: [{{ include "${chart}.uninstallName" . | quote }}]${hasJob ? secondTry(chart) : ""}
  validations:
    - expression: ${deletedByJob.length === 0 ? '"false"' : '{{ printf "params.metadata.name in %s" (toJson $deletedByJob) | quote }}'}
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

/** The list `$deletedByJob` of names. */
function namesOf(deletedByJob: readonly (readonly string[])[]): string {
  const names = deletedByJob.map((metaPath) => {
    const [create, name] = ["create", "name"].map((key) => printExpression(value(...metaPath, key)));
    return `{{- if and (eq .Values.uninstall.strategy "job") ${create} }}{{- $deletedByJob = append $deletedByJob ${name} }}{{- end }}`;
  });
  return ["{{- $deletedByJob := list }}", ...names].join("\n");
}

/** After a Job has failed the ConfigMap is gone until the next upgrade, and its deletion asks nobody. */
function secondTry(chart: string): string {
  return `
      {{- if eq .Values.uninstall.strategy "job" }}
      # After a Job that failed the ConfigMap is gone; the first object of the next Job is guarded in its place.
      - apiGroups: [""]
        apiVersions: [v1]
        operations: [CREATE]
        resources: [serviceaccounts]
        resourceNames: [{{ include "${chart}.uninstallName" . | quote }}]
      {{- end }}`;
}
