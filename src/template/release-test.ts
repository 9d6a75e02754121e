// `templates/tests/ready.yaml`: what `helm test` runs, a Job that waits until the workloads have rolled out and the CRs
// say that they are done. https://helm.sh/docs/topics/chart_tests/
import { value } from "./expression.ts";
import { type HookRule, hookAccount, hookJob, type KubectlHook, nameHelper } from "./kubectl-hook.ts";
import { printExpression } from "./print.ts";

/** A workload of the release's namespace. */
export interface TestedWorkload {
  readonly kind: "Deployment" | "DaemonSet" | "StatefulSet";
  readonly name: string;
}

/** A CR of the release and the condition that it reports when it is done. */
export interface TestedResource {
  readonly group: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly condition: string;
  /** Where its name and its switch are among the values. */
  readonly metaPath: readonly string[];
}

/** The text of the template, for at least one workload. `settings` is where those of its Pod stand among the values. */
export function printReleaseTest(
  chart: string,
  settings: readonly string[],
  workloads: readonly TestedWorkload[],
  resources: readonly TestedResource[],
): string {
  const hook: KubectlHook = {
    chart,
    name: "testName",
    events: "test",
    values: settings,
  };
  const limits = [`--timeout={{ .Values.tests.timeout }}`];
  const inNamespace = `--namespace={{ include "${chart}.namespace" . }}`;
  const runs = [
    ...resources.map((resource, index) => ({
      name: `wait-for-condition-${index + 1}`,
      condition: printExpression(value(...resource.metaPath, "create")),
      args: [
        "wait",
        `--for=condition=${resource.condition}`,
        `${resource.plural}.${resource.group}/${nameOf(resource)}`,
        ...(resource.isNamespaced ? [inNamespace] : []),
        ...limits,
      ],
    })),
    ...workloads.map(({ kind, name }, index) => ({
      name: `wait-for-rollout-${index + 1}`,
      args: ["rollout", "status", `${kind.toLowerCase()}/${name}`, inNamespace, ...limits],
    })),
  ];
  const rules = (isNamespaced: boolean): readonly HookRule[] =>
    resources
      .filter((resource) => resource.isNamespaced === isNamespaced)
      .map((resource) => ({
        group: resource.group,
        resources: [resource.plural],
        names: [`{{ ${printExpression(value(...resource.metaPath, "name"))} | quote }}`],
        verbs: ["get", "list", "watch"],
      }));
  const workloadRules = workloads.map(({ kind, name }) => ({
    group: "apps",
    resources: [`${kind.toLowerCase()}s`],
    names: [name],
    verbs: ["get", "list", "watch"],
  }));
  return `{{- /*
"helm test" succeeds once the operator runs and has done its work. It only looks.
*/ -}}
{{- if (.Values.tests).enabled }}
${hookAccount(hook, -30, { namespace: [...workloadRules, ...rules(true)], cluster: rules(false) })}
---
${hookJob(hook, -10, runs)}
{{- end }}
`;
}

/** The name of the test's objects. */
export function testNameHelper(chart: string): string {
  return nameHelper({ chart, name: "testName" }, "test", {
    words: "The name of what takes part in the test of the release.",
    owner: ".Chart.Name",
  });
}

function nameOf({ metaPath }: TestedResource): string {
  return `{{ ${printExpression(value(...metaPath, "name"))} }}`;
}
