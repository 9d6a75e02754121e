// What became of the values of the charts that were in the output folder: for `build` and `convert`, as text and as data.
import type { ChartSet } from "../emit/chart.ts";
import type { Json } from "../kubernetes/object.ts";
import type { ChartValues } from "../upgrade/chart-settings.ts";
import { compareValues, type ValueChange } from "../upgrade/compare-values.ts";
import type { Comparison } from "../write/compare-tree.ts";

/** The changes of one chart's values. */
export interface ChartValueChanges {
  readonly chart: string;
  readonly changes: readonly ValueChange[];
}

const valuesFile = "values.yaml";
const schemaFile = "values.schema.json";
/** A new release may change many defaults; --json has them all. */
const mostLines = 20;
const longestText = 60;

/** Of each chart that was there before and whose values are other ones now. */
export function valueChanges(chartSet: ChartSet, comparison: Comparison): readonly ChartValueChanges[] {
  return chartSet.charts.flatMap(({ plan: { name }, files }) => {
    const textNow = (file: string) => mergedText(`${name}/${file}`, comparison) ?? files.get(file) ?? "";
    const now = { values: textNow(valuesFile), schema: textNow(schemaFile) };
    const before = valuesBefore(name, now, comparison);
    const changes = before ? compareValues(before, now) : [];
    return changes.length === 0 ? [] : [{ chart: name, changes }];
  });
}

/** What a file is to hold; undefined where it stays as it is, or two sides of a conflict are in it. */
function mergedText(path: string, { changes, handEdits }: Comparison): string | undefined {
  const isOpen = handEdits.some((edit) => edit.path === path && edit.outcome === "conflict");
  return isOpen ? undefined : changes.find((change) => change.path === path)?.after;
}

/** The texts that were in the folder; undefined for a chart that is new, or whose values are as they were. */
function valuesBefore(name: string, now: ChartValues, { changes }: Comparison): ChartValues | undefined {
  const changed = (file: string) => changes.find(({ path }) => path === `${name}/${file}`);
  const [values, schema] = [changed(valuesFile), changed(schemaFile)];
  if ((values ?? schema) === undefined || values?.kind === "create") return undefined;
  return { values: values?.before ?? now.values, schema: schema ? (schema.before ?? "") : now.schema };
}

/** The lines that tell a person, for each chart a title and what is gone first; none where nothing changed. */
export function valueChangeLines({ chart, changes }: ChartValueChanges): readonly string[] {
  const order = { removed: 0, type: 1, added: 2, default: 3 };
  const sorted = changes.toSorted((a, b) => order[a.kind] - order[b.kind]);
  const lines = sorted.slice(0, mostLines).map(lineOf);
  const more = sorted.length - lines.length;
  return [`${chart}:`, ...lines, ...(more > 0 ? [`  and ${more} more; --json has all`] : [])];
}

function lineOf({ kind, path, before, after, count }: ValueChange): string {
  const name = path.join(".");
  const block = count === undefined ? "" : ` (${count} ${count === 1 ? "setting" : "settings"})`;
  switch (kind) {
    case "added":
      return `  new      ${name}${block}`;
    case "removed":
      return `  gone     ${name}${block}`;
    case "type":
      return `  allowed  ${name} takes other values than before`;
    case "default":
      return `  default  ${name}: ${shown(before)} → ${shown(after)}`;
  }
}

function shown(value: Json | undefined): string {
  if (value === undefined) return "none";
  const text = JSON.stringify(value);
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
