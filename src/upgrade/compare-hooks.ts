// The hooks of a chart in two releases: what runs beside the upgrade, and when.
import { hookEventsOf, hookWeightOf } from "../kubernetes/helm-hooks.ts";
import { podSpecPathOf } from "../kubernetes/pod-spec.ts";
import type { ChartPair } from "./chart-release.ts";
import { compareConfinement } from "./compare-confinement.ts";
import { compareImages } from "./compare-images.ts";
import { pairContainers } from "./container-pairs.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { contentChanges, type ObjectPair, objectFinding, ownContent, pairObjects } from "./object-pairs.ts";

const hookPath = ["metadata", "annotations", "helm.sh/hook"];

/** What became of the hooks. Of objects that only serve one, nothing is told but that a Job or Pod is new or gone. */
export function compareHooks({ older, newer }: ChartPair): readonly UpgradeFinding[] {
  const { pairs, added, removed } = pairObjects(older.hooks.filter(runs), newer.hooks.filter(runs));
  return [
    ...added.flatMap((hook) => [
      objectFinding(
        "chart/hook-added",
        { newer: hook },
        {
          newerPath: hookPath,
          message: `It runs at ${eventsOf(hook)}.`,
        },
      ),
      ...compareConfinement({ newer: hook }, pairContainers({ newer: hook })),
    ]),
    ...removed.map((hook) =>
      objectFinding(
        "chart/hook-removed",
        { older: hook },
        {
          olderPath: hookPath,
          message: `It ran at ${eventsOf(hook)}.`,
        },
      ),
    ),
    ...pairs.flatMap(compareHook),
  ];
}

function compareHook(pair: ObjectPair): readonly UpgradeFinding[] {
  const { older, newer } = pair;
  const containers = pairContainers(pair);
  const told = [...compareImages(pair, containers), ...compareConfinement(pair, containers)];
  const when = [eventsOf(older), eventsOf(newer)];
  const weights = [hookWeightOf(older.object), hookWeightOf(newer.object)];
  const isMoved = when[0] !== when[1];
  if (!isMoved && weights[0] === weights[1] && isSameButForImages(pair)) return told;
  const what = isMoved
    ? `It runs at ${when[1]} instead of ${when[0]}.`
    : weights[0] === weights[1]
      ? "What it runs is another one."
      : `It has weight ${weights[1]} instead of ${weights[0]}.`;
  return [
    objectFinding("chart/hook-changed", pair, { olderPath: hookPath, newerPath: hookPath, message: what }),
    ...told,
  ];
}

/** Images that are other ones are told as images. */
function isSameButForImages({ older, newer }: ObjectPair): boolean {
  return contentChanges(ownContent(older), ownContent(newer)).every(({ path }) => path.at(-1) === "image");
}

function runs({ object }: ReleasedObject): boolean {
  return podSpecPathOf(object.kind) !== undefined;
}

function eventsOf({ object }: ReleasedObject): string {
  return [...hookEventsOf(object)].sort().join(", ");
}
