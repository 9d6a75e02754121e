// The files, values and objects that let a release end well; plan/uninstall.ts says which strategies it has.
import type { CustomResourceDefinition } from "../classify/operator.ts";
import type { ObjectReference } from "../kubernetes/object.ts";
import type { ChartPlan, ChartSetPlan, CustomResourceBlock, UninstallPlan } from "../plan/chart-plan.ts";
import { printUninstallGuard } from "../template/uninstall-guard.ts";
import { type DeletedResource, printUninstallJob } from "../template/uninstall-job.ts";
import { globalValues } from "../transform/chart-values.ts";
import { gitopsValue } from "../transform/gitops.ts";
import type { Value } from "../transform/value.ts";
import type { AddedObject } from "./chart.ts";
import { appliesCustomResources, resourceName } from "./chart-facts.ts";
import { kubectlValues, timeoutValue } from "./kubectl-values.ts";

/** Helm waits five minutes for a hook unless told otherwise; the Job must have its say before. */
const defaultTimeout = "4m";

/** The templates of the strategies that the chart offers, by path. */
export function uninstallFiles(chart: ChartPlan): readonly (readonly [string, string])[] {
  const { name, customResources, uninstall } = chart;
  if (!uninstall) return [];
  const { strategies, crds } = uninstall;
  const kinds = crds.map((crd) => ({
    apiVersion: `${crd.group}/${crd.storageVersion}`,
    kind: crd.kind,
    resource: resourceName(crd),
    isNamespaced: crd.scope === "Namespaced",
  }));
  return [
    ...(strategies.includes("job")
      ? [
          [
            "templates/uninstall-job.yaml",
            printUninstallJob(name, deleted(customResources), appliesCustomResources(chart)),
          ] as const,
        ]
      : []),
    ...(strategies.includes("guard")
      ? [["templates/uninstall-guard.yaml", printUninstallGuard(name, kinds)] as const]
      : []),
  ];
}

/** In the reverse order of the sources: what was created last goes first. */
function deleted(blocks: readonly CustomResourceBlock[]): readonly DeletedResource[] {
  return blocks.toReversed().map(({ customResource: { crd }, metaPath }) => ({
    resource: resourceName(crd),
    group: crd.group,
    plural: crd.plural,
    kind: crd.kind,
    isNamespaced: crd.scope === "Namespaced",
    metaPath,
  }));
}

/** The settings; none where the chart has nothing to wait for. */
export function uninstallValues({ uninstall }: ChartPlan): readonly Value[] {
  if (!uninstall || uninstall.strategies.length === 1) return [];
  const { strategies, strategy } = uninstall;
  return [
    gitopsValue,
    {
      path: ["uninstall"],
      role: "section",
      description: "What keeps the operator running until its custom resources are gone.",
      schema: {},
    },
    {
      path: ["uninstall", "strategy"],
      default: strategy,
      description: strategyWords(uninstall),
      schema: { type: "string", enum: strategies },
    },
    ...(strategies.includes("job")
      ? [
          ...globalValues,
          timeoutValue(
            ["uninstall", "timeout"],
            defaultTimeout,
            "How long the Job waits for the operator to clean up. Helm itself waits five minutes, or as long as its --timeout says.",
          ),
          ...kubectlValues(["uninstall"]),
        ]
      : []),
  ];
}

function strategyWords({ strategies }: UninstallPlan): string {
  const words = {
    job: "job: a Job deletes the custom resource and waits.",
    guard: "guard: the uninstall is refused while a custom resource exists (Kubernetes 1.30 or later).",
    none: "none: nothing; delete the custom resource first.",
  };
  return strategies.map((strategy) => words[strategy]).join(" ");
}

/** What the default rendering shows beside the source: a release is called as its chart. */
export function uninstallObjects({ operator }: ChartSetPlan, chart: ChartPlan): readonly AddedObject[] {
  const { name, customResources, uninstall } = chart;
  if (!uninstall || uninstall.strategy === "none") return [];
  const namespace = operator.sourceNamespace ?? "default";
  const own = `${name.slice(0, 53).replace(/-$/, "")}-uninstall`;
  const object = (group: string, kind: string, namespaced: boolean, objectName = own): ObjectReference => ({
    group,
    version: "v1",
    kind,
    name: objectName,
    ...(namespaced ? { namespace } : {}),
  });
  const rbac = "rbac.authorization.k8s.io";
  if (uninstall.strategy === "job") {
    const scopes = new Set(customResources.map(({ customResource: { crd } }) => crd.scope === "Namespaced"));
    if (appliesCustomResources(chart)) scopes.add(true);
    const roles = [...scopes].flatMap((namespaced) =>
      ["Role", "RoleBinding"].map((kind) => object(rbac, namespaced ? kind : `Cluster${kind}`, namespaced)),
    );
    const switches = customResources.some(({ createByDefault }) => createByDefault)
      ? {}
      : { setToRender: customResources.map(({ metaPath }) => `${metaPath.join(".")}.create=true`) };
    return [object("", "ServiceAccount", true), ...roles, object("batch", "Job", true)].map((reference) => ({
      chart: name,
      reference,
      reason: "deletes the custom resource before the operator goes, as a hook",
      ...switches,
    }));
  }
  const admission = "admissionregistration.k8s.io";
  const policies = uninstall.crds.flatMap((_: CustomResourceDefinition, index, { length }) =>
    ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"].map((kind) =>
      object(admission, kind, false, `${namespace}-${own}${length > 1 ? `-${index + 1}` : ""}`),
    ),
  );
  return [object("", "ConfigMap", true), object("", "ConfigMap", true), ...policies].map((reference) => ({
    chart: name,
    reference,
    reason: "refuses to uninstall the operator while a custom resource exists",
  }));
}
