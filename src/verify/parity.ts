// Parity: the charts, rendered with their defaults, hold every object of the source exactly once and equal,
// apart from what is listed; and nothing else.

import type { Operator } from "../classify/operator.ts";
import type { AddedObject } from "../emit/chart.ts";
import { type KubernetesObject, objectKey, referenceOf } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartSetPlan, LeftOut } from "../plan/chart-plan.ts";
import { listedDifferences } from "../transform/chart-template.ts";
import { Comparison, groupBy, type RenderedObject } from "./comparison.ts";
import { applyDifferences } from "./differences.ts";
import { findNonObjects, reportAdded, reportExtra } from "./extra-objects.ts";
import { compareDocument, finding, type Subject } from "./object-parity.ts";
import { type CheckedChart, filePath, sourcePlace, templatePlace, toPlace } from "./place.ts";
import type { Rendering } from "./rendered.ts";
import { templateFile } from "./rendered-place.ts";
import {
  type Finding,
  type Listed,
  mergeFindings,
  type ObjectReport,
  type ObjectStatus,
  type Place,
} from "./report.ts";
import { droppedByEvent } from "./unknown-events.ts";
import { formatPath } from "./wording.ts";

export interface ParityInput {
  /** What the charts were compiled from: the set's own, and those of its components. */
  readonly plans: readonly (Pick<ChartSetPlan, "leftOut"> & {
    readonly operator: Pick<Operator, "manifests">;
  })[];
  readonly charts: readonly CheckedChart[];
  readonly added: readonly AddedObject[];
  /** All with the release in the source's namespace: each Helm, each step of a layout that has two, and an upgrade. */
  readonly renderings: readonly Rendering[];
  /** Renderings of the charts as they were compiled, of those that were edited since: what is added, must equal these. */
  readonly compiled?: readonly Rendering[];
}

export interface ParityResult {
  readonly objects: readonly ObjectReport[];
  /** What belongs to no object. */
  readonly findings: readonly Finding[];
}

/** Compares every object. */
export function checkParity(input: ParityInput): ParityResult {
  const subjects = subjectsOf(input.charts);
  const leftOut = input.plans.flatMap((plan) => plan.leftOut);
  const accounted = [
    ...subjects.map((subject) => subject.reference),
    ...leftOut.map(({ manifest }) => manifest.reference),
    ...input.added.map((added) => added.reference),
  ];
  const comparisons = input.renderings.map((rendering) => new Comparison(rendering, accounted));
  const compiled = (input.compiled ?? []).map((rendering) => new Comparison(rendering, []));
  const objects = [
    ...subjects.map((subject) => reportSubject(subject, subjects, comparisons)),
    ...reportForgotten(input, subjects),
    ...leftOut.map((entry) => reportLeftOut(entry, input.charts, comparisons)),
    ...groupBy(input.added, (added) => objectKey(added.reference)).map((entries) =>
      reportAdded(entries, input.charts, comparisons, compiled),
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
  return listedDifferences(object).length > 0 || object.setToRender ? "listed" : "equal";
}

function listedOf({ object }: Subject): readonly Listed[] {
  const differences = listedDifferences(object).map(({ path, reason }) => ({
    path: formatPath(path),
    reason,
  }));
  if (!object.setToRender) return differences;
  return [...differences, { reason: `rendered only with ${quoteAll(object.setToRender)}` }];
}

function compareSubject(subject: Subject, comparison: Comparison): readonly Finding[] {
  const chart = subject.checked.chart.plan.name;
  const { object, reference } = subject;
  const found = comparison.find(reference);
  const isOwn = (place: RenderedObject) =>
    place.chart === chart && place.document.templatePath === object.templatePath;
  const first = found.find(isOwn) ?? found[0];
  if (!comparison.switchesOn(chart, object.setToRender)) {
    if (!first) return [];
    const message = `is rendered without ${quoteAll(object.setToRender ?? [])}, which is to switch it on`;
    return [finding(subject, { message })];
  }
  if (!first) return [missing(subject)];
  const findings: Finding[] = [];
  const expected = object.isCopied ? 2 : 1;
  if (found.length < expected) {
    findings.push(finding(subject, { message: "is not in the ConfigMap from which a hook applies it" }));
  }
  if (found.length > expected) {
    const templates = found.map((place) => `"${place.chart}/${place.document.templatePath}"`).join(", ");
    findings.push(finding(subject, { message: `is rendered ${found.length} times, by ${templates}` }));
  }
  if (first.chart !== chart) {
    findings.push(
      finding(subject, { message: `is rendered by the chart "${first.chart}" instead of "${chart}"` }),
    );
  }
  const compared = object.isCopied ? found : [first];
  return [...findings, ...compared.flatMap((one) => compareDocument(subject, one.document, one.object))];
}

function missing(subject: Subject): Finding {
  const { checked, object, reference } = subject;
  const { templatePath } = object;
  if (!checked.files.has(templatePath)) {
    return finding(subject, { message: `is not rendered: "${filePath(checked, templatePath)}" is gone` });
  }
  const dropped = droppedByEvent(checked, templatePath, reference.kind);
  if (dropped) {
    const { message, hint, template } = dropped;
    return { ...finding(subject, { message: `is not rendered: ${message}`, hint }), template };
  }
  return finding(subject, {
    message: "is not rendered",
    hint: "Look for a condition around it that is off by default, or that asks .Release.IsInstall or .Release.IsUpgrade.",
  });
}

function quoteAll(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(" and ");
}

/** Manifests that are in no chart and not listed as left out: dropped in silence. */
function reportForgotten(input: ParityInput, subjects: readonly Subject[]): readonly ObjectReport[] {
  const accounted = new Set(
    [
      ...subjects.map(({ object }) => object.manifest),
      ...input.plans.flatMap(({ leftOut }) => leftOut).map(({ manifest }) => manifest),
    ].map(manifestKey),
  );
  const manifests = input.plans.flatMap(({ operator }) => operator.manifests);
  const forgotten = manifests.filter((manifest) => !accounted.has(manifestKey(manifest)));
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
