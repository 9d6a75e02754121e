// Chart → Report: asks each Helm about the charts, and puts its answers to the checks.
import type { ChartSet } from "../emit/chart.ts";
import { stringField } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import { type Answers, askHelm, prepareChart } from "./ask-helm.ts";
import { checkDeterminism } from "./determinism.ts";
import { Workbench } from "./helm.ts";
import { checkNamespace } from "./namespace.ts";
import { checkParity, subjectsOf } from "./parity.ts";
import type { CheckedChart } from "./place.ts";
import { checkReleaseSize, formatShare, releaseSize } from "./release-size.ts";
import { RenderedReader, type Rendering } from "./rendered.ts";
import {
  assembleReport,
  type ChartReport,
  type CheckResult,
  type Finding,
  mergeFindings,
  type Report,
} from "./report.ts";
import { checkValueUse, countValues } from "./value-use.ts";

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
    const helms = await workbench.findHelms(options.helms ?? []);
    const charts = await Promise.all(
      chartSet.charts.map((chart) => prepareChart(workbench, chart, options.folders?.get(chart.plan.name))),
    );
    const questions = {
      charts,
      namespace: chartSet.plan.operator.sourceNamespace ?? "default",
      secondStep: secondStepOf(chartSet),
      kubeVersion: options.kubeVersion,
    };
    const reader = new RenderedReader();
    const answers: Answers[] = [];
    // One Helm after the other: each already runs as many processes at once as there are processors.
    for (const helm of helms) answers.push(await askHelm(workbench, helm, reader, questions));
    const checked = charts.map((chart) => chart.checked);
    const sizes = measureReleases(checked, answers);
    const parity = checkParity({
      plan: chartSet.plan,
      charts: checked,
      added: chartSet.charts.flatMap(({ added }) => added),
      renderings: answers.flatMap(({ home }) => home),
    });
    const results: readonly CheckResult[] = [
      renderResult(answers),
      {
        check: "parity",
        findings: parity.findings,
        unchecked: unrendered(
          checked,
          answers.flatMap(({ home }) => home),
        ),
        detail: `${chartSet.plan.operator.manifests.length} objects of the source`,
      },
      namespaceResult(chartSet, checked, answers),
      {
        check: "lint",
        findings: merge(answers, ({ lintFindings }) => lintFindings),
        detail: "helm lint --strict",
      },
      schemaResult(answers),
      {
        check: "value-use",
        findings: checked.flatMap(checkValueUse),
        detail: `${sum(checked.map(countValues))} values`,
      },
      sizeResult(sizes, checked, answers),
      await determinismResult(chartSet, options.rebuild),
    ];
    return assembleReport(
      checked.map((chart) => reportChart(chart, sizes)),
      helms,
      parity.objects,
      results,
    );
  });
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

function renderResult(answers: readonly Answers[]): CheckResult {
  const steps = answers.some(({ home }) => home.length > 1) ? ", in two steps" : "";
  return {
    check: "render",
    findings: merge(answers, ({ renderFindings }) => renderFindings),
    detail: `with ${answers.map(({ label }) => label).join(" and ")}${steps}`,
  };
}

function namespaceResult(
  { plan }: ChartSet,
  charts: readonly CheckedChart[],
  answers: readonly Answers[],
): CheckResult {
  const { sourceNamespace } = plan.operator;
  const subjects = subjectsOf(charts);
  return {
    check: "namespace",
    findings: merge(answers, ({ home, away }) => {
      const last = home.at(-1);
      return last ? checkNamespace(subjects, last, away, sourceNamespace) : [];
    }),
    detail:
      sourceNamespace === undefined
        ? "the source names no namespace of its own"
        : `a release in another namespace than "${sourceNamespace}"`,
    unchecked: unrendered(
      charts,
      answers.flatMap(({ home, away }) => [...home.slice(-1), away]),
    ),
  };
}

function schemaResult(answers: readonly Answers[]): CheckResult {
  const first = answers[0]?.schemas ?? [];
  const wrongTypes = sum(first.map((result) => result.wrongTypes));
  const unknownKeys = sum(first.map((result) => result.unknownKeys));
  const refusing = answers.flatMap(({ schemas }) =>
    schemas.filter(({ refusesOwnValues }) => refusesOwnValues).map(({ chart }) => chart),
  );
  return {
    check: "schema",
    findings: merge(answers, ({ schemas }) => schemas.flatMap(({ findings }) => findings)),
    detail: `${wrongTypes} wrong types and ${unknownKeys} unknown keys tried`,
    unchecked:
      refusing.length === 0 ? undefined : `the chart's own values are refused: ${quoteAll(refusing)}`,
  };
}

/** Which of `charts` Helm did not render, where there are any: then what needs them could not be checked. */
function unrendered(charts: readonly CheckedChart[], renderings: readonly Rendering[]): string | undefined {
  const names = charts.map(({ chart }) => chart.plan.name);
  const missing = renderings.flatMap(({ label, charts: rendered }) =>
    names.filter((name) => !rendered.has(name)).map((name) => ({ label, name })),
  );
  if (missing.length === 0) return undefined;
  const labels = [...new Set(missing.map(({ label }) => label))];
  const helm = labels.length === renderings.length ? "Helm" : labels.join(" and ");
  return `not rendered by ${helm}: ${quoteAll(missing.map(({ name }) => name))}`;
}

function quoteAll(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `"${name}"`).join(" and ");
}

/** By chart name: the largest record that any of the Helms would make of the first step. */
function measureReleases(
  charts: readonly CheckedChart[],
  answers: readonly Answers[],
): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const checked of charts) {
    const { name } = checked.chart.plan;
    for (const { home } of answers) {
      const documents = home[0]?.charts.get(name);
      if (documents) sizes.set(name, Math.max(sizes.get(name) ?? 0, releaseSize(checked, documents)));
    }
  }
  return sizes;
}

function sizeResult(
  sizes: ReadonlyMap<string, number>,
  charts: readonly CheckedChart[],
  answers: readonly Answers[],
): CheckResult {
  const check = "release-size";
  const shares = Array.from(sizes, ([name, bytes]) => `${name} ${formatShare(bytes)}`);
  return {
    check,
    findings: [...sizes].flatMap(([name, bytes]) => checkReleaseSize(name, bytes)),
    detail: `${shares.join(", ")} of 1 MiB`,
    unchecked: unrendered(
      charts,
      answers.flatMap(({ home }) => home.slice(0, 1)),
    ),
  };
}

async function determinismResult(
  chartSet: ChartSet,
  rebuild: VerifyOptions["rebuild"],
): Promise<CheckResult> {
  const check = "determinism";
  if (!rebuild) return { check, findings: [], detail: "no second build was made", skipped: true };
  return { check, findings: checkDeterminism(chartSet, await rebuild()), detail: "two builds, byte by byte" };
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

function merge(
  answers: readonly Answers[],
  findingsOf: (answers: Answers) => readonly Finding[],
): readonly Finding[] {
  return mergeFindings(answers.map((answer) => [answer.label, findingsOf(answer)] as const));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
