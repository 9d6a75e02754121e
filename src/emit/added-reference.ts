// What the objects are called that a chart adds to those of the source.
import type { ObjectReference } from "../kubernetes/object.ts";
import { scopeOfKind } from "../kubernetes/scope.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";

/** The length that Kubernetes allows to labels and to the names of Pods, and so to those of Jobs. */
const longestName = 63;

/** An object's reference; `namespace` is that of the operator, which only a namespaced kind has. */
export function addedReference(
  namespace: string,
  group: string,
  kind: string,
  name: string,
): ObjectReference {
  const isNamespaced = scopeOfKind(group, kind) === "Namespaced";
  return { group, version: "v1", kind, name, ...(isNamespaced ? { namespace } : {}) };
}

/**
 * What templates call an object (`kubevirt-uninstall`) in a release that is called as its chart, or as the one that this
 * is part of. `owner` stands behind the release's name where that does not hold it: what Helm calls the chart, if
 * nothing else is said.
 */
export function nameInRelease(
  { parent }: Pick<ChartSetPlan, "parent">,
  chart: ChartPlan,
  suffix: string,
  owner: string = parent?.key ?? chart.name,
): string {
  const release = parent?.release ?? chart.name;
  const name = release.includes(owner) ? release : `${release}-${owner}`;
  return `${name.slice(0, longestName - suffix.length - 1).replace(/-$/, "")}-${suffix}`;
}
