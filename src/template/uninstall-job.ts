// `templates/uninstall-job.yaml`: a hook that deletes the CRs of the release and waits until the operator has
// finalized them, before Helm deletes the operator. https://helm.sh/docs/topics/charts_hooks/

import { value } from "./expression.ts";
import { printExpression } from "./print.ts";

/** One CR of the release. */
export interface DeletedResource {
  /** `kubevirts.kubevirt.io`. */
  readonly resource: string;
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** Where its name and its switch are among the values. */
  readonly metaPath: readonly string[];
}

/** The text of the template; the CRs are deleted in the order given. */
export function printUninstallJob(chart: string, resources: readonly DeletedResource[]): string {
  const created = resources.map(({ metaPath }) => printExpression(value(...metaPath, "create")));
  const any = created.length === 1 ? created[0] : `(or ${created.join(" ")})`;
  return `{{- /*
Before Helm deletes the operator, its custom resources go: only the running operator can clean up after them.
The Job may touch nothing else. When it fails, nothing has been deleted yet and the uninstall can be run again.
*/ -}}
{{- if and (eq .Values.uninstall.strategy "job") ${any} }}
${serviceAccount(chart)}
${roles(chart, resources)}
---
${job(chart, resources)}
{{- end }}
`;
}

/** The name of the hook's objects; the longest release name leaves just enough room. */
export function uninstallNameHelper(chart: string): string {
  return `{{/*
The name of what takes part in the uninstall.
*/}}
{{- define "${chart}.uninstallName" -}}
{{- $name := .Release.Name -}}
{{- if not (contains .Chart.Name $name) -}}{{- $name = printf "%s-%s" $name .Chart.Name -}}{{- end -}}
{{- printf "%s-uninstall" ($name | trunc 53 | trimSuffix "-") -}}
{{- end -}}`;
}

function metadata(chart: string, weight: number, namespaced: boolean): string {
  return `metadata:
  name: {{ include "${chart}.uninstallName" . | quote }}
${namespaced ? `  namespace: {{ include "${chart}.namespace" . | quote }}\n` : ""}  labels:
    {{- include "${chart}.labels" . | nindent 4 }}
  annotations:
    helm.sh/hook: pre-delete
    helm.sh/hook-weight: "${weight}"
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
    {{- with include "${chart}.annotations" . }}
    {{- . | nindent 4 }}
    {{- end }}`;
}

function serviceAccount(chart: string): string {
  return `apiVersion: v1
kind: ServiceAccount
${metadata(chart, -30, true)}`;
}

/** kubectl gets, lists and watches one object by its name, which resourceNames allow. */
function roles(chart: string, resources: readonly DeletedResource[]): string {
  const scopes = [true, false].filter((scope) =>
    resources.some(({ isNamespaced }) => isNamespaced === scope),
  );
  return scopes
    .map((namespaced) => {
      const kind = namespaced ? "Role" : "ClusterRole";
      const rules = resources
        .filter(({ isNamespaced }) => isNamespaced === namespaced)
        .map(
          ({ group, plural, metaPath }) => `  - apiGroups: [${group}]
    resources: [${plural}]
    resourceNames: [{{ ${printExpression(value(...metaPath, "name"))} | quote }}]
    verbs: [get, list, watch, delete]`,
        );
      return `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
${metadata(chart, -20, namespaced)}
rules:
${rules.join("\n")}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}Binding
${metadata(chart, -19, namespaced)}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ${kind}
  name: {{ include "${chart}.uninstallName" . | quote }}
subjects:
  - kind: ServiceAccount
    name: {{ include "${chart}.uninstallName" . | quote }}
    namespace: {{ include "${chart}.namespace" . | quote }}`;
    })
    .join("\n");
}

function job(chart: string, resources: readonly DeletedResource[]): string {
  const steps = resources.flatMap((resource, index) => [
    container(chart, resource, `show-finalizers-${index + 1}`, [
      "get",
      "--ignore-not-found",
      `--output=jsonpath={.kind}{" "}{.metadata.name}{" is deleted once these finalizers are gone: "}{.metadata.finalizers}{"\\n"}`,
    ]),
    container(chart, resource, `delete-${index + 1}`, [
      "delete",
      "--ignore-not-found",
      "--wait=true",
      "--timeout",
    ]),
  ]);
  return `apiVersion: batch/v1
kind: Job
${metadata(chart, -10, true)}
    helm.sh/hook-output-log-policy: hook-failed
spec:
  # A refusal is final until somebody acts: the Job fails at once and says why.
  backoffLimit: 0
  template:
    metadata:
      {{- with .Values.uninstall.podLabels }}
      labels:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.uninstall.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      restartPolicy: Never
      serviceAccountName: {{ include "${chart}.uninstallName" . | quote }}
      {{- with .Values.global.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.uninstall.podSecurityContext }}
      securityContext:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.uninstall.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.uninstall.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      initContainers:
${steps.slice(0, -1).join("\n")}
      containers:
${steps.at(-1) ?? ""}
      volumes:
        - name: home
          emptyDir: {}`;
}

function container(
  chart: string,
  { resource, isNamespaced, metaPath }: DeletedResource,
  name: string,
  args: readonly string[],
): string {
  const subject = `${resource}/{{ ${printExpression(value(...metaPath, "name"))} }}`;
  const [verb = "", ...flags] = args;
  const printed = flags.map((flag) =>
    flag === "--timeout"
      ? "            - --timeout={{ .Values.uninstall.timeout }}"
      : `            - ${quote(flag)}`,
  );
  const namespace = isNamespaced ? [`            - --namespace={{ include "${chart}.namespace" . }}`] : [];
  return `        - name: ${name}
          image: {{ include "${chart}.image" (dict "image" .Values.uninstall.image "global" .Values.global) | quote }}
          {{- with .Values.uninstall.image.pullPolicy }}
          imagePullPolicy: {{ . }}
          {{- end }}
          command: [kubectl]
          args:
            - ${verb}
            - ${subject}
${[...namespace, ...printed].join("\n")}
          env:
            - name: HOME
              value: /home/kubectl
          {{- with .Values.uninstall.resources }}
          resources:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          {{- with .Values.uninstall.securityContext }}
          securityContext:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          volumeMounts:
            - name: home
              mountPath: /home/kubectl`;
}

function quote(flag: string): string {
  return /^[A-Za-z0-9=-]+$/.test(flag) ? flag : `'${flag.replaceAll("'", "''")}'`;
}
