// What the objects are called that a chart adds to those of the source.
import type { ObjectReference } from "../kubernetes/object.ts";
import { scopeOfKind } from "../kubernetes/scope.ts";

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

/** What templates call an object in a release that is called as its chart: `kubevirt-uninstall`. */
export function nameInRelease(chart: string, suffix: string): string {
  return `${chart.slice(0, longestName - suffix.length - 1).replace(/-$/, "")}-${suffix}`;
}
