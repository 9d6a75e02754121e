// Live objects by name.
import { type KubernetesObject, type ObjectReference, objectKey, referenceOf } from "../kubernetes/object.ts";
import { scopeOfKind } from "../kubernetes/scope.ts";

/** The live objects that are known, for a release in one namespace. */
export class LiveIndex {
  readonly #objects: ReadonlyMap<string, KubernetesObject>;
  readonly #namespace: string;

  constructor(objects: readonly KubernetesObject[], namespace: string) {
    this.#objects = new Map(objects.map((object) => [objectKey(referenceOf(object)), object]));
    this.#namespace = namespace;
  }

  /** The live object of the name that `object` will have: without a namespace it is the release's, or has none. */
  find(object: KubernetesObject): KubernetesObject | undefined {
    return this.findReference(referenceOf(object));
  }

  findReference(reference: ObjectReference): KubernetesObject | undefined {
    const { namespace, ...rest } = reference;
    const placed = this.#objects.get(objectKey({ ...rest, namespace: namespace ?? this.#namespace }));
    return placed ?? this.#objects.get(objectKey(rest));
  }

  /** Every live object. */
  all(): readonly KubernetesObject[] {
    return [...this.#objects.values()];
  }

  /** The name that an object has or would have in the cluster. */
  referenceOf(object: KubernetesObject): ObjectReference {
    const found = this.find(object);
    if (found) return referenceOf(found);
    const { namespace, ...rest } = placedReference(object, this.#namespace);
    const isCluster = scopeOfKind(rest.group, rest.kind) === "Cluster";
    return namespace === undefined || isCluster ? rest : { ...rest, namespace };
  }
}

/**
 * The name of an object of a release in `namespace`. That is there for every object: whether a kind is namespaced is the
 * cluster's to say.
 */
export function placedReference(object: KubernetesObject, namespace: string): ObjectReference {
  return { namespace, ...referenceOf(object) };
}
