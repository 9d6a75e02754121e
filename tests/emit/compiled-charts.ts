// Charts compiled from a few lines of YAML, for tests of what is emitted.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CompileOptions, compile } from "../../src/compile.ts";
import type { ChartSet } from "../../src/emit/chart.ts";

/** Compiles `text`; any error among the diagnostics fails the test. */
export function compileText(text: string, options: CompileOptions): ChartSet {
  const { chartSet, diagnostics } = compile([{ name: "operator.yaml", text }], options);
  if (!chartSet) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return chartSet;
}

/** The text of a file of one of the charts; undefined where the chart does not have it. */
export function findFile(set: ChartSet, chart: string, path: string): string | undefined {
  const found = set.charts.find(({ plan }) => plan.name === chart);
  if (!found) throw new Error(`there is no chart ${chart}`);
  return found.files.get(path);
}

/** The text of a file that the chart must have. */
export function fileOf(set: ChartSet, chart: string, path: string): string {
  const text = findFile(set, chart, path);
  if (text === undefined) throw new Error(`the chart ${chart} has no file ${path}`);
  return text;
}

/** Writes the charts beside each other into `folder`, each into a folder of its name. */
export function writeCharts(set: ChartSet, folder: string): void {
  for (const { plan, files } of set.charts) {
    for (const [path, text] of files) {
      const file = join(folder, plan.name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}
