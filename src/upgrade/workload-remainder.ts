// What is other in a workload that no finding of its own names.
import {
  field,
  isObject,
  type Json,
  type JsonObject,
  objectField,
  stringField,
} from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { toldContainerKeys } from "./compare-container.ts";
import { schedulingKeys } from "./compare-scheduling.ts";
import { podSpecOf } from "./container-pairs.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { listed } from "./listed.ts";
import { contentChanges, namedPath, type ObjectPair, objectFinding, ownContent } from "./object-pairs.ts";

/** Keys of a pod spec that findings of their own tell of. */
const toldPodKeys: ReadonlySet<string> = new Set([
  ...schedulingKeys,
  "nodeSelector",
  "serviceAccountName",
  "serviceAccount",
  "volumes",
]);

/** What none of the `told` findings names, as the paths of what is other. */
export function compareRest(pair: ObjectPair, told: readonly UpgradeFinding[]): readonly UpgradeFinding[] {
  const [before, after] = [pair.older, pair.newer].map((object) => remainder(object));
  // A container that is new or gone is told already.
  const changes = contentChanges(before ?? null, after ?? null).filter(
    ({ path }) => !/^(?:initC|c)ontainers$/.test(String(path.at(-2))),
  );
  const isTold = toldBy(told);
  const paths = changes.flatMap(({ path, found, expected }) => {
    const leaves = leafPaths(path, found ?? expected ?? null);
    const untold = leaves.filter((leaf) => !isTold(readable(leaf, after)));
    // What is new or gone as a whole is named as a whole, unless a part of it is told.
    return untold.length === leaves.length
      ? [readable(path, after)]
      : untold.map((leaf) => readable(leaf, after));
  });
  const distinct = [...new Set(paths)];
  if (distinct.length === 0) return [];
  return [
    objectFinding("workloads/changed", pair, { message: `Also other than before: ${listed(distinct)}.` }),
  ];
}

/** Whether one of the findings is about a path or about what holds it. */
function toldBy(findings: readonly UpgradeFinding[]): (path: string) => boolean {
  const told = findings.flatMap(({ path }) => path ?? []);
  return (path) =>
    told.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`));
}

function leafPaths(path: readonly PathStep[], value: Json): readonly (readonly PathStep[])[] {
  if (!isObject(value) || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leafPaths([...path, key], inner));
}

/** A path of the remainder as findings have it: containers there are known by their names already. */
function readable(path: readonly PathStep[], root: Json | undefined): string {
  const list = path.findIndex((step) => step === "containers" || step === "initContainers");
  const name = list < 0 ? undefined : path[list + 1];
  if (name === undefined) return namedPath(path, root as JsonObject);
  const inner = namedPath(path.slice(list + 2), field(root, ...path.slice(0, list + 2)) as JsonObject);
  return `${namedPath(path.slice(0, list + 1), undefined)}[${name}]${inner === "" || inner.startsWith("[") ? "" : "."}${inner}`;
}

/** An object without what other findings tell of; containers by their names. */
function remainder(released: ReleasedObject): Json {
  const pod = podSpecOf(released);
  const content = ownContent(released);
  if (!pod) return content;
  const spec: Record<string, Json> = { containers: {}, initContainers: {} };
  for (const [key, value] of Object.entries(objectField(content, ...pod.path))) {
    if (toldPodKeys.has(key)) continue;
    spec[key] = key === "containers" || key === "initContainers" ? byName(value) : value;
  }
  return without(replaced(content, pod.path, spec), released.object.kind);
}

function byName(containers: Json): Json {
  if (!Array.isArray(containers)) return containers;
  return Object.fromEntries(
    containers
      .filter(isObject)
      .map((container: JsonObject) => [stringField(container, "name") ?? "", withoutTold(container)]),
  );
}

/** A container without what findings of its own tell of; of its resources those are the amounts. */
function withoutTold(container: JsonObject): JsonObject {
  const { requests: _requests, limits: _limits, ...resources } = objectField(container, "resources");
  const others = Object.entries(container).filter(([key]) => !toldContainerKeys.has(key));
  return Object.fromEntries([
    ...others,
    ...(Object.keys(resources).length === 0 ? [] : [["resources", resources]]),
  ]);
}

function replaced(value: Json, [step, ...rest]: readonly PathStep[], inner: Json): Json {
  if (step === undefined) return inner;
  return isObject(value) && typeof step === "string"
    ? { ...value, [step]: replaced(value[step] ?? null, rest, inner) }
    : value;
}

/** Without the replicas and, of kinds that cannot change them, the selector and claims: they are told. */
function without(value: Json, kind: string): Json {
  if (!isObject(value) || !isObject(value["spec"])) return value;
  const told = new Set([
    "replicas",
    "selector",
    "volumeClaimTemplates",
    "serviceName",
    "podManagementPolicy",
  ]);
  if (kind === "Job") told.add("template");
  return {
    ...value,
    spec: Object.fromEntries(Object.entries(value["spec"]).filter(([key]) => !told.has(key))),
  };
}
