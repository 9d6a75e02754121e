// The volumes of a workload, and where its containers mount them.
import { field, type JsonObject, jsonEqual, listField, stringField } from "../kubernetes/object.ts";
import { type PodSpec, pairContainers } from "./container-pairs.ts";
import type { UpgradeFinding } from "./finding.ts";
import { type ObjectPair, objectFinding } from "./object-pairs.ts";

/** The volumes that are new, gone or other ones, as one finding. */
export function compareVolumes(
  pair: ObjectPair,
  then: JsonObject,
  { spec, path }: PodSpec,
): readonly UpgradeFinding[] {
  const named = (one: JsonObject) =>
    new Map(listField(one, "volumes").map((volume) => [stringField(volume, "name") ?? "", volume]));
  const [before, after] = [named(then), named(spec)];
  const changed = [...new Set([...after.keys(), ...before.keys()])].flatMap((name) => {
    const [older, newer] = [before.get(name), after.get(name)];
    if (jsonEqual(older, newer)) return [];
    return [`${older === undefined ? "+" : newer === undefined ? "-" : ""}${name}`];
  });
  const mounts = pairContainers(pair).flatMap(({ name, older, newer }) =>
    older &&
    newer &&
    !jsonEqual(field(older.container, "volumeMounts"), field(newer.container, "volumeMounts"))
      ? [`mounts of container "${name}"`]
      : [],
  );
  if (changed.length + mounts.length === 0) return [];
  return [
    objectFinding("workloads/volumes-changed", pair, {
      olderPath: [...path, "volumes"],
      newerPath: [...path, "volumes"],
      message: `Volumes are other ones: ${[...changed, ...mounts].join(", ")}.`,
    }),
  ];
}
