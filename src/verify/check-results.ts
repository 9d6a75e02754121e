// The answers of all Helms as the results of the checks.
import { counted } from "../diagnostics/counted.ts";
import type { ChartSet } from "../emit/chart.ts";
import { objectKey } from "../kubernetes/object.ts";
import type { Rendered } from "./ask-helm.ts";
import { checkChangingFunctions } from "./changing-functions.ts";
import { checkChartFile } from "./chart-file.ts";
import { checkDeterminism } from "./determinism.ts";
import type { Helm } from "./helm.ts";
import type { Judgement } from "./judge-charts.ts";
import { checkNamespace, countUncompared } from "./namespace.ts";
import { subjectsOf } from "./parity.ts";
import type { CheckedChart } from "./place.ts";
import { moveOf, plansOf } from "./placement.ts";
import { checkReleaseSize, formatShare, releaseSize } from "./release-size.ts";
import type { Rendering } from "./rendered.ts";
import { type CheckResult, type Finding, mergeFindings } from "./report.ts";
import { checkValueUse, countValues } from "./value-use.ts";
import type { SeenView } from "./view.ts";

export function renderResult(helms: readonly Helm[], views: readonly SeenView[]): CheckResult {
  const rendered = views.flatMap((view) => view.rendered);
  const steps = rendered.some(({ home }) => home.length > 1) ? ", in two steps" : "";
  return {
    check: "render",
    findings: [
      ...helms.flatMap(tooOld),
      ...mergeFindings(rendered.map(({ label, renderFindings }) => [label, renderFindings] as const)),
    ],
    detail: `with ${helms.map(({ version }) => `Helm ${version}`).join(" and ")}${steps}${forProviders(views)}`,
  };
}

/** `, for 10 providers`. */
function forProviders(views: readonly SeenView[]): string {
  const [first] = views;
  if (first?.provider === undefined) return "";
  return views.length === 1 ? `, for ${first.provider}` : `, for ${counted(views.length, "provider")}`;
}

export function parityResult(views: readonly SeenView[], findings: readonly Finding[]): CheckResult {
  const objects = new Set(
    views
      .flatMap(plansOf)
      .flatMap(({ operator }) => operator.manifests.map(({ reference }) => objectKey(reference))),
  );
  return {
    check: "parity",
    findings,
    detail: `${counted(objects.size, "object")} of the source${forProviders(views)}`,
    unchecked: firstOf(views, ({ checked, rendered }) =>
      unrendered(
        checked,
        rendered.flatMap(({ home, upgrade }) => [...home, upgrade]),
      ),
    ),
  };
}

/** The checks that hold the charts against sources, of a provider that has none of its own. */
export function withoutSources(provider: string): readonly CheckResult[] {
  const detail = `no overlay says what ${provider} is to have`;
  return (["parity", "namespace"] as const).map((check) => ({ check, findings: [], detail, skipped: true }));
}

/** What cannot be checked of the first view of which that is so. */
function firstOf(
  views: readonly SeenView[],
  uncheckedOf: (view: SeenView) => string | undefined,
): string | undefined {
  return views.map(uncheckedOf).find((unchecked) => unchecked !== undefined);
}

export function lintResult(charts: readonly CheckedChart[], judgements: readonly Judgement[]): CheckResult {
  const findings = [
    ...mergeFindings(judgements.map(({ label, lintFindings }) => [label, lintFindings] as const)),
    ...charts.flatMap(checkChartFile),
  ];
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

export function namespaceResult(views: readonly SeenView[]): CheckResult {
  const names = views.flatMap(plansOf).flatMap(({ operator }) => operator.sourceNamespace ?? []);
  const uncompared = Math.max(...views.map(uncomparedIn));
  return {
    check: "namespace",
    findings: mergeFindings(views.flatMap(namespaceFindings)),
    detail:
      names.length === 0
        ? "the source names no namespace of its own"
        : `a release in another namespace than ${quoteAll(names)}${forProviders(views)}`,
    unchecked:
      firstOf(views, ({ checked, rendered }) =>
        unrendered(
          checked,
          rendered.flatMap(({ home, away }) => [...home.slice(-1), away]),
        ),
      ) ?? (uncompared > 0 ? `objects that are not rendered: ${uncompared}` : undefined),
  };
}

function uncomparedIn({ checked, rendered }: SeenView): number {
  const subjects = subjectsOf(checked);
  return Math.max(
    ...rendered.flatMap(({ home }) => home.slice(-1)).map((last) => countUncompared(subjects, last)),
  );
}

function namespaceFindings(view: SeenView) {
  const subjects = subjectsOf(view.checked);
  return view.rendered.map(({ label, home, away }) => {
    const last = home.at(-1);
    return [
      label,
      last ? checkNamespace(subjects, last, away, ({ object }) => moveOf(view, object.component)) : [],
    ] as const;
  });
}

export function schemaResult(judgements: readonly Judgement[]): CheckResult {
  const first = judgements[0]?.schemas ?? [];
  const wrongTypes = sum(first.map((result) => result.wrongTypes));
  const wrongValues = sum(first.map((result) => result.wrongValues));
  const unknownKeys = sum(first.map((result) => result.unknownKeys));
  const refusing = judgements.flatMap(({ schemas }) =>
    schemas.filter(({ refusesOwnValues }) => refusesOwnValues).map(({ chart }) => chart),
  );
  return {
    check: "schema",
    findings: mergeFindings(
      judgements.map(({ label, schemas }) => [label, schemas.flatMap(({ findings }) => findings)] as const),
    ),
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

/** By chart name: the largest record that any of the Helms would make of the first step, whatever the provider. */
export function measureReleases(
  charts: readonly CheckedChart[],
  rendered: readonly Rendered[],
): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const checked of charts) {
    const { name } = checked.chart.plan;
    for (const { home } of rendered) {
      const documents = home[0]?.charts.get(name);
      if (documents)
        sizes.set(
          name,
          Math.max(sizes.get(name) ?? 0, releaseSize({ name, files: checked.files }, documents)),
        );
    }
  }
  return sizes;
}

export function sizeResult(
  sizes: ReadonlyMap<string, number>,
  charts: readonly CheckedChart[],
  rendered: readonly Rendered[],
): CheckResult {
  const check = "release-size";
  const shares = Array.from(sizes, ([name, bytes]) => `${name} ${formatShare(bytes)}`);
  return {
    check,
    findings: [...sizes].flatMap(([name, bytes]) => checkReleaseSize(name, bytes)),
    detail: `${shares.join(", ")} of 1 MiB`,
    unchecked: unrendered(
      charts,
      rendered.flatMap(({ home }) => home.slice(0, 1)),
    ),
  };
}

export async function determinismResult(
  chartSet: ChartSet,
  charts: readonly CheckedChart[],
  rendered: readonly Rendered[],
  rebuild: (() => ChartSet | Promise<ChartSet>) | undefined,
): Promise<CheckResult> {
  const check = "determinism";
  const renderings = rendered.flatMap(({ home, away, upgrade }) => [...home, away, upgrade]);
  const changing = charts.flatMap((checked) => checkChangingFunctions(checked, renderings));
  if (!rebuild) return { check, findings: changing, detail: "no second build was made", skipped: true };
  const findings = [...checkDeterminism(chartSet, await rebuild()), ...changing];
  return { check, findings, detail: "two builds, byte by byte" };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
