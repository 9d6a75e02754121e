// Chart → Report: asks each Helm about the charts, and puts its answers to the checks.
import { nearest } from "../diagnostics/suggestion.ts";
import type { Chart, ChartSet } from "../emit/chart.ts";
import { stringField } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import { knownProviders, withoutProviders } from "./alone.ts";
import { type PreparedChart, prepareChart, type Rendered, readChart, renderCharts } from "./ask-helm.ts";
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
  withoutSources,
} from "./check-results.ts";
import { Workbench } from "./helm.ts";
import { type Judgement, judgeCharts } from "./judge-charts.ts";
import { checkParity, type ParityResult } from "./parity.ts";
import type { CheckedChart } from "./place.ts";
import { awayPlacement, fileOfTemplate, homePlacement, plansOf } from "./placement.ts";
import { RenderedReader } from "./rendered.ts";
import { assembleReport, type ChartReport, type CheckResult, type Report } from "./report.ts";
import { HelmError } from "./run-helm.ts";
import { mergeParity, type SeenView, type View, viewsOf } from "./view.ts";

type HelmErrorFacts = ConstructorParameters<typeof HelmError>[0];

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
  /** The provider that alone is checked: Helm does not see the files of the others. */
  readonly provider?: string;
}

/**
 * Checks a chart set with real Helm. Whatever is wrong with the charts is in the report; HelmError is thrown when
 * nothing could be checked (no Helm, no chart in a given folder).
 */
export function verify(chartSet: ChartSet, options: VerifyOptions = {}): Promise<Report> {
  const views = viewsOf(chartSet, options.provider);
  if (views.length === 0) throw new HelmError(noProvider(chartSet, options.provider ?? ""));
  return Workbench.with(async (workbench) => {
    const helms = await workbench.findHelms(options.helms ?? []);
    const whole = await Promise.all(
      chartSet.charts.map((chart) => readChart(chart, options.folders?.get(chart.plan.name))),
    );
    const others = othersThan(options.provider, chartSet);
    const charts = await Promise.all(
      whole.map((chart) =>
        prepareChart(
          workbench,
          others.length === 0 ? chart : withoutProviders(chart, others),
          others.length === 0,
        ),
      ),
    );
    const checked = charts.map((chart) => chart.checked);
    const seen = await Promise.all(
      views.map(async (view): Promise<SeenView> => {
        const own = charts.map((prepared) => seenBy(view, prepared));
        const questions = {
          charts: own,
          provider: view.provider,
          given: view.given,
          home: homePlacement(view),
          away: awayPlacement(view),
          fileOfTemplate: (chart: string, path: string) => fileOfTemplate(view, chart, path),
          secondStep: secondStepOf(view.charts),
          kubeVersion: options.kubeVersion,
        };
        const reader = new RenderedReader();
        const rendered: Rendered[] = [];
        // One Helm after the other: each already runs as many processes at once as there are processors.
        for (const helm of helms) rendered.push(await renderCharts(workbench, helm, reader, questions));
        return { ...view, checked: own.map((prepared) => prepared.checked), rendered };
      }),
    );
    const home = homePlacement(chartSet);
    const judgements: Judgement[] = [];
    const [alone] = options.provider === undefined ? [] : views;
    const asked = { charts, home, provider: alone?.provider, given: alone?.given ?? new Map() };
    for (const helm of helms) judgements.push(await judgeCharts(workbench, helm, asked));
    const rendered = seen.flatMap((view) => view.rendered);
    const sizes = measureReleases(whole, rendered);
    const compared = seen.filter(({ isCompared }) => isCompared);
    const parity = mergeParity(compared.map((view) => [view.provider, parityOf(view)] as const));
    const results: readonly CheckResult[] = [
      renderResult(helms, seen),
      ...(compared.length > 0
        ? [parityResult(compared, parity.findings), namespaceResult(compared)]
        : withoutSources(options.provider ?? "")),
      lintResult(checked, judgements),
      schemaResult(judgements),
      valueUseResult(checked),
      sizeResult(sizes, checked, rendered),
      await determinismResult(chartSet, checked, rendered, options.rebuild),
    ];
    return assembleReport(
      checked.map((chart) => reportChart(chart, sizes)),
      helms,
      parity.objects,
      results,
    );
  });
}

/** The chart with the objects of a view. */
function seenBy({ charts }: View, prepared: PreparedChart): PreparedChart {
  const { checked } = prepared;
  const chart = charts.find(({ plan }) => plan.name === checked.chart.plan.name) ?? checked.chart;
  const { files, values } = checked.chart;
  return { ...prepared, checked: { ...checked, chart: { ...chart, files, values } } };
}

/** The providers whose part is left out, where `provider` alone is looked at. */
function othersThan(provider: string | undefined, chartSet: ChartSet): readonly string[] {
  return provider === undefined ? [] : knownProviders(chartSet).filter((name) => name !== provider);
}

function parityOf(view: SeenView): ParityResult {
  const { checked, rendered } = view;
  return checkParity({
    plans: plansOf(view),
    charts: checked,
    added: view.charts.flatMap(({ added }) => added),
    renderings: rendered.flatMap(({ home, upgrade }) => [...home, upgrade]),
    compiled: rendered.flatMap(({ compiled }) => compiled),
  });
}

function noProvider(chartSet: ChartSet, found: string): HelmErrorFacts {
  const known = knownProviders(chartSet);
  const meant = nearest(found, known);
  return {
    code: "verify/no-provider",
    message: `the charts know no provider "${found}"`,
    expected: known.length === 0 ? "charts with providers" : `one of ${known.join(", ")}`,
    ...(meant === undefined ? {} : { hint: `Write "${meant}".` }),
  };
}

/** By chart name: what switches on the objects that the first step leaves out. */
function secondStepOf(charts: readonly Chart[]): ReadonlyMap<string, readonly string[]> {
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
