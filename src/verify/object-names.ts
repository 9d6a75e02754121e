// Which object of the source a text of another one names. No object has another name in another namespace, or it would
// not be found there, so neither may what refers to it.
import {
  field,
  type KubernetesObject,
  listField,
  type ObjectReference,
  stringField,
} from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import type { Subject } from "./object-parity.ts";

/** The names of the objects of the source. */
export class ObjectNames {
  readonly #references: readonly ObjectReference[];

  constructor(subjects: readonly Subject[]) {
    // A reference to a Namespace is what moves.
    this.#references = subjects.map(({ reference }) => reference).filter(({ kind }) => kind !== "Namespace");
  }

  /**
   * The object that the text at `path` of `object` names: in a field that holds names (`roleRef.name`,
   * `serviceAccountName`, `resourceNames`), and of the kind that stands beside it, if one does.
   */
  namedAt(object: KubernetesObject, path: readonly PathStep[]): ObjectReference | undefined {
    if (!holdsName(object, path)) return undefined;
    const text = field(object, ...path);
    const kind = stringField(object, ...path.slice(0, -1), "kind");
    return this.#references.find(
      (reference) => reference.name === text && (kind === undefined || reference.kind === kind),
    );
  }
}

function holdsName(object: KubernetesObject, path: readonly PathStep[]): boolean {
  const [parent, last] = path.slice(-2).map(String);
  if (parent === "resourceNames") {
    return !listField(object, ...path.slice(0, -2), "resources").includes("namespaces");
  }
  const isName = last === "name" || last?.endsWith("Name");
  return isName === true && !/namespace/i.test(`${parent} ${last}`);
}
