// The charts that an update replaces: what they said of themselves and of their values.
import { join } from "node:path";
import type { ChartSet } from "../emit/chart.ts";
import { stringField } from "../kubernetes/object.ts";
import { projectText } from "../load/project-text.ts";
import { type ChartValues, compareValues } from "../upgrade/compare-values.ts";
import type { ChartValueChanges } from "../upgrade/release-change.ts";
import type { Comparison } from "../write/compare-tree.ts";
import { parseDocument } from "../yaml/document.ts";

/** A chart in the output folder. */
export interface OlderChart extends ChartValues {
  readonly name: string;
  readonly version: string | undefined;
}

/** The charts of the set that are in the output folder already. */
export function chartsBefore({ charts }: ChartSet, outputFolder: string): readonly OlderChart[] {
  return charts.flatMap(({ plan: { name } }) => {
    const textOf = (file: string) => projectText(join(outputFolder, name, file));
    const chartFile = textOf("Chart.yaml");
    if (chartFile === undefined) return [];
    const parsed = parseDocument(chartFile);
    const version = parsed.ok ? stringField(parsed.document.data, "version") : undefined;
    return [
      { name, version, values: textOf("values.yaml") ?? "", schema: textOf("values.schema.json") ?? "" },
    ];
  });
}

/** What becomes of their values, with the edits by hand that stay. */
export function valueChanges(
  older: readonly OlderChart[],
  { changes }: Comparison,
): readonly ChartValueChanges[] {
  return older.flatMap(({ name, ...before }) => {
    const after = (file: string, text: string) => {
      const change = changes.find(({ path }) => path === `${name}/${file}`);
      return change ? (change.after ?? "") : text;
    };
    const now = {
      values: after("values.yaml", before.values),
      schema: after("values.schema.json", before.schema),
    };
    const found = compareValues(before, now);
    return found.length === 0 ? [] : [{ chart: name, changes: found }];
  });
}
