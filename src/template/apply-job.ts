// `templates/custom-resources.yaml` and `templates/apply-job.yaml`: the CRs as text, and a hook that applies them once
// the operator runs. As hooks themselves they would be deleted and made again at every upgrade.
import { value } from "./expression.ts";
import {
  type HookRule,
  hookAccount,
  hookJob,
  includeName,
  type KubectlHook,
  type KubectlRun,
  nameHelper,
} from "./kubectl-hook.ts";
import { printExpression } from "./print.ts";

/** One CR that the Job applies. */
export interface AppliedResource {
  readonly group: string;
  readonly plural: string;
  /** Whether it lives in the operator's namespace; another namespace, or none, needs rights in the whole cluster. */
  readonly isInOwnNamespace: boolean;
  /** The named template of its text, and the name of its file in the ConfigMap. */
  readonly template: string;
  readonly file: string;
  /** Where its name and its switch are among the values. */
  readonly metaPath: readonly string[];
}

/** A workload of the operator that must run first: `deployment`, `deployments`. */
export interface AwaitedWorkload {
  readonly kind: string;
  readonly plural: string;
  readonly name: string;
}

function hookOf(chart: string): KubectlHook {
  return { chart, name: "applyName", events: "post-install,post-upgrade,post-rollback", values: ["apply"] };
}

/** The name of the Job and of the ConfigMap. */
export function applyNameHelper(chart: string): string {
  return nameHelper(hookOf(chart), "apply", {
    words: "The name of what applies the custom resource.",
    owner: ".Chart.Name",
  });
}

function isCreated({ metaPath }: AppliedResource): string {
  return printExpression(value(...metaPath, "create"));
}

function anyCreated(resources: readonly AppliedResource[]): string {
  const created = resources.map(isCreated);
  return created.length === 1 ? (created[0] ?? "") : `or ${created.join(" ")}`;
}

/** The ConfigMap: an object of the release, so that a rollback brings back its text too. */
export function printCustomResourceMap(chart: string, resources: readonly AppliedResource[]): string {
  const entries = resources.map((resource) => {
    const entry = `  ${resource.file}: |\n    {{- include "${resource.template}" . | trim | nindent 4 }}`;
    return resources.length === 1 ? entry : `  {{- if ${isCreated(resource)} }}\n${entry}\n  {{- end }}`;
  });
  return `{{- if ${anyCreated(resources)} }}
apiVersion: v1
kind: ConfigMap
metadata:
  name: ${includeName(hookOf(chart))}
  namespace: ${includeName({ chart, name: "namespace" })}
  labels:
    {{- include "${chart}.labels" . | nindent 4 }}
  {{- with include "${chart}.annotations" . }}
  annotations:
    {{- . | nindent 4 }}
  {{- end }}
data:
${entries.join("\n")}
{{- end }}
`;
}

/** The Job with its account. `crds` are the CRDs of the CRs. */
export function printApplyJob(
  chart: string,
  resources: readonly AppliedResource[],
  workloads: readonly AwaitedWorkload[],
  crds: readonly string[],
): string {
  const hook = hookOf(chart);
  const timeout = "--timeout={{ .Values.apply.timeout }}";
  const runs: readonly KubectlRun[] = [
    {
      name: "wait-for-crds",
      args: ["wait", "--for=condition=Established", ...crds.map((crd) => `crd/${crd}`), timeout],
    },
    ...workloads.map(({ kind, name }, index) => ({
      name: `wait-for-operator-${index + 1}`,
      args: [
        "rollout",
        "status",
        `${kind}/${name}`,
        `--namespace={{ include "${chart}.namespace" . }}`,
        timeout,
      ],
    })),
    {
      name: "apply",
      args: [
        "apply",
        "--server-side",
        "--field-manager=helm",
        "--force-conflicts={{ .Values.apply.forceConflicts }}",
        "--filename=/custom-resources",
      ],
      mounts: { "/custom-resources": "custom-resources" },
    },
  ];
  const volume = ["- name: custom-resources", "  configMap:", `    name: ${includeName(hook)}`];
  const watching = ["get", "list", "watch"];
  const namespace: readonly HookRule[] = [
    ...workloads.map(({ plural, name }) => ({
      group: "apps",
      resources: [plural],
      names: [name],
      verbs: watching,
    })),
    ...resources.filter(({ isInOwnNamespace }) => isInOwnNamespace).flatMap(rules),
  ];
  const cluster: readonly HookRule[] = [
    {
      group: "apiextensions.k8s.io",
      resources: ["customresourcedefinitions"],
      names: crds,
      verbs: watching,
    },
    ...resources.filter(({ isInOwnNamespace }) => !isInOwnNamespace).flatMap(rules),
  ];
  return `{{- /*
Once the operator runs, this Job applies its custom resource as Helm 4 would, as the field manager "helm": fields that
the chart does not set stay as users and the operator write them. The custom resource belongs to no release.
*/ -}}
{{- if ${anyCreated(resources)} }}
${hookAccount(hook, -30, { namespace, cluster })}
---
${hookJob(hook, -10, runs, volume)}
{{- end }}
`;
}

/** A name cannot limit who may create. */
function rules({ group, plural, metaPath }: AppliedResource): readonly HookRule[] {
  const name = `{{ ${printExpression(value(...metaPath, "name"))} | quote }}`;
  return [
    { group, resources: [plural], names: [name], verbs: ["get", "patch"] },
    { group, resources: [plural], verbs: ["create"] },
  ];
}
