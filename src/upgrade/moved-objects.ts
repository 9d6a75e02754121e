// Objects that one chart of the set has no longer and another one has: Helm does not take over what another release has.
import { stringField } from "../kubernetes/object.ts";
import { type ChartPair, type ChartRelease, pairCharts } from "./chart-release.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { annotationsOf, type ObjectPair, objectFinding } from "./object-pairs.ts";

/** What becomes of the objects that move to another chart. The releases are upgraded in the order of the newer charts. */
export function compareMoves(
  older: ChartRelease,
  newer: ChartRelease,
  pairs: readonly ObjectPair[],
): readonly UpgradeFinding[] {
  const { pairs: charts } = pairCharts(older, newer);
  return pairs.flatMap((pair) => (isMove(pair, charts) ? [judge(pair, newer, charts)] : []));
}

/** Whether an object is another chart's now. */
function isMove({ older, newer }: ObjectPair, charts: readonly ChartPair[]): boolean {
  return !charts.some((pair) => pair.older.name === older.chart && pair.newer.name === newer.chart);
}

function judge(pair: ObjectPair, release: ChartRelease, charts: readonly ChartPair[]): UpgradeFinding {
  const { older, newer } = pair;
  const from = charts.find((one) => one.older.name === older.chart)?.newer.name;
  const order = release.charts.map(({ name }) => name);
  const isDeletedBefore = from !== undefined && order.indexOf(from) < order.indexOf(newer.chart);
  const way = `The object moves from chart "${older.chart}" to "${newer.chart}"`;
  if (!isDeletedBefore || isKept(older)) {
    return objectFinding("objects/moved-refused", pair, {
      message: `${way}, and ${reasonOf(from, isKept(older))}, so that Helm refuses to take it over.`,
      action:
        "Give it to the other release before the upgrade: set its annotations meta.helm.sh/release-name and " +
        "meta.helm.sh/release-namespace to that release, and helm.sh/resource-policy to keep, so that the " +
        "release that has it now leaves it; or upgrade with --take-ownership.",
    });
  }
  const code = holdsData(older) ? "objects/moved-lost" : "objects/moved-remade";
  return objectFinding(code, pair, {
    message: `${way}: the upgrade of the one deletes it, that of the other makes it anew.`,
    action:
      code === "objects/moved-lost"
        ? "Annotate it with helm.sh/resource-policy=keep and the names of the other release before the upgrade."
        : "Nothing, where a moment without it does no harm.",
  });
}

function reasonOf(from: string | undefined, kept: boolean): string {
  if (from === undefined) return "the release that has it is not upgraded";
  return kept
    ? "its policy is to stay with the release that has it"
    : "the release that has it is upgraded later";
}

/** Whether Helm leaves the object where a release has it no longer. */
export function isKept(released: ReleasedObject): boolean {
  return stringField(annotationsOf(released), "helm.sh/resource-policy")?.trim().toLowerCase() === "keep";
}

const keepers = new Set([
  "CustomResourceDefinition",
  "Namespace",
  "PersistentVolume",
  "PersistentVolumeClaim",
]);

/** Whether something is lost with the object that making it anew does not bring back. */
export function holdsData({ object }: ReleasedObject): boolean {
  return keepers.has(object.kind);
}
