// The charts that an update replaces, as chartwright last wrote them: what a release means does not depend on edits by hand.
import { join } from "node:path";
import type { Chart, ChartSet } from "../emit/chart.ts";
import { stringField } from "../kubernetes/object.ts";
import { projectText } from "../load/project-text.ts";
import { joinValuePath } from "../project/values.ts";
import type { ChartValues } from "../upgrade/chart-settings.ts";
import { compareValues } from "../upgrade/compare-values.ts";
import { withMoves, withoutPaths } from "../upgrade/moved-blocks.ts";
import type { ValueMove } from "../upgrade/moved-values.ts";
import type { ChartValueChanges } from "../upgrade/release-change.ts";
import { rememberedValues, writtenCharts } from "../write/remembered.ts";
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

/** The values that have another path since the charts in the output folder were written. */
export function movesSince({ plan }: ChartSet, outputFolder: string): readonly ValueMove[] {
  const known = new Set(
    rememberedValues(outputFolder, plan.name).moved.map(({ from }) => joinValuePath(from)),
  );
  return (plan.values?.moved ?? []).filter(({ from }) => !known.has(joinValuePath(from)));
}

/** Those of `moves` that are of values of `chart`: it has the old paths as aliases. */
export function movesOf({ values }: Chart, moves: readonly ValueMove[]): readonly ValueMove[] {
  return moves.filter(({ from }) =>
    values.some(({ path, aliasOf }) => aliasOf && from.every((key, index) => path[index] === key)),
  );
}

/** What becomes of their values in the newly compiled charts; that `moves` have another path is none of it. */
export function valueChanges(
  older: readonly OlderChart[],
  { charts }: ChartSet,
  moves: readonly ValueMove[] = [],
): readonly ChartValueChanges[] {
  return older.flatMap(({ name, ...before }) => {
    const chart = charts.find(({ plan }) => plan.name === name);
    const moved = chart ? movesOf(chart, moves) : [];
    const now = {
      values: chart?.files.get("values.yaml") ?? "",
      schema: chart?.files.get("values.schema.json") ?? "",
    };
    const oldPaths = moved.map(({ from }) => from);
    const found = compareValues(withMoves(before, moved), withoutPaths(now, oldPaths));
    return found.length === 0 ? [] : [{ chart: name, changes: found }];
  });
}
