// The objects of two releases as a whole: which are new, gone, renamed, moved to another chart or made hooks, which are of
// APIs that Kubernetes has no longer. What an object holds is compared in the files of its kind.
import { type AppliedObject, withoutCarried } from "./applied-objects.ts";
import { type ChartRelease, pairCharts } from "./chart-release.ts";
import { compareApiVersions } from "./compare-api-versions.ts";
import { compareContent } from "./compare-content.ts";
import { compareImmutable } from "./compare-immutable.ts";
import { compareServices } from "./compare-services.ts";
import { compareWorkload, judgeNewWorkload } from "./compare-workload.ts";
import { customKinds, newKinds, unservedVersions } from "./custom-kinds.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { removedFinding, renamedFinding } from "./gone-objects.ts";
import { compareHookRoles } from "./hook-roles.ts";
import { compareMoves, holdsData } from "./moved-objects.ts";
import { thereIn } from "./needed-objects.ts";
import { identityOf, objectFinding, pairObjects } from "./object-pairs.ts";
import { findRenamed } from "./renamed-objects.ts";

/** Kinds whose coming and going is told in an area of its own. */
const toldElsewhere = new Set([
  "CustomResourceDefinition",
  "ClusterRole",
  "ClusterRoleBinding",
  "Role",
  "RoleBinding",
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
]);

/** What became of the objects of a release. */
export function compareObjects(older: ChartRelease, newer: ChartRelease): readonly UpgradeFinding[] {
  const [before, after] = [objectsOf(older), objectsOf(newer)];
  const paired = pairObjects(before, after);
  const applied = pairApplied(older, newer);
  const hooks = compareHookRoles(older, newer, paired.added, paired.removed);
  // A chart that is in the set no longer keeps what it has until somebody uninstalls it.
  const left = new Set(pairCharts(older, newer).removed.map(({ name }) => name));
  const removed = paired.removed.filter((one) => !hooks.told.has(one) && !left.has(one.chart));
  const added = paired.added.filter((one) => !hooks.told.has(one));
  const isOfArea = ({ object }: ReleasedObject) => !toldElsewhere.has(object.kind);
  const renamed = findRenamed(removed.filter(isOfArea), added.filter(isOfArea));
  const isRenamed = (one: ReleasedObject) => renamed.some((pair) => pair.older === one || pair.newer === one);
  const isThere = thereIn([...after, ...newer.charts.flatMap((chart) => [...chart.hooks, ...chart.applied])]);
  const customs = customKinds([older, newer]);
  const isData = (one: ReleasedObject) => holdsData(one) || customs.has(kindOf(one));
  return [
    ...[...paired.pairs, ...applied.pairs].flatMap((pair) => [
      ...compareImmutable(pair),
      ...compareWorkload(pair, isThere),
      ...compareContent({
        older: withoutCarried(pair.older, appliedOf(older)),
        newer: withoutCarried(pair.newer, appliedOf(newer)),
      }),
    ]),
    ...applied.findings,
    ...compareMoves(older, newer, paired.pairs),
    ...hooks.findings,
    ...renamed.map((pair) => renamedFinding(pair, isData(pair.older), before)),
    ...removed
      .filter((one) => isOfArea(one) && !isRenamed(one))
      .map((one) => removedFinding(one, isData(one), before, after)),
    ...added
      .filter((one) => isOfArea(one) && !isRenamed(one))
      .map((one) => objectFinding("objects/added", { newer: one }, { message: "The object is new." })),
    ...added.filter((one) => !isRenamed(one)).flatMap((one) => judgeNewWorkload(one, isThere)),
    ...compareApiVersions(paired.pairs, added),
    ...newKinds(older, newer),
    ...unservedVersions(older, newer),
    ...compareServices(paired.pairs, before, after),
  ];
}

function appliedOf({ charts }: ChartRelease): readonly AppliedObject[] {
  return charts.flatMap((chart) => chart.applied);
}

/** What hooks apply in both releases, and what becomes of the rest; CRDs are told elsewhere. */
function pairApplied(older: ChartRelease, newer: ChartRelease) {
  const [before, after] = [older, newer].map((release) =>
    appliedOf(release).filter(({ object }) => object.kind !== "CustomResourceDefinition"),
  );
  const { pairs, added, removed } = pairObjects(before ?? [], after ?? []);
  const there = new Set([...objectsOf(older), ...objectsOf(newer)].map(identityOf));
  const isNew = (one: ReleasedObject) => !there.has(identityOf(one));
  const findings = [
    ...added
      .filter(isNew)
      .map((one) =>
        objectFinding(
          "objects/added",
          { newer: one },
          { message: "The object is new; a hook of the chart applies it." },
        ),
      ),
    ...removed.filter(isNew).map((one) =>
      objectFinding(
        "objects/left-behind",
        { older: one },
        {
          message: "No hook of the chart applies it any more, and it stays in the cluster.",
          action: "Delete it by hand once nothing needs it.",
        },
      ),
    ),
  ];
  return { pairs, findings };
}

function objectsOf({ charts }: ChartRelease): readonly ReleasedObject[] {
  return charts.flatMap(({ objects }) => objects);
}

function kindOf({ object }: ReleasedObject): string {
  return `${object.apiVersion.replace(/\/.*/, "")}/${object.kind}`;
}
