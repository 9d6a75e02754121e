// What the charts render and the source lacks: with a reason, or without.

import type { AddedObject } from "../emit/chart.ts";
import { objectKey, referenceOf } from "../kubernetes/object.ts";
import { type Comparison, groupBy } from "./comparison.ts";
import { type CheckedChart, filePath } from "./place.ts";
import type { RenderedDocument } from "./rendered.ts";
import { type Finding, mergeFindings, type ObjectReport } from "./report.ts";

/** A listed addition must be rendered as often as it is listed. */
export function reportAdded(
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

/** The template of a rendered document, as people find it. */
export function templateFile(
  charts: readonly CheckedChart[],
  name: string,
  { templatePath }: RenderedDocument,
): string {
  const checked = charts.find(({ chart }) => chart.plan.name === name);
  return checked ? filePath(checked, templatePath) : `${name}/${templatePath}`;
}
