// The objects that let a release end well, as parity has to know them: the source has none of them.

import type { ObjectReference } from "../kubernetes/object.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { addedReference, nameInRelease } from "./added-reference.ts";
import type { AddedObject } from "./chart.ts";
import { appliesCustomResources } from "./chart-facts.ts";

/** What the default rendering shows beside the source: a release is called as its chart. */
export function uninstallObjects(set: ChartSetPlan, chart: ChartPlan): readonly AddedObject[] {
  const { operator } = set;
  const { uninstall } = chart;
  if (!uninstall) return [];
  const own: OwnNames = {
    chart: chart.name,
    namespace: operator.sourceNamespace ?? "default",
    name: nameInRelease(set, chart, "uninstall"),
  };
  const { strategies, strategy } = uninstall;
  return [
    ...(strategy === "job" && chart.customResources.length > 0 ? jobObjects(own, chart) : []),
    ...(strategies.includes("guard") && strategy !== "none" ? policies(own, uninstall.crds.length) : []),
    ...(strategies.includes("guard") ? [cleaningHook(own)] : []),
  ];
}

interface OwnNames {
  readonly chart: string;
  readonly namespace: string;
  readonly name: string;
}

function object({ namespace, name }: OwnNames, group: string, kind: string): ObjectReference {
  return addedReference(namespace, group, kind, name);
}

function jobObjects(own: OwnNames, chart: ChartPlan): readonly AddedObject[] {
  const { customResources } = chart;
  const rbac = "rbac.authorization.k8s.io";
  const scopes = new Set(customResources.map(({ customResource: { crd } }) => crd.scope === "Namespaced"));
  if (appliesCustomResources(chart)) scopes.add(true);
  const roles = [...scopes].flatMap((namespaced) =>
    ["Role", "RoleBinding"].map((kind) => object(own, rbac, namespaced ? kind : `Cluster${kind}`)),
  );
  const switches = customResources.some(({ createByDefault }) => createByDefault)
    ? {}
    : { setToRender: customResources.map(({ metaPath }) => `${metaPath.join(".")}.create=true`) };
  return [object(own, "", "ServiceAccount"), ...roles, object(own, "batch", "Job")].map((reference) => ({
    chart: own.chart,
    reference,
    reason: "deletes the custom resource before the operator goes, as a hook",
    ...switches,
  }));
}

/** The guard: the ConfigMap whose deletion it refuses, and two objects for each kind. */
function policies(own: OwnNames, kinds: number): readonly AddedObject[] {
  const names = Array.from(
    { length: kinds },
    (_, index) => `${own.namespace}-${own.name}${kinds > 1 ? `-${index + 1}` : ""}`,
  );
  const references = names.flatMap((name) =>
    ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"].map((kind) =>
      object({ ...own, name }, "admissionregistration.k8s.io", kind),
    ),
  );
  return [object(own, "", "ConfigMap"), ...references].map((reference) => ({
    chart: own.chart,
    reference,
    reason: "refuses to uninstall the operator while a custom resource needs it",
  }));
}

function cleaningHook(own: OwnNames): AddedObject {
  return {
    chart: own.chart,
    reference: object(own, "", "ConfigMap"),
    reason: "is deleted first at an uninstall, which the guard can refuse, as a hook",
  };
}
