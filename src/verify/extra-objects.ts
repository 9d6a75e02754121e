// What the charts render and the source lacks: with a reason, or without.

import type { AddedObject } from "../emit/chart.ts";
import { objectKey, referenceOf } from "../kubernetes/object.ts";
import { compareValues } from "./compare.ts";
import { type Comparison, groupBy } from "./comparison.ts";
import type { CheckedChart } from "./place.ts";
import type { RenderedDocument } from "./rendered.ts";
import { renderedPlace, templateFile } from "./rendered-place.ts";
import { type Finding, mergeFindings, type ObjectReport } from "./report.ts";
import { droppedByEvent } from "./unknown-events.ts";
import { describeChange, formatPath, formatValue } from "./wording.ts";

/** A listed addition must be rendered as often as it is listed. */
export function reportAdded(
  entries: readonly [AddedObject, ...AddedObject[]],
  charts: readonly CheckedChart[],
  comparisons: readonly Comparison[],
  compiled: readonly Comparison[],
): ObjectReport {
  const [{ chart, reference }] = entries;
  const perRendering = comparisons
    .filter((comparison) => comparison.hasChart(chart))
    .map((comparison) => {
      const expected = entries.filter((entry) =>
        comparison.switchesOn(entry.chart, entry.setToRender),
      ).length;
      const found = comparison.find(reference).length;
      const original = compiled.find(({ label }) => label === comparison.label);
      const place = placeOfAdded(entries[0], charts, comparison, original);
      const findings: readonly Finding[] =
        found === expected
          ? changesOfAdded(entries[0], charts, comparison, original)
          : [
              {
                check: "parity",
                severity: "error",
                chart,
                object: reference,
                ...place,
                ...(found === 0
                  ? missingAdded(entries[0], charts, original)
                  : { message: `is rendered ${found} times and listed as added ${expected} times` }),
              },
            ];
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

function missingAdded(
  { chart, reference }: AddedObject,
  charts: readonly CheckedChart[],
  original: Comparison | undefined,
): Pick<Finding, "message" | "template" | "hint"> {
  const message = "is listed as added and is not rendered";
  const checked = charts.find((candidate) => candidate.chart.plan.name === chart);
  const path = original?.find(reference)[0]?.document.templatePath;
  const dropped = checked && path && droppedByEvent(checked, path, reference.kind);
  return dropped ? { ...dropped, message: `${message}: ${dropped.message}` } : { message };
}

/** Where it is rendered, or was before the chart was edited. */
function placeOfAdded(
  { chart, reference }: AddedObject,
  charts: readonly CheckedChart[],
  comparison: Comparison,
  original: Comparison | undefined,
): Pick<Finding, "template"> {
  const [found] = [...comparison.find(reference), ...(original?.find(reference) ?? [])];
  return found ? { template: renderedPlace(charts, chart, found.document) } : {};
}

/** Nothing in the source says what an added object must be: the chart as it was compiled does. */
function changesOfAdded(
  { chart, reference }: AddedObject,
  charts: readonly CheckedChart[],
  comparison: Comparison,
  original: Comparison | undefined,
): readonly Finding[] {
  const before = original?.find(reference) ?? [];
  return comparison.find(reference).flatMap(({ document, object }, index) => {
    const expected = before[index]?.object;
    if (!expected) return [];
    const changes = compareValues(expected, object);
    // What a ConfigMap carries is compared object by object.
    const own = isCarrier(charts, chart, document)
      ? changes.filter(({ path }) => path[0] !== "data")
      : changes;
    return own.map((change): Finding => {
      const template = renderedPlace(charts, chart, document, change.path);
      return {
        check: "parity",
        severity: "error",
        message: describeChange(change, expected, object),
        chart,
        object: reference,
        path: formatPath(change.path),
        ...(change.found === undefined ? {} : { found: formatValue(change.found) }),
        ...(change.expected === undefined ? {} : { expected: formatValue(change.expected) }),
        template,
      };
    });
  });
}

function isCarrier(
  charts: readonly CheckedChart[],
  name: string,
  { templatePath }: RenderedDocument,
): boolean {
  return charts.some(({ chart }) => chart.plan.name === name && chart.carriers.includes(templatePath));
}

/** Objects that nobody asked for. */
export function reportExtra(
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

/** Documents of a rendering that are no object at all. */
export function findNonObjects(
  charts: readonly CheckedChart[],
  { rendering }: Comparison,
): readonly Finding[] {
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
