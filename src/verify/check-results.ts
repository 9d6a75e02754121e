// The answers of all Helms as the results of the checks.
import { counted } from "../diagnostics/counted.ts";
import type { ChartSet } from "../emit/chart.ts";
import type { Answers } from "./ask-helm.ts";
import { checkChangingFunctions } from "./changing-functions.ts";
import { checkChartFile } from "./chart-file.ts";
import { checkDeterminism } from "./determinism.ts";
import type { Helm } from "./helm.ts";
import { checkNamespace, countUncompared } from "./namespace.ts";
import { subjectsOf } from "./parity.ts";
import type { CheckedChart } from "./place.ts";
import { moveOf, plansOf } from "./placement.ts";
import { checkReleaseSize, formatShare, releaseSize } from "./release-size.ts";
import type { Rendering } from "./rendered.ts";
import { type CheckResult, type Finding, mergeFindings } from "./report.ts";
import { checkValueUse, countValues } from "./value-use.ts";

export function renderResult(helms: readonly Helm[], answers: readonly Answers[]): CheckResult {
  const steps = answers.some(({ home }) => home.length > 1) ? ", in two steps" : "";
  return {
    check: "render",
    findings: [...helms.flatMap(tooOld), ...merge(answers, ({ renderFindings }) => renderFindings)],
    detail: `with ${answers.map(({ label }) => label).join(" and ")}${steps}`,
  };
}

export function parityResult(
  set: ChartSet,
  charts: readonly CheckedChart[],
  answers: readonly Answers[],
  findings: readonly Finding[],
): CheckResult {
  return {
    check: "parity",
    findings,
    detail: `${counted(sum(plansOf(set).map(({ operator }) => operator.manifests.length)), "object")} of the source`,
    unchecked: unrendered(
      charts,
      answers.flatMap(({ home, upgrade }) => [...home, upgrade]),
    ),
  };
}

export function lintResult(charts: readonly CheckedChart[], answers: readonly Answers[]): CheckResult {
  const findings = [...merge(answers, ({ lintFindings }) => lintFindings), ...charts.flatMap(checkChartFile)];
  return { check: "lint", findings, detail: "helm lint --strict" };
}

export function valueUseResult(charts: readonly CheckedChart[]): CheckResult {
  return {
    check: "value-use",
    findings: charts.flatMap(checkValueUse),
    detail: counted(sum(charts.map(countValues)), "value"),
  };
}

/** The oldest minor version of each Helm that the charts are held against. */
const oldestMinor: Readonly<Record<string, number>> = { 3: 17, 4: 1 };

/** What an older Helm makes of a chart tells little: templates may use what it lacks. */
function tooOld({ path, version }: Helm): readonly Finding[] {
  const [major = "", minor] = version.split(".");
  const oldest = oldestMinor[major] ?? 0;
  if (Number(minor) >= oldest) return [];
  return [
    {
      check: "render",
      severity: "warning",
      message: `"${path}" is older than the Helms that charts are made for`,
      found: `Helm ${version}`,
      expected: `Helm ${major}.${oldest} or later`,
      hint: "Verify with a newer Helm.",
    },
  ];
}

export function namespaceResult(
  set: ChartSet,
  charts: readonly CheckedChart[],
  answers: readonly Answers[],
): CheckResult {
  const names = plansOf(set).flatMap(({ operator }) => operator.sourceNamespace ?? []);
  const subjects = subjectsOf(charts);
  const uncompared = Math.max(
    ...answers.flatMap(({ home }) => home.slice(-1)).map((last) => countUncompared(subjects, last)),
  );
  return {
    check: "namespace",
    findings: merge(answers, ({ home, away }) => {
      const last = home.at(-1);
      if (!last) return [];
      return checkNamespace(subjects, last, away, ({ object }) => moveOf(set, object.component));
    }),
    detail:
      names.length === 0
        ? "the source names no namespace of its own"
        : `a release in another namespace than ${quoteAll(names)}`,
    unchecked:
      unrendered(
        charts,
        answers.flatMap(({ home, away }) => [...home.slice(-1), away]),
      ) ?? (uncompared > 0 ? `objects that are not rendered: ${uncompared}` : undefined),
  };
}

export function schemaResult(answers: readonly Answers[]): CheckResult {
  const first = answers[0]?.schemas ?? [];
  const wrongTypes = sum(first.map((result) => result.wrongTypes));
  const wrongValues = sum(first.map((result) => result.wrongValues));
  const unknownKeys = sum(first.map((result) => result.unknownKeys));
  const refusing = answers.flatMap(({ schemas }) =>
    schemas.filter(({ refusesOwnValues }) => refusesOwnValues).map(({ chart }) => chart),
  );
  return {
    check: "schema",
    findings: merge(answers, ({ schemas }) => schemas.flatMap(({ findings }) => findings)),
    detail: `${counted(wrongTypes, "wrong type")}, ${counted(wrongValues, "wrong value")} and ${counted(unknownKeys, "unknown key")} tried`,
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
export function measureReleases(
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

export function sizeResult(
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

export async function determinismResult(
  chartSet: ChartSet,
  charts: readonly CheckedChart[],
  answers: readonly Answers[],
  rebuild: (() => ChartSet | Promise<ChartSet>) | undefined,
): Promise<CheckResult> {
  const check = "determinism";
  const renderings = answers.flatMap(({ home, away, upgrade }) => [...home, away, upgrade]);
  const changing = charts.flatMap((checked) => checkChangingFunctions(checked, renderings));
  if (!rebuild) return { check, findings: changing, detail: "no second build was made", skipped: true };
  const findings = [...checkDeterminism(chartSet, await rebuild()), ...changing];
  return { check, findings, detail: "two builds, byte by byte" };
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
