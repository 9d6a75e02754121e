// The rules of a ClusterRole: its own, or those that the controller of aggregated roles collects from the roles of the release.
// https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles
import { field, isObject, type Json, listField, objectField } from "../kubernetes/object.ts";
import type { ReleasedObject } from "./finding.ts";
import { selects } from "./label-selectors.ts";

/** Rules, and the role in which they are written. */
export interface WrittenRules {
  readonly rules: readonly Json[];
  readonly source: ReleasedObject;
}

/** The rules that `role` has in the cluster; the controller overwrites what an aggregated one says itself. */
export function rulesOf(role: ReleasedObject, objects: readonly ReleasedObject[]): readonly WrittenRules[] {
  return [...partsOf(role, objects, new Set())];
}

function* partsOf(
  role: ReleasedObject,
  objects: readonly ReleasedObject[],
  seen: Set<ReleasedObject>,
): Iterable<WrittenRules> {
  if (seen.has(role)) return;
  seen.add(role);
  const selectors = selectorsOf(role);
  if (!selectors) {
    yield { rules: listField(role.object, "rules"), source: role };
    return;
  }
  for (const other of objects) {
    const isCollected =
      other.object.kind === "ClusterRole" &&
      other !== role &&
      selectors.some((one) => selects(one, objectField(other.object, "metadata", "labels")));
    if (isCollected) yield* partsOf(other, objects, seen);
  }
}

/** How a ClusterRole collects its rules; undefined for one that has its own. */
function selectorsOf({ object }: ReleasedObject): readonly Json[] | undefined {
  return isObject(field(object, "aggregationRule"))
    ? listField(object, "aggregationRule", "clusterRoleSelectors")
    : undefined;
}
