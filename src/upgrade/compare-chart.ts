// Charts as a whole: what they ask of the cluster, what they depend on, how large their release is, which are in the set.
import { compare, minVersion, parse } from "semver";
import { counted } from "../diagnostics/counted.ts";
import { type Json, jsonEqual, stringField } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import {
  type ChartPair,
  type ChartRelease,
  isApplied,
  pairCharts,
  type ReleasedChart,
} from "./chart-release.ts";
import { compareDependencies } from "./compare-dependencies.ts";
import { compareHooks } from "./compare-hooks.ts";
import { type FindingDetails, finding, type UpgradeFinding } from "./finding.ts";
import type { FindingCode } from "./finding-codes.ts";
import { listed } from "./listed.ts";
import { jsonEqualContent, objectFinding, pairObjects, subjectOf } from "./object-pairs.ts";
import { placeInText } from "./text-place.ts";

/** What became of the charts of a set. */
export function compareCharts(older: ChartRelease, newer: ChartRelease): readonly UpgradeFinding[] {
  const { pairs, added, removed } = pairCharts(older, newer);
  const isWholeSet = pairs.length === 0;
  return [
    ...added.map((chart) => addedChart(chart, isWholeSet)),
    ...removed.map((chart) => removedChart(chart)),
    ...pairs.flatMap((pair) => [
      ...compareFacts(pair),
      ...compareDependencies(pair),
      ...compareHooks(pair),
      ...compareCrdFolders(pair),
    ]),
    ...newer.charts.flatMap((chart) =>
      judgeSize(
        chart,
        pairs.find((pair) => pair.newer === chart),
      ),
    ),
  ];
}

type ChartDetails = Omit<FindingDetails, "subject">;

/** A finding about a chart as a whole. */
function chartFinding(code: FindingCode, chart: ReleasedChart, details: ChartDetails): UpgradeFinding {
  return finding(code, { subject: `Chart ${chart.name}`, ...details });
}

/** Both places of a key of Chart.yaml. */
function inChartFile(
  { older, newer }: Partial<ChartPair>,
  path: readonly PathStep[],
): Pick<FindingDetails, "older" | "newer"> {
  const place = (chart: ReleasedChart) => placeInText(chart.name, "Chart.yaml", chart.chartFile, path);
  return { ...(older ? { older: place(older) } : {}), ...(newer ? { newer: place(newer) } : {}) };
}

function addedChart(chart: ReleasedChart, isWholeSet: boolean): UpgradeFinding {
  const has = counted(chart.objects.length + chart.crds.length, "object");
  return chartFinding("chart/added", chart, {
    ...inChartFile({ newer: chart }, []),
    message: `The chart is new in the set, with ${has}.`,
    action: isWholeSet
      ? "No chart of the older set is in the newer one: install it as a new release, or name the charts that belong together."
      : `Install it where the order of the charts has its turn: helm install ${chart.name}.`,
  });
}

function removedChart(chart: ReleasedChart): UpgradeFinding {
  const crds = chart.objects.filter(({ object }) => object.kind === "CustomResourceDefinition");
  const danger =
    crds.length === 0
      ? ""
      : ` It holds ${counted(crds.length, "CRD")}: an uninstall that deletes them deletes all their objects.`;
  return chartFinding("chart/removed", chart, {
    ...inChartFile({ older: chart }, []),
    message: `The set has the chart no longer, and its release keeps ${counted(chart.objects.length, "object")}.${danger}`,
    action:
      "Give what the other charts have now to their releases, annotate the rest that is to stay with " +
      "helm.sh/resource-policy=keep, and uninstall the release after the upgrade.",
  });
}

function compareFacts(pair: ChartPair): readonly UpgradeFinding[] {
  const { older, newer } = pair;
  const findings: UpgradeFinding[] = [];
  const tell = (code: FindingCode, key: string, message: string, action?: string) => {
    const [before, after] = [older, newer].map(({ metadata }) => metadata[key]);
    findings.push(
      chartFinding(code, newer, {
        path: key,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
        ...inChartFile(pair, [key]),
        message,
        ...(action === undefined ? {} : { action }),
      }),
    );
  };
  if (older.name !== newer.name) {
    tell(
      "chart/renamed",
      "name",
      `The chart is called "${newer.name}" instead of "${older.name}".`,
      "Give helm upgrade the name of the release that is there.",
    );
  }
  const [then, now] = [older, newer].map(({ metadata }) => stringField(metadata, "kubeVersion"));
  const [least, leastNow] = [lowest(then), lowest(now)];
  if (leastNow && (!least || compare(leastNow, least) > 0)) {
    tell(
      "chart/kube-version-raised",
      "kubeVersion",
      `The chart asks for Kubernetes ${now} instead of ${then ?? "any"}.`,
      "Upgrade older clusters first.",
    );
  } else if (least && (!leastNow || compare(leastNow, least) < 0)) {
    tell(
      "chart/kube-version-lowered",
      "kubeVersion",
      `The chart takes Kubernetes ${now ?? "of any version"}.`,
    );
  }
  const [appBefore, appAfter] = [older, newer].map(({ appVersion }) => parse(appVersion, { loose: true }));
  if (appBefore && appAfter && compare(appAfter, appBefore) < 0) {
    tell(
      "chart/app-version-lower",
      "appVersion",
      `The application goes back from ${older.appVersion} to ${newer.appVersion}.`,
      "Make sure that the older and the newer chart are not mixed up.",
    );
  } else if (older.appVersion !== newer.appVersion) {
    tell(
      "chart/app-version-changed",
      "appVersion",
      `The application goes from ${older.appVersion} to ${newer.appVersion}.`,
    );
  }
  if (!isRaised(older.version, newer.version) && isOther(pair)) {
    tell(
      "chart/version-not-raised",
      "version",
      `The chart is other than before, and its version is ${newer.version} after ${older.version}.`,
      "Raise the version before it is published.",
    );
  }
  if (newer.metadata["deprecated"] === true && older.metadata["deprecated"] !== true) {
    tell(
      "chart/deprecated",
      "deprecated",
      "The chart is deprecated.",
      "Look in its README for what takes its place.",
    );
  }
  return findings;
}

/** Helm takes commas between the conditions of a range. */
function lowest(range: string | undefined) {
  if (range === undefined) return undefined;
  try {
    return minVersion(range.replaceAll(",", " "), { loose: true }) ?? undefined;
  } catch {
    return undefined;
  }
}

function isRaised(older: string, newer: string): boolean {
  const [then, now] = [parse(older), parse(newer)];
  return then !== null && now !== null && compare(now, then) > 0;
}

/** Whether anything that the chart has is other than before. */
function isOther({ older, newer }: ChartPair): boolean {
  const facts = ({ metadata, values, schema }: ReleasedChart): Json => ({ metadata, values, schema });
  const objects = ({ objects: all, hooks, crds }: ReleasedChart) =>
    [...all, ...hooks, ...crds].map(({ object }) => object);
  return !jsonEqual(facts(older), facts(newer)) || !jsonEqual(objects(older), objects(newer));
}

/** Helm applies what is in `crds/` at an install and at no upgrade: https://helm.sh/docs/chart_best_practices/custom_resource_definitions/ */
function compareCrdFolders({ older, newer }: ChartPair): readonly UpgradeFinding[] {
  const left = newer.crds.filter((crd) => !isApplied(crd, newer));
  const { pairs, added } = pairObjects(older.crds, left);
  const changed = pairs.filter((pair) => !jsonEqualContent(pair)).map((pair) => pair.newer);
  const [first] = [...added, ...changed];
  if (!first) return [];
  const names = [...added, ...changed].map(subjectOf);
  return [
    {
      ...objectFinding(
        "chart/crds-not-upgraded",
        { newer: first },
        {
          message: `Helm does not bring what is in crds/ up to date: ${listed(names)}.`,
          action:
            "Apply the files of crds/ before the upgrade: kubectl apply --server-side --force-conflicts -f crds/ — unless " +
            "a hook of the chart does it.",
        },
      ),
      subject: `Chart ${newer.name}`,
    },
  ];
}

/** Of a Secret: MaxSecretSize in pkg/apis/core/types.go. */
const releaseLimit = 1024 * 1024;
const nearlyFull = 0.8;

function judgeSize(chart: ReleasedChart, pair: ChartPair | undefined): readonly UpgradeFinding[] {
  const { releaseBytes: bytes } = chart;
  if (bytes < nearlyFull * releaseLimit) return [];
  const isTooLarge = bytes >= releaseLimit;
  const share = (size: number) => `${Math.round((100 * size) / releaseLimit)} %`;
  const before = pair === undefined ? "" : `, after ${share(pair.older.releaseBytes)}`;
  return [
    chartFinding(isTooLarge ? "chart/release-too-large" : "chart/release-nearly-full", chart, {
      ...(pair ? { before: pair.older.releaseBytes } : {}),
      after: bytes,
      message: `The release fills ${share(bytes)} of the 1 MiB that its Secret has${before}.`,
      action: "Move CRDs to a chart of their own, or keep large files out of the chart.",
    }),
  ];
}
