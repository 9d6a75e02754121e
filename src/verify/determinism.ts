// Two builds of one input: they must be equal byte by byte.
import type { Chart, ChartSet } from "../emit/chart.ts";
import type { Finding } from "./report.ts";

/** What differs between two builds, file by file, each with its first line that does. */
export function checkDeterminism(first: ChartSet, second: ChartSet): readonly Finding[] {
  const again = new Map(second.charts.map((chart) => [chart.plan.name, chart]));
  const before = new Set(first.charts.map((chart) => chart.plan.name));
  return [
    ...first.charts.flatMap((chart) => compareCharts(chart, again.get(chart.plan.name))),
    ...second.charts
      .filter((chart) => !before.has(chart.plan.name))
      .map((chart) => finding(chart.plan.name, "only the second build makes this chart")),
  ];
}

function compareCharts(first: Chart, second: Chart | undefined): readonly Finding[] {
  const { name } = first.plan;
  if (!second) return [finding(name, "the second build does not make this chart")];
  const paths = [...new Set([...first.files.keys(), ...second.files.keys()])].sort();
  return paths.flatMap((path) => {
    const before = first.files.get(path);
    const after = second.files.get(path);
    if (before === after) return [];
    if (after === undefined) return [finding(name, `the second build does not write "${path}"`)];
    if (before === undefined) return [finding(name, `only the second build writes "${path}"`)];
    return [differingLine(name, path, before, after)];
  });
}

function differingLine(chart: string, path: string, before: string, after: string): Finding {
  const lines = before.split("\n");
  const others = after.split("\n");
  const index = Math.max(
    0,
    lines.findIndex((line, at) => line !== others[at]),
  );
  return {
    ...finding(chart, `two builds of "${path}" differ`),
    expected: lines[index] ?? "",
    found: others[index] ?? "",
    template: { file: `${chart}/${path}`, line: index + 1, column: 1 },
  };
}

function finding(chart: string, message: string): Finding {
  return { check: "determinism", severity: "error", message, chart };
}
