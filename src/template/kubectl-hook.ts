// The parts of a hook that runs kubectl: a service account with its rights, and a Job whose containers are kubectl
// commands one after the other. The image of kubectl has no shell. https://helm.sh/docs/topics/charts_hooks/
import { call, literal, value } from "./expression.ts";
import { printExpression } from "./print.ts";

/** One hook of a chart: its objects share a name and the events that they run at. */
export interface KubectlHook {
  /** What stands in front of the chart's named templates. */
  readonly chart: string;
  /** The named template, without the chart in front, that gives the name of the objects. */
  readonly name: string;
  /** The named template of the service account's name, where it has another. */
  readonly account?: string;
  /** `post-install,post-upgrade`; may hold actions. */
  readonly events: string;
  /** Where the settings of the Job stand among the values. */
  readonly values: readonly string[];
}

/** Rights; without `names` all objects of the resources. `names` may hold actions. */
export interface HookRule {
  readonly group: string;
  readonly resources: readonly string[];
  readonly names?: readonly string[];
  readonly verbs: readonly string[];
}

/** One run of kubectl. Each argument is YAML as it stands behind the dash, and may hold actions. */
export interface KubectlRun {
  readonly name: string;
  readonly args: readonly string[];
  /** An expression; the run is left out where it does not hold. Never of the last run. */
  readonly condition?: string;
  /** Volumes to mount, by the folder in the container. */
  readonly mounts?: Readonly<Record<string, string>>;
}

/** `include "<chart>.<name>" . | quote`, as an action. */
export function includeName({ chart, name }: Pick<KubectlHook, "chart" | "name">): string {
  return `{{ include "${chart}.${name}" . | quote }}`;
}

/** The named template of a name that ends in `suffix`; the longest release name leaves just enough room. */
export function nameHelper(
  { chart, name }: Pick<KubectlHook, "chart" | "name">,
  suffix: string,
  { words, owner }: { readonly words: string; readonly owner: string },
): string {
  return `{{/*
${words}
*/}}
{{- define "${chart}.${name}" -}}
{{- $name := .Release.Name -}}
{{- if not (contains ${owner} $name) -}}{{- $name = printf "%s-%s" $name ${owner} -}}{{- end -}}
{{- printf "%s-${suffix}" ($name | trunc ${62 - suffix.length} | trimSuffix "-") -}}
{{- end -}}`;
}

/** The metadata of one of the hook's objects; `name` and `annotations` are lines of YAML. */
export function hookMetadata(
  hook: KubectlHook,
  weight: number,
  {
    isNamespaced = true,
    name = includeName(hook),
    annotations = [],
  }: {
    readonly isNamespaced?: boolean;
    readonly name?: string;
    readonly annotations?: readonly string[];
  } = {},
): string {
  const { chart, events } = hook;
  return `metadata:
  name: ${name}
${isNamespaced ? `  namespace: ${includeName({ chart, name: "namespace" })}\n` : ""}  labels:
    {{- include "${chart}.labels" . | nindent 4 }}
  annotations:
    helm.sh/hook: ${events}
    helm.sh/hook-weight: "${weight}"
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
    {{- with include "${chart}.annotations" . }}
    {{- . | nindent 4 }}
    {{- end }}${annotations.map((annotation) => `\n    ${annotation}`).join("")}`;
}

/** The service account and its roles: one for the namespace and one for the cluster, where they have rules. */
export function hookAccount(
  hook: KubectlHook,
  weight: number,
  rules: { readonly namespace: readonly HookRule[]; readonly cluster: readonly HookRule[] },
): string {
  const roles = [
    { isNamespaced: true, rules: rules.namespace },
    { isNamespaced: false, rules: rules.cluster },
  ].filter((role) => role.rules.length > 0);
  return [
    `apiVersion: v1\nkind: ServiceAccount\n${hookMetadata(hook, weight)}`,
    ...roles.map(({ isNamespaced, rules: granted }) => role(hook, weight + 10, isNamespaced, granted)),
  ].join("\n---\n");
}

function role(hook: KubectlHook, weight: number, isNamespaced: boolean, rules: readonly HookRule[]): string {
  const kind = isNamespaced ? "Role" : "ClusterRole";
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
${hookMetadata(hook, weight, { isNamespaced })}
rules:
${rules.map(ruleItem).join("\n")}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}Binding
${hookMetadata(hook, weight + 1, { isNamespaced })}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ${kind}
  name: ${includeName(hook)}
subjects:
  - kind: ServiceAccount
    name: ${includeName(hook)}
    namespace: ${includeName({ chart: hook.chart, name: "namespace" })}`;
}

function ruleItem({ group, resources, names = [], verbs }: HookRule): string {
  return [
    `  - apiGroups:${list([group === "" ? '""' : group])}`,
    `    resources:${list(resources)}`,
    ...(names.length > 0 ? [`    resourceNames:${list(names)}`] : []),
    `    verbs: [${verbs.join(", ")}]`,
  ].join("\n");
}

/** One item on the line of its key, several on lines of their own. */
function list(items: readonly string[]): string {
  return items.length < 2 ? ` [${items.join("")}]` : items.map((item) => `\n      - ${item}`).join("");
}

/** The Job: all runs but the last are init containers. `volumes` are lines of YAML beside the one for HOME. */
export function hookJob(
  hook: KubectlHook,
  weight: number,
  runs: readonly KubectlRun[],
  volumes: readonly string[] = [],
): string {
  const setting = (key: string) => printExpression(value(...hook.values, key));
  const block = (key: string, path: string, column: number) => {
    const indent = " ".repeat(column);
    return `${indent}{{- with ${path} }}
${indent}${key}:
${indent}  {{- toYaml . | nindent ${column + 2} }}
${indent}{{- end }}`;
  };
  const containers = runs.map((run) =>
    container(
      hook,
      run,
      block("resources", setting("resources"), 10),
      block("securityContext", setting("securityContext"), 10),
    ),
  );
  return `apiVersion: batch/v1
kind: Job
${hookMetadata(hook, weight, { annotations: ["helm.sh/hook-output-log-policy: hook-failed"] })}
spec:
  # A refusal is final until somebody acts: the Job fails at once and says why.
  backoffLimit: 0
  # One that could not start must not do its work later, when nobody expects it any more.
${deadline(runs)}
  # Who wants to know why it failed has a day.
  ttlSecondsAfterFinished: 86400
  template:
    metadata:
${block("labels", setting("podLabels"), 6)}
${block("annotations", setting("podAnnotations"), 6)}
    spec:
      restartPolicy: Never
      serviceAccountName: ${includeName({ chart: hook.chart, name: hook.account ?? hook.name })}
${block("imagePullSecrets", ".Values.global.imagePullSecrets", 6)}
${block("securityContext", setting("podSecurityContext"), 6)}
${block("nodeSelector", setting("nodeSelector"), 6)}
${block("tolerations", setting("tolerations"), 6)}
${initContainers(runs.slice(0, -1), containers.slice(0, -1))}      containers:
${containers.at(-1) ?? ""}
      volumes:
        - name: home
          emptyDir: {}${volumes.map((line) => `\n        ${line}`).join("")}`;
}

/** A list whose items are all left out must go with them. */
function initContainers(runs: readonly KubectlRun[], containers: readonly string[]): string {
  if (runs.length === 0) return "";
  const list = `      initContainers:\n${containers.join("\n")}\n`;
  const conditions = runs.flatMap(({ condition }) => condition ?? []);
  if (conditions.length < runs.length) return list;
  return `      {{- if ${conditions.length === 1 ? conditions[0] : `or ${conditions.join(" ")}`} }}\n${list}      {{- end }}\n`;
}

/** A minute more than the runs that wait may take. Kubernetes wants seconds where kubectl takes a duration of Go. */
function deadline(runs: readonly KubectlRun[]): string {
  const times = runs.flatMap(({ args }) =>
    args.flatMap((argument) => /^--timeout=\{\{ (.+) \}\}$/.exec(argument)?.[1] ?? []),
  );
  if (times.length === 0) return "  activeDeadlineSeconds: 300";
  const all = times.length === 1 ? times[0] : `(list ${times.join(" ")} | join " ")`;
  return `  {{- $seconds := 60 }}
  {{- range regexFindAll "[0-9]+[a-z]+" ${all} -1 }}
  {{- $unit := get (dict "h" 3600 "m" 60 "s" 1 "ms" 0) (regexFind "[a-z]+" .) }}
  {{- $seconds = add $seconds (mul $unit (regexFind "[0-9]+" . | int)) }}
  {{- end }}
  activeDeadlineSeconds: {{ $seconds }}`;
}

function container(
  { chart, values }: KubectlHook,
  { name, args, condition, mounts = {} }: KubectlRun,
  resources: string,
  securityContext: string,
): string {
  const image = printExpression(value(...values, "image"));
  const reference = printExpression(
    call(
      "include",
      literal(`${chart}.image`),
      call("dict", literal("image"), value(...values, "image"), literal("global"), value("global")),
    ),
  );
  const mounted = Object.entries({ "/home/kubectl": "home", ...mounts });
  const lines = `        - name: ${name}
          image: {{ ${reference} | quote }}
          {{- with ${image}.pullPolicy }}
          imagePullPolicy: {{ . }}
          {{- end }}
          command: [kubectl]
          args:
${args.map((argument) => `            - ${argument}`).join("\n")}
          env:
            - name: HOME
              value: /home/kubectl
${resources}
${securityContext}
          volumeMounts:
${mounted.map(([folder, volume]) => `            - name: ${volume}\n              mountPath: ${folder}`).join("\n")}`;
  return condition === undefined ? lines : `        {{- if ${condition} }}\n${lines}\n        {{- end }}`;
}
