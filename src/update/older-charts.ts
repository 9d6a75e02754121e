// The charts that an update replaces, as chartwright last wrote them: what a release means does not depend on edits by hand.
import { join } from "node:path";
import type { ChartSet } from "../emit/chart.ts";
import { stringField } from "../kubernetes/object.ts";
import { projectText } from "../load/project-text.ts";
import { type ChartValues, compareValues } from "../upgrade/compare-values.ts";
import type { ChartValueChanges } from "../upgrade/release-change.ts";
import { writtenCharts } from "../write/remembered.ts";
import { parseDocument } from "../yaml/document.ts";

/** A chart in the output folder. */
export interface OlderChart extends ChartValues {
  readonly name: string;
  readonly version: string | undefined;
  /** Its files as they were written, by their paths in it; undefined where only what stands in the folder is known. */
  readonly files?: ReadonlyMap<string, string>;
}

/** The charts of the set that are in the output folder already. */
export function chartsBefore({ charts, plan }: ChartSet, outputFolder: string): readonly OlderChart[] {
  const written = writtenCharts(outputFolder, plan.name);
  return charts.flatMap(({ plan: { name } }) => {
    const files = written.get(name);
    const textOf = (file: string) => (files ? files.get(file) : projectText(join(outputFolder, name, file)));
    const chartFile = textOf("Chart.yaml");
    if (chartFile === undefined) return [];
    const parsed = parseDocument(chartFile);
    const version = parsed.ok ? stringField(parsed.document.data, "version") : undefined;
    const values = textOf("values.yaml") ?? "";
    const schema = textOf("values.schema.json") ?? "";
    return [{ name, version, values, schema, ...(files ? { files } : {}) }];
  });
}

/** What becomes of their values in the newly compiled charts. */
export function valueChanges(
  older: readonly OlderChart[],
  { charts }: ChartSet,
): readonly ChartValueChanges[] {
  return older.flatMap(({ name, ...before }) => {
    const files = charts.find(({ plan }) => plan.name === name)?.files;
    const now = {
      values: files?.get("values.yaml") ?? "",
      schema: files?.get("values.schema.json") ?? "",
    };
    const found = compareValues(before, now);
    return found.length === 0 ? [] : [{ chart: name, changes: found }];
  });
}
