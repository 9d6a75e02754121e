// `templates/uninstall-job.yaml`: a hook that deletes the CRs of the release and waits until the operator has
// finalized them, before Helm deletes the operator. https://helm.sh/docs/topics/charts_hooks/

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

/**
 * The text of the template; the CRs are deleted in the order given. `isApplied`: by a Job of this chart, which may
 * still run where an install was interrupted, and would make them again.
 */
export function printUninstallJob(
  chart: string,
  resources: readonly DeletedResource[],
  isApplied: boolean,
): string {
  const hook: KubectlHook = { chart, name: "uninstallName", events: "pre-delete", values: ["uninstall"] };
  const created = resources.map(({ metaPath }) => printExpression(value(...metaPath, "create")));
  const any = created.length === 1 ? created[0] : `(or ${created.join(" ")})`;
  const rules = (isNamespaced: boolean) =>
    resources.filter((resource) => resource.isNamespaced === isNamespaced).map(rule);
  const runs = [
    ...(isApplied ? [stopApplying(chart)] : []),
    ...resources.flatMap((resource, index) => deletion(chart, resource, index + 1)),
  ];
  const applyJob: HookRule = {
    group: "batch",
    resources: ["jobs"],
    names: [includeName({ chart, name: "applyName" })],
    verbs: ["get", "list", "watch", "delete"],
  };
  const namespace = [...(isApplied ? [applyJob] : []), ...rules(true)];
  return `{{- /*
Before Helm deletes the operator, its custom resources go: only the running operator can clean up after them.
The Job may touch nothing else. When it fails, nothing has been deleted yet and the uninstall can be run again.
*/ -}}
{{- if and (not .Values.gitops) (eq .Values.uninstall.strategy "job") ${any} }}
${hookAccount(hook, -30, { namespace, cluster: rules(false) })}
---
${hookJob(hook, -10, runs)}
{{- end }}
`;
}

/** The name of the hook's objects. */
export function uninstallNameHelper(chart: string): string {
  return nameHelper({ chart, name: "uninstallName" }, "uninstall", {
    words: "The name of what takes part in the uninstall.",
    owner: ".Chart.Name",
  });
}

/** kubectl gets, lists and watches one object by its name, which resourceNames allow. */
function rule({ group, plural, metaPath }: DeletedResource): HookRule {
  return {
    group,
    resources: [plural],
    names: [`{{ ${printExpression(value(...metaPath, "name"))} | quote }}`],
    verbs: ["get", "list", "watch", "delete"],
  };
}

/** With its Pods: one that ran on could still apply the CR. */
function stopApplying(chart: string): KubectlRun {
  return {
    name: "stop-applying",
    args: [
      "delete",
      `job/{{ include "${chart}.applyName" . }}`,
      `--namespace={{ include "${chart}.namespace" . }}`,
      "--ignore-not-found",
      "--cascade=foreground",
      "--wait=true",
      "--timeout={{ .Values.uninstall.timeout }}",
    ],
  };
}

/** Shows what the CR waits for, then deletes it and waits. */
function deletion(
  chart: string,
  { resource, isNamespaced, metaPath }: DeletedResource,
  number: number,
): readonly KubectlRun[] {
  const subject = `${resource}/{{ ${printExpression(value(...metaPath, "name"))} }}`;
  const namespace = isNamespaced ? [`--namespace={{ include "${chart}.namespace" . }}`] : [];
  return [
    {
      name: `show-finalizers-${number}`,
      args: [
        "get",
        subject,
        ...namespace,
        "--ignore-not-found",
        `'--output=jsonpath={.kind}{" "}{.metadata.name}{" is deleted once these finalizers are gone: "}{.metadata.finalizers}{"\\n"}'`,
      ],
    },
    {
      name: `delete-${number}`,
      args: [
        "delete",
        subject,
        ...namespace,
        "--ignore-not-found",
        "--wait=true",
        "--timeout={{ .Values.uninstall.timeout }}",
      ],
    },
  ];
}
