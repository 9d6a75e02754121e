// Two releases of an operator → what the upgrade means.
import { hookEventsOf } from "../kubernetes/helm-hooks.ts";
import { type ChartRelease, crdsOf, isApplied, pairCharts, type ReleasedChart } from "./chart-release.ts";
import { compareCharts } from "./compare-chart.ts";
import { compareCrds } from "./compare-crd.ts";
import { compareObjects } from "./compare-objects.ts";
import { compareRbac } from "./compare-rbac.ts";
import { compareWebhooks } from "./compare-webhooks.ts";
import {
  type Bump,
  finding,
  largestBump,
  type ReleasedObject,
  sortFindings,
  type UpgradeFinding,
} from "./finding.ts";
import { findingCodes } from "./finding-codes.ts";
import { judgeOverride, type Override } from "./judge-override.ts";
import { isKept } from "./moved-objects.ts";
import { subjectOf } from "./object-pairs.ts";
import { compareChartValues } from "./value-findings.ts";

/** What an administrator has beside the charts. */
export interface ComparisonOptions {
  /** Values files, by the names of the newer charts. */
  readonly overrides?: ReadonlyMap<string, readonly Override[]>;
}

/** All findings, what is worse first. */
export function compareReleases(
  older: ChartRelease,
  newer: ChartRelease,
  { overrides = new Map() }: ComparisonOptions = {},
): readonly UpgradeFinding[] {
  const { pairs } = pairCharts(older, newer);
  return sortFindings([
    ...compareCrdsOf(older, newer),
    ...compareRbac(broughtBy(older), broughtBy(newer)),
    ...compareWebhooks(broughtBy(older), broughtBy(newer)),
    ...compareObjects(older, newer),
    ...compareCharts(older, newer),
    ...pairs.flatMap(compareChartValues),
    ...pairs.flatMap((pair) =>
      (overrides.get(pair.newer.name) ?? []).flatMap((override) => judgeOverride(override, pair)),
    ),
  ]);
}

/** All that the charts bring into a cluster, what only hooks make among it; each CRD once. */
function broughtBy({ charts }: ChartRelease): readonly ReleasedObject[] {
  const isNoCrd = ({ object }: ReleasedObject) => object.kind !== "CustomResourceDefinition";
  return charts.flatMap((chart) => [
    ...[...chart.objects, ...chart.hooks, ...chart.applied].filter(isNoCrd),
    ...crdsOf(chart),
  ]);
}

/** The CRDs, wherever the charts have them: Helm deletes and upgrades none of a folder `crds/`, and deletes none of a hook's. */
function compareCrdsOf(older: ChartRelease, newer: ChartRelease): readonly UpgradeFinding[] {
  const ofNoRelease = new Set(older.charts.flatMap(({ crds, applied }) => [...crds, ...applied]));
  const { pairs } = pairCharts(older, newer);
  const isLeft = (one: ReleasedObject) => !pairs.some((pair) => pair.older.name === one.chart);
  const untouched = new Set(
    newer.charts
      .filter((chart) => !runsBefore(chart))
      .flatMap((chart) => chart.crds.filter((crd) => !isApplied(crd, chart)).map(subjectOf)),
  );
  return compareCrds(
    older.charts.flatMap(crdsOf),
    newer.charts.flatMap(crdsOf),
    (crd) => ofNoRelease.has(crd) || isKept(crd) || isLeft(crd),
  ).map((found) => {
    const { area: _area, severity: _severity, code, bump: _bump, ...details } = found;
    const isMild = findingCodes[code].outcome === "fails" && untouched.has(found.subject);
    return isMild ? finding("chart/crds-refused", details) : found;
  });
}

/** Whether a hook runs before an upgrade, which may apply what is in `crds/`. */
function runsBefore({ hooks }: ReleasedChart): boolean {
  return hooks.some(({ object }) => object.kind === "Job" && hookEventsOf(object).includes("pre-upgrade"));
}

/** What the findings ask of the chart's version, and why. */
export interface VersionBump {
  readonly bump: Bump;
  readonly reason: string;
}

/** The step of the chart's version that the findings ask for, with the gravest that asks for it as the reason. */
export function bumpOf(all: readonly UpgradeFinding[]): VersionBump {
  // What a user has set is nothing of the chart's.
  const findings = all.filter(({ code }) => !code.startsWith("values/override"));
  const bump = largestBump(findings);
  const asking = sortFindings(findings.filter((one) => one.bump === bump));
  const [first] = asking;
  if (!first) return { bump, reason: "Nothing changed that anybody has to know." };
  const more = asking.length === 1 ? "" : ` And ${asking.length - 1} more.`;
  return { bump, reason: `${first.subject}: ${first.message}${more}` };
}
