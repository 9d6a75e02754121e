// What nothing manages after an adoption: objects that came with the operator and are in no chart.
import {
  groupKind,
  isObject,
  type KubernetesObject,
  listField,
  type ObjectReference,
  objectField,
  objectKey,
  referenceOf,
} from "../kubernetes/object.ts";
import type { LeftBehind } from "./adoption-plan.ts";
import { allOwners } from "./field-owners.ts";
import type { LiveIndex } from "./live-index.ts";
import { type ReleaseName, releaseOf } from "./ownership.ts";
import { isPeoplesTool } from "./writers.ts";

/** Labels that say nothing of whose an object is. */
const commonLabel =
  /^(?:app\.kubernetes\.io\/(?:managed-by|instance|version|component)|helm\.sh\/|rbac\.authorization\.k8s\.io\/|(?!app\.)(?:[a-z-]+\.)?kubernetes\.io\/|pod-security\.)/;

/** The labels by which objects of the operator can be told, as selectors, the most frequent first. */
export function operatorLabels(objects: readonly KubernetesObject[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const object of objects) {
    for (const [key, value] of Object.entries(objectField(object, "metadata", "labels"))) {
      if (typeof value !== "string" || commonLabel.test(key)) continue;
      const selector = value === "" ? key : `${key}=${value}`;
      counts.set(selector, (counts.get(selector) ?? 0) + 1);
    }
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([selector]) => selector);
}

/** What a person made, has the operator's labels, and is neither in a chart nor owned by anything. */
export function findLeftBehind(
  candidates: readonly KubernetesObject[],
  labels: readonly string[],
  inCharts: ReadonlySet<string>,
): readonly LeftBehind[] {
  return candidates
    .filter((object) => {
      const isMarked = labels.some((selector) => matches(object, selector));
      return isMarked && !inCharts.has(objectKey(referenceOf(object))) && isMadeByPeople(object);
    })
    .map((object) =>
      leftBehind(
        referenceOf(object),
        "it has the operator's labels and is in no chart; nothing manages it any more",
      ),
    );
}

/** What a forgotten release leaves. */
export function orphanedObject(object: ObjectReference, { name }: ReleaseName): LeftBehind {
  return leftBehind(
    object,
    `it was of the release "${name}" and is in no chart; nothing manages it any more`,
  );
}

/** The Namespace, which no chart holds for itself. */
export function namespaceLeft(namespace: string, live: LiveIndex): readonly LeftBehind[] {
  const found = live.findReference({ group: "", version: "v1", kind: "Namespace", name: namespace });
  if (!found) return [];
  return [
    {
      object: referenceOf(found),
      reason: "a chart does not hold the namespace that it is in; it stays as it is, with its labels",
    },
  ];
}

/** A CRD is never told to be deleted, nor what is of no known kind: data could be in it. */
function leftBehind(object: ObjectReference, reason: string): LeftBehind {
  const { group, version, kind, namespace, name } = object;
  const isData =
    /^(?:CustomResourceDefinition|PersistentVolumeClaim|Namespace)$/.test(kind) || !isPlain(object);
  if (isData) return { object, reason: `${reason}; look at what is in it before you delete it` };
  const resource = group === "" ? kind : `${kind}.${version}.${group}`;
  const place = namespace === undefined ? "" : ` --namespace ${namespace}`;
  return { object, reason, command: `kubectl delete ${resource} ${name}${place}` };
}

/** Groups whose objects an operator's manifests hold and that keep no data of users. */
function isPlain(reference: ObjectReference): boolean {
  return /^(?:|apps|batch|policy|rbac\.authorization\.k8s\.io|networking\.k8s\.io|admissionregistration\.k8s\.io|scheduling\.k8s\.io|apiregistration\.k8s\.io|monitoring\.coreos\.com|cert-manager\.io)\/[A-Z]/.test(
    groupKind(reference),
  );
}

function matches(object: KubernetesObject, selector: string): boolean {
  const [key = "", value = ""] = selector.split("=", 2);
  const labels = objectField(object, "metadata", "labels");
  return Object.hasOwn(labels, key) && labels[key] === value;
}

/** An operator's own objects have an owner, or were written by no tool that people use. */
function isMadeByPeople(object: KubernetesObject): boolean {
  if (listField(object, "metadata", "ownerReferences").some(isObject)) return false;
  if (releaseOf(object)) return false;
  const owners = allOwners(object);
  const applied = objectField(object, "metadata", "annotations");
  return (
    Object.hasOwn(applied, "kubectl.kubernetes.io/last-applied-configuration") ||
    owners.some(({ manager }) => isPeoplesTool(manager))
  );
}
