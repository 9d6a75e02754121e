// Chart.yaml against the one that was compiled: what the source and the project say of the chart, nothing else.
import { positionAt } from "../diagnostics/position.ts";
import type { Json } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import { nodeAt } from "../yaml/tree.ts";
import { compareValues } from "./compare.ts";
import { type CheckedChart, filePath, toPlace } from "./place.ts";
import type { Finding } from "./report.ts";
import { describeChange, formatPath, formatValue } from "./wording.ts";

const file = "Chart.yaml";

/** What someone has changed in Chart.yaml; comments and order do not count. */
export function checkChartFile(checked: CheckedChart): readonly Finding[] {
  const text = checked.files.get(file) ?? "";
  const emitted = checked.chart.files.get(file) ?? "";
  if (text === emitted) return [];
  const current = parseDocument(text);
  const expected = parseDocument(emitted);
  // What is no YAML, Helm refuses.
  if (!current.ok || !expected.ok) return [];
  const [before, after] = [expected.document.data as Json, current.document.data as Json];
  return compareValues(before, after).map((change) => {
    let { path } = change;
    while (path.length > 0 && !nodeAt(current.document.root, path)) path = path.slice(0, -1);
    const offset = nodeAt(current.document.root, path)?.start ?? 0;
    return {
      check: "lint",
      severity: "error",
      message: `${file}: ${describeChange(change, before, after)}`,
      chart: checked.chart.plan.name,
      path: formatPath(change.path),
      ...(change.found === undefined ? {} : { found: formatValue(change.found) }),
      ...(change.expected === undefined ? {} : { expected: formatValue(change.expected) }),
      template: toPlace(positionAt(filePath(checked, file), text, offset)),
      hint: "Say it in the project file, and build again.",
    };
  });
}
