// A workload in two releases: what runs, as whom, where, with what, and what it needs to start.

import { parseImageReference } from "../kubernetes/image-reference.ts";
import { field, type Json, type JsonObject, jsonEqual, stringField } from "../kubernetes/object.ts";
import { compareConfinement } from "./compare-confinement.ts";
import { compareContainer } from "./compare-container.ts";
import { compareImages, isFloating } from "./compare-images.ts";
import { compareScheduling } from "./compare-scheduling.ts";
import { compareVolumes } from "./compare-volumes.ts";
import { type PodSpec, pairContainers, podSpecOf } from "./container-pairs.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { type IsThere, neededObjects } from "./needed-objects.ts";
import { type ObjectPair, objectFinding } from "./object-pairs.ts";
import { compareRest } from "./workload-remainder.ts";

/** What became of a workload that both releases have; what the API server refuses is told elsewhere. */
export function compareWorkload(pair: ObjectPair, isThere: IsThere): readonly UpgradeFinding[] {
  const [then, now] = [podSpecOf(pair.older), podSpecOf(pair.newer)];
  if (!then || !now) return [];
  const containers = pairContainers(pair);
  const findings = [
    ...compareImages(pair, containers),
    ...compareConfinement(pair, containers),
    ...containers.flatMap((container) => compareContainer(pair, container)),
    ...compareReplicas(pair),
    ...compareAccount(pair, then.spec, now),
    ...compareScheduling(pair, then.spec, now),
    ...compareVolumes(pair, then.spec, now),
    ...neededObjects(pair, isThere),
  ];
  return [...findings, ...compareRest(pair, findings)];
}

/** What a person should know of a workload that is new. */
export function judgeNewWorkload(newer: ReleasedObject, isThere: IsThere): readonly UpgradeFinding[] {
  const containers = pairContainers({ newer });
  const floating = containers.flatMap(({ newer: now, newerPath }) => {
    const image = parseImageReference(stringField(now?.container, "image") ?? "");
    if (!image || !isFloating(image)) return [];
    return [
      objectFinding(
        "workloads/image-floating",
        { newer },
        {
          newerPath: [...newerPath, "image"],
          message: "The image of a new workload is not of one version.",
          action: "Set its tag or digest among the chart's values.",
        },
      ),
    ];
  });
  return [...compareConfinement({ newer }, containers), ...floating, ...neededObjects({ newer }, isThere)];
}

function compareReplicas(pair: ObjectPair): readonly UpgradeFinding[] {
  const path = ["spec", "replicas"];
  const [before, after] = [pair.older, pair.newer].map(({ object }) => field(object, ...path));
  if (jsonEqual(before, after)) return [];
  const shown = (value: Json | undefined) => (value === undefined ? "unset" : String(value));
  return [
    objectFinding("workloads/replicas-changed", pair, {
      olderPath: path,
      newerPath: path,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      message: `The number of Pods goes from ${shown(before)} to ${shown(after)}.`,
    }),
  ];
}

function compareAccount(
  pair: ObjectPair,
  then: JsonObject,
  { spec, path }: PodSpec,
): readonly UpgradeFinding[] {
  const key = "serviceAccountName";
  // The older name of the field still counts.
  const [before, after] = [then, spec].map(
    (one) => stringField(one, key) ?? stringField(one, "serviceAccount") ?? "default",
  );
  if (before === after) return [];
  return [
    objectFinding("workloads/account-changed", pair, {
      olderPath: [...path, key],
      newerPath: [...path, key],
      before: before ?? null,
      after: after ?? null,
      message: `The Pods run as service account "${after}" instead of "${before}".`,
      action:
        "Give the new account what the older one got outside of the chart: rights, pull secrets, cloud identities.",
    }),
  ];
}
