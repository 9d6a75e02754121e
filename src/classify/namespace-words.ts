// What tells an operator's own namespace from words that look like it.
import { objectField } from "../kubernetes/object.ts";
import type { NamespaceWords } from "../kubernetes/own-namespace.ts";
import type { Operator } from "./operator.ts";

/** The own namespace as words in texts; undefined when the sources name none. */
export function namespaceWordsOf(operator: Operator): NamespaceWords | undefined {
  const { sourceNamespace: namespace, manifests, workloads: running } = operator;
  if (namespace === undefined) return undefined;
  const objects = manifests.filter(({ object }) => object.kind !== "Namespace");
  const labels = objects.flatMap(({ object }) => Object.values(objectField(object, "metadata", "labels")));
  const containerNames = running.flatMap((workload) => workload.containers.map(({ name }) => name));
  const objectNames = objects.map(({ reference }) => reference.name);
  const names = new Set([...objectNames, ...labels, ...containerNames]);
  const own = objects.filter(({ reference }) => (reference.namespace ?? namespace) === namespace);
  return {
    namespace,
    // A single word ("default", "forge") means many things; `forge-system` means one.
    distinctive: namespace.includes("-") && !names.has(namespace),
    objectNames: new Set(own.map(({ reference }) => reference.name)),
    prefixedNames: new Set(objectNames.filter((name) => name.startsWith(`${namespace}:`))),
  };
}
