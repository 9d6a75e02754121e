// Kinds that CRDs bring: whether Helm knows one in time, and whether anybody brings it.
import { field, isObject, listField, splitApiVersion, stringField } from "../kubernetes/object.ts";
import { scopeOfKind } from "../kubernetes/scope.ts";
import { type ChartRelease, crdsOf, pairCharts, type ReleasedChart } from "./chart-release.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { identityOf, objectFinding } from "./object-pairs.ts";

/** The kinds that CRDs of these releases bring, as `group/Kind`. */
export function customKinds(releases: readonly ChartRelease[]): ReadonlySet<string> {
  return new Set(
    releases.flatMap(({ charts }) =>
      charts.flatMap((chart) =>
        crdsOf(chart).flatMap(({ object }) => `${groupOf(object)}/${nameOfKind(object)}`),
      ),
    ),
  );
}

/**
 * Objects of the newer release whose kind the cluster does not know, as far as the releases tell. Helm asks for the kinds
 * of a chart's objects before it makes any, so that a CRD of the same chart comes too late.
 */
export function newKinds(older: ChartRelease, newer: ChartRelease): readonly UpgradeFinding[] {
  const known = new Set(older.charts.flatMap((chart) => crdsOf(chart).flatMap(servedBy)));
  const used = new Set(older.charts.flatMap(({ objects }) => objects.map(kindOf)));
  const told = new Set<string>();
  return newer.charts.flatMap((chart) => {
    const isNewChart = !older.charts.some(({ name }) => name === chart.name);
    // An install applies what is in crds/ first; an upgrade does not.
    if (isNewChart) for (const crd of chart.crds) for (const kind of servedBy(crd)) known.add(kind);
    const own = new Set(crdsOf(chart).flatMap(servedBy));
    const findings = chart.objects.flatMap((object) => {
      const kind = kindOf(object);
      if (isBuiltIn(object) || known.has(kind) || told.has(kind)) return [];
      if (!own.has(kind) && used.has(kind)) return [];
      told.add(kind);
      return [own.has(kind) ? tooLate(object, chart) : unknown(object)];
    });
    for (const crd of chart.objects.filter(isCrd)) for (const kind of servedBy(crd)) known.add(kind);
    return findings;
  });
}

/**
 * Objects in versions that the CRD of a chart before theirs serves no longer. Helm reads what a release had and what it is
 * to have before it changes anything, and there is no such kind any more.
 */
export function unservedVersions(older: ChartRelease, newer: ChartRelease): readonly UpgradeFinding[] {
  const { pairs } = pairCharts(older, newer);
  const gone = new Set<string>();
  return newer.charts.flatMap((chart) => {
    const then = pairs.find((pair) => pair.newer === chart)?.older;
    const findings = [...(then?.objects ?? [])].flatMap((object) => {
      const kind = kindOf(object);
      if (!gone.has(kind)) return [];
      const [group, version] = kind.split("/");
      return [
        objectFinding(
          "objects/version-unserved",
          { older: object },
          {
            olderPath: ["apiVersion"],
            message: `The release has it in ${version}, which the CRD serves no longer once its chart is upgraded.`,
            action: `Upgrade first to a release that has the object in another version of ${group} while ${version} is served.`,
          },
        ),
      ];
    });
    const served = new Set(chart.objects.filter(isCrd).flatMap(servedBy));
    for (const crd of then?.objects.filter(isCrd) ?? []) {
      const isThere = chart.objects.some((one) => identityOf(one) === identityOf(crd));
      for (const kind of servedBy(crd)) if (isThere && !served.has(kind)) gone.add(kind);
    }
    return findings;
  });
}

function tooLate(newer: ReleasedObject, { name }: ReleasedChart): UpgradeFinding {
  return objectFinding(
    "objects/crd-too-late",
    { newer },
    {
      newerPath: ["kind"],
      message: `Chart "${name}" brings the CRD of ${newer.object.apiVersion} ${newer.object.kind} and this object at once.`,
      action:
        "Apply the CRD with kubectl before the upgrade, or upgrade in two steps, first without the object.",
    },
  );
}

function unknown(newer: ReleasedObject): UpgradeFinding {
  return objectFinding(
    "objects/needs-kind",
    { newer },
    {
      newerPath: ["apiVersion"],
      message: `No chart of the set brings ${newer.object.apiVersion} ${newer.object.kind}, and the older release has none.`,
      action: "Install what brings the kind before the upgrade, or switch off what asks for it.",
    },
  );
}

function isCrd({ object }: ReleasedObject): boolean {
  return object.kind === "CustomResourceDefinition";
}

/** The versions of a CRD that the API server answers for, as `group/version/Kind`. */
function servedBy({ object }: ReleasedObject): readonly string[] {
  return listField(object, "spec", "versions")
    .filter((version) => isObject(version) && field(version, "served") === true)
    .map((version) => `${groupOf(object)}/${stringField(version, "name")}/${nameOfKind(object)}`);
}

function groupOf(crd: ReleasedObject["object"]): string {
  return stringField(crd, "spec", "group") ?? "";
}

function nameOfKind(crd: ReleasedObject["object"]): string {
  return stringField(crd, "spec", "names", "kind") ?? "";
}

function kindOf({ object }: ReleasedObject): string {
  const { group, version } = splitApiVersion(object.apiVersion);
  return `${group}/${version}/${object.kind}`;
}

/** Whether Kubernetes itself brings the kind. Those of other projects are known here by their scope only. */
function isBuiltIn({ object }: ReleasedObject): boolean {
  const { group } = splitApiVersion(object.apiVersion);
  if (!group.includes(".")) return true;
  return group.endsWith(".k8s.io") && scopeOfKind(group, object.kind) !== undefined;
}
