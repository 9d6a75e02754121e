// Chart → Report: asks each Helm about the charts, and puts its answers to the checks.
import type { ChartSet } from "../emit/chart.ts";
import { stringField } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import { type Answers, askHelm, prepareChart } from "./ask-helm.ts";
import {
  determinismResult,
  lintResult,
  measureReleases,
  namespaceResult,
  parityResult,
  renderResult,
  schemaResult,
  sizeResult,
  valueUseResult,
} from "./check-results.ts";
import { Workbench } from "./helm.ts";
import { checkParity } from "./parity.ts";
import type { CheckedChart } from "./place.ts";
import { awayPlacement, homePlacement, placedDifferences, plansOf } from "./placement.ts";
import { RenderedReader } from "./rendered.ts";
import { assembleReport, type ChartReport, type CheckResult, type Report } from "./report.ts";

/** How to verify. */
export interface VerifyOptions {
  /** Paths of Helms; none: the one on the PATH. */
  readonly helms?: readonly string[];
  /** Chart name → folder: the chart is checked as it stands there. Others are checked from memory. */
  readonly folders?: ReadonlyMap<string, string>;
  /** Builds the same chart set again; without it the check of determinism is skipped. */
  readonly rebuild?: () => ChartSet | Promise<ChartSet>;
  /** The version of Kubernetes that Helm assumes; none: its own default. */
  readonly kubeVersion?: string;
}

/**
 * Checks a chart set with real Helm. Whatever is wrong with the charts is in the report; HelmError is thrown when
 * nothing could be checked (no Helm, no chart in a given folder).
 */
export function verify(chartSet: ChartSet, options: VerifyOptions = {}): Promise<Report> {
  return Workbench.with(async (workbench) => {
    const set = withPlaces(chartSet);
    const helms = await workbench.findHelms(options.helms ?? []);
    const charts = await Promise.all(
      set.charts.map((chart) => prepareChart(workbench, chart, options.folders?.get(chart.plan.name))),
    );
    const questions = {
      charts,
      home: homePlacement(set),
      away: awayPlacement(set),
      secondStep: secondStepOf(set),
      kubeVersion: options.kubeVersion,
    };
    const reader = new RenderedReader();
    const answers: Answers[] = [];
    // One Helm after the other: each already runs as many processes at once as there are processors.
    for (const helm of helms) answers.push(await askHelm(workbench, helm, reader, questions));
    const checked = charts.map((chart) => chart.checked);
    const sizes = measureReleases(checked, answers);
    const parity = checkParity({
      plans: plansOf(set),
      charts: checked,
      added: set.charts.flatMap(({ added }) => added),
      renderings: answers.flatMap(({ home, upgrade }) => [...home, upgrade]),
      compiled: answers.flatMap(({ compiled }) => compiled),
    });
    const results: readonly CheckResult[] = [
      renderResult(helms, answers),
      parityResult(set, checked, answers, parity.findings),
      namespaceResult(set, checked, answers),
      lintResult(checked, answers),
      schemaResult(answers),
      valueUseResult(checked),
      sizeResult(sizes, checked, answers),
      await determinismResult(chartSet, checked, answers, options.rebuild),
    ];
    return assembleReport(
      checked.map((chart) => reportChart(chart, sizes)),
      helms,
      parity.objects,
      results,
    );
  });
}

/** The objects of components with what says where they are. */
function withPlaces(set: ChartSet): ChartSet {
  if (!set.components) return set;
  const charts = set.charts.map((chart) => ({
    ...chart,
    objects: chart.objects.map((object) => ({
      ...object,
      differences: [...object.differences, ...placedDifferences(set, object)],
    })),
  }));
  return { ...set, charts };
}

/** By chart name: what switches on the objects that the first step leaves out. */
function secondStepOf({ charts }: ChartSet): ReadonlyMap<string, readonly string[]> {
  return new Map(
    charts.map(({ plan, objects, added }) => {
      const all = [...objects, ...added];
      return [plan.name, [...new Set(all.flatMap((object) => object.setToRender ?? []))]];
    }),
  );
}

function reportChart(
  { chart, files, folder }: CheckedChart,
  sizes: ReadonlyMap<string, number>,
): ChartReport {
  const bytes = sizes.get(chart.plan.name);
  const chartFile = parseDocument(files.get("Chart.yaml") ?? "");
  return {
    name: chart.plan.name,
    version: (chartFile.ok && stringField(chartFile.document.data, "version")) || "",
    ...(folder === undefined ? {} : { folder }),
    ...(bytes === undefined ? {} : { releaseBytes: bytes }),
  };
}
