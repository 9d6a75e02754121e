// Parity: the charts, rendered with their defaults, hold every object of the source exactly once and equal,
// apart from what is listed; and nothing else.
import { type KubernetesObject, type ObjectReference, objectKey, referenceOf } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartSetPlan, LeftOut } from "../plan/chart-plan.ts";
import { Comparison, groupBy } from "./comparison.ts";
import { applyDifferences } from "./differences.ts";
import { compareDocument, finding, type Subject } from "./object-parity.ts";
import { type CheckedChart, filePath, sourcePlace, templatePlace, toPlace } from "./place.ts";
import type { RenderedDocument, Rendering } from "./rendered.ts";
import {
  type Finding,
  type Listed,
  mergeFindings,
  type ObjectReport,
  type ObjectStatus,
  type Place,
} from "./report.ts";
import { formatPath } from "./wording.ts";

/** An object that a chart renders although the source lacks it. One that is rendered twice is listed twice. */
export interface AddedObject {
  readonly chart: string;
  readonly reference: ObjectReference;
  readonly reason: string;
  /** Values that must be set for it to be rendered. */
  readonly setToRender?: readonly string[];
}

export interface ParityInput {
  readonly plan: ChartSetPlan;
  readonly charts: readonly CheckedChart[];
  readonly added: readonly AddedObject[];
  /** All with the release in the source's namespace: each Helm, and each step of a layout that has two. */
  readonly renderings: readonly Rendering[];
}

export interface ParityResult {
  readonly objects: readonly ObjectReport[];
  /** What belongs to no object. */
  readonly findings: readonly Finding[];
}

/** Compares every object. */
export function checkParity(input: ParityInput): ParityResult {
  const subjects = subjectsOf(input.charts);
  const accounted = [
    ...subjects.map((subject) => subject.reference),
    ...input.plan.leftOut.map((leftOut) => leftOut.manifest.reference),
    ...input.added.map((added) => added.reference),
  ];
  const comparisons = input.renderings.map((rendering) => new Comparison(rendering, accounted));
  const objects = [
    ...subjects.map((subject) => reportSubject(subject, subjects, comparisons)),
    ...reportForgotten(input, subjects),
    ...input.plan.leftOut.map((leftOut) => reportLeftOut(leftOut, input.charts, comparisons)),
    ...groupBy(input.added, (added) => objectKey(added.reference)).map((entries) =>
      reportAdded(entries, comparisons),
    ),
    ...reportExtra(input.charts, comparisons),
  ];
  const documents = comparisons.map(
    (comparison) => [comparison.label, findNonObjects(input.charts, comparison)] as const,
  );
  return { objects, findings: mergeFindings(documents) };
}

/** Every object of the source that stands in a chart. */
export function subjectsOf(charts: readonly CheckedChart[]): readonly Subject[] {
  return charts.flatMap((checked) =>
    checked.chart.objects.map((object): Subject => {
      const expected = applyDifferences(object.manifest.object, object.differences, undefined);
      return { checked, object, reference: referenceOf(expected.object as KubernetesObject) };
    }),
  );
}

function reportSubject(
  subject: Subject,
  subjects: readonly Subject[],
  comparisons: readonly Comparison[],
): ObjectReport {
  const { checked, object, reference } = subject;
  const chart = checked.chart.plan.name;
  const checkedIn = comparisons.filter((comparison) => comparison.hasChart(chart));
  const findings = [
    ...findTwin(subject, subjects),
    ...mergeFindings(
      checkedIn.map((comparison) => [comparison.label, compareSubject(subject, comparison)] as const),
    ),
  ];
  const template = templatePlace(checked, object);
  return {
    reference,
    chart,
    status: statusOfSubject(subject, checkedIn, findings),
    source: sourcePlace(object),
    ...(template ? { template } : {}),
    listed: listedOf(subject),
    findings,
  };
}

/** An earlier template with the same object. */
function findTwin(subject: Subject, subjects: readonly Subject[]): readonly Finding[] {
  const key = objectKey(subject.reference);
  const twin = subjects.find((other) => objectKey(other.reference) === key);
  if (!twin || twin === subject) return [];
  const templates = [twin, subject].map(
    ({ checked, object }) => `"${checked.chart.plan.name}/${object.templatePath}"`,
  );
  return [finding(subject, { message: `stands in two templates: ${templates.join(" and ")}` })];
}

function statusOfSubject(
  { checked, object, reference }: Subject,
  checkedIn: readonly Comparison[],
  findings: readonly Finding[],
): ObjectStatus {
  if (checkedIn.length === 0) return "unchecked";
  const chart = checked.chart.plan.name;
  const isMissing = checkedIn.some(
    (comparison) =>
      comparison.switchesOn(chart, object.setToRender) && comparison.find(reference).length === 0,
  );
  if (isMissing) return "missing";
  if (findings.some(({ severity }) => severity === "error")) return "differs";
  return object.differences.length > 0 || object.setToRender ? "listed" : "equal";
}

function listedOf({ object }: Subject): readonly Listed[] {
  const differences = object.differences.map(({ path, reason }) => ({ path: formatPath(path), reason }));
  if (!object.setToRender) return differences;
  return [...differences, { reason: `rendered only with ${quoteAll(object.setToRender)}` }];
}

function compareSubject(subject: Subject, comparison: Comparison): readonly Finding[] {
  const chart = subject.checked.chart.plan.name;
  const { object, reference } = subject;
  const found = comparison.find(reference);
  const first = found.find((place) => place.document.templatePath === object.templatePath) ?? found[0];
  if (!comparison.switchesOn(chart, object.setToRender)) {
    if (!first) return [];
    const message = `is rendered without ${quoteAll(object.setToRender ?? [])}, which is to switch it on`;
    return [finding(subject, { message })];
  }
  if (!first) return [missing(subject)];
  const findings: Finding[] = [];
  if (found.length > 1) {
    const templates = found.map((place) => `"${place.chart}/${place.document.templatePath}"`).join(", ");
    findings.push(finding(subject, { message: `is rendered ${found.length} times, by ${templates}` }));
  }
  if (first.chart !== chart) {
    findings.push(
      finding(subject, { message: `is rendered by the chart "${first.chart}" instead of "${chart}"` }),
    );
  }
  return [...findings, ...compareDocument(subject, first.document, first.object)];
}

function missing(subject: Subject): Finding {
  const { checked, object } = subject;
  return checked.files.has(object.templatePath)
    ? finding(subject, {
        message: "is not rendered",
        hint: "Look for a condition around it that is off by default.",
      })
    : finding(subject, { message: `is not rendered: "${filePath(checked, object.templatePath)}" is gone` });
}

function quoteAll(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(" and ");
}

/** Manifests that are in no chart and not listed as left out: dropped in silence. */
function reportForgotten(input: ParityInput, subjects: readonly Subject[]): readonly ObjectReport[] {
  const accounted = new Set(
    [
      ...subjects.map(({ object }) => object.manifest),
      ...input.plan.leftOut.map(({ manifest }) => manifest),
    ].map(manifestKey),
  );
  const forgotten = input.plan.operator.manifests.filter((manifest) => !accounted.has(manifestKey(manifest)));
  return forgotten.map((manifest) => {
    const message = "is in no chart, and not listed as left out";
    return sourceReport(manifest, "missing", [], message);
  });
}

/** The place tells apart objects that have no name yet (`generateName`). */
function manifestKey({ reference, source, position }: Manifest): string {
  return `${objectKey(reference)} ${source}:${position.line}:${position.column}`;
}

function reportLeftOut(
  { manifest, reason }: LeftOut,
  charts: readonly CheckedChart[],
  comparisons: readonly Comparison[],
): ObjectReport {
  const [first] = comparisons.flatMap((comparison) => comparison.find(manifest.reference));
  if (!first) return sourceReport(manifest, "left-out", [{ reason }]);
  const file = templateFile(charts, first.chart, first.document);
  const message = `is rendered, although it is listed as left out (${reason})`;
  return sourceReport(manifest, "differs", [{ reason }], message, { file, line: 1, column: 1 });
}

function sourceReport(
  { reference, position }: Manifest,
  status: ObjectStatus,
  listed: readonly Listed[],
  message?: string,
  template?: Place,
): ObjectReport {
  const source = toPlace(position);
  const places = { source, ...(template ? { template } : {}) };
  const findings: readonly Finding[] =
    message === undefined
      ? []
      : [{ check: "parity", severity: "error", message, object: reference, ...places }];
  return { reference, status, ...places, listed, findings };
}

/** A listed addition must be rendered as often as it is listed. */
function reportAdded(
  entries: readonly [AddedObject, ...AddedObject[]],
  comparisons: readonly Comparison[],
): ObjectReport {
  const [{ chart, reference }] = entries;
  const perRendering = comparisons
    .filter((comparison) => comparison.hasChart(chart))
    .map((comparison) => {
      const expected = entries.filter((entry) =>
        comparison.switchesOn(entry.chart, entry.setToRender),
      ).length;
      const found = comparison.find(reference).length;
      const message =
        found === 0
          ? "is listed as added and is not rendered"
          : `is rendered ${found} times and listed as added ${expected} times`;
      const findings: readonly Finding[] =
        found === expected ? [] : [{ check: "parity", severity: "error", message, chart, object: reference }];
      return [comparison.label, findings] as const;
    });
  const findings = mergeFindings(perRendering);
  return {
    reference,
    chart,
    status: findings.length > 0 ? "differs" : "added",
    listed: entries.map(({ reason }) => ({ reason })),
    findings,
  };
}

/** Objects that nobody asked for. */
function reportExtra(
  charts: readonly CheckedChart[],
  comparisons: readonly Comparison[],
): readonly ObjectReport[] {
  const found = comparisons.flatMap((comparison) =>
    comparison.unclaimed().map((rendered) => ({ label: comparison.label, rendered })),
  );
  const groups = groupBy(found, ({ rendered }) => objectKey(referenceOf(rendered.object)));
  return groups.map((group) => {
    const [{ rendered }] = group;
    const reference = referenceOf(rendered.object);
    const template = { file: templateFile(charts, rendered.chart, rendered.document), line: 1, column: 1 };
    const labels = new Set(group.map(({ label }) => label));
    const message = "is rendered, and the source has no such object";
    return {
      reference,
      chart: rendered.chart,
      status: "extra",
      template,
      listed: [],
      findings: [
        {
          check: "parity",
          severity: "error",
          message,
          chart: rendered.chart,
          object: reference,
          template,
          ...(labels.size === comparisons.length ? {} : { only: [...labels] }),
        },
      ],
    };
  });
}

function findNonObjects(charts: readonly CheckedChart[], { rendering }: Comparison): readonly Finding[] {
  return Array.from(rendering.charts).flatMap(([chart, documents]) =>
    documents
      .filter((document) => !document.object)
      .map((document): Finding => {
        const [fault] = document.faults;
        const message = fault
          ? `renders what is no YAML: ${fault.message}`
          : "renders a document that is no Kubernetes object";
        const file = templateFile(charts, chart, document);
        return {
          check: "parity",
          severity: "error",
          message: `"${document.templatePath}" ${message}`,
          chart,
          template: { file, line: 1, column: 1 },
        };
      }),
  );
}

function templateFile(
  charts: readonly CheckedChart[],
  name: string,
  { templatePath }: RenderedDocument,
): string {
  const checked = charts.find(({ chart }) => chart.plan.name === name);
  return checked ? filePath(checked, templatePath) : `${name}/${templatePath}`;
}
