// What became of the values of the charts that were in the output folder: for `build` and `convert`, as text and as data.
import type { ChartSet } from "../emit/chart.ts";
import type { Json } from "../kubernetes/object.ts";
import { joinValuePath } from "../project/values.ts";
import { movesOf } from "../update/older-charts.ts";
import type { ChartValues } from "../upgrade/chart-settings.ts";
import { compareValues, type ValueChange } from "../upgrade/compare-values.ts";
import { withMoves, withoutPaths } from "../upgrade/moved-blocks.ts";
import type { ValueMove } from "../upgrade/moved-values.ts";
import type { Comparison } from "../write/compare-tree.ts";
import { movedPath, readMoved } from "../write/moved-file.ts";

/** A value, or all below a path, that is at another path now. */
export interface ValueMoved {
  readonly kind: "moved";
  readonly path: readonly string[];
  readonly to: readonly string[];
}

/** The changes of one chart's values. */
export interface ChartValueChanges {
  readonly chart: string;
  readonly changes: readonly (ValueChange | ValueMoved)[];
}

const valuesFile = "values.yaml";
const schemaFile = "values.schema.json";
/** A new release may change many defaults; --json has them all. */
const mostLines = 20;
const longestText = 60;

/** Of each chart that was there before and whose values are other ones now; what moved is told by its new path. */
export function valueChanges(chartSet: ChartSet, comparison: Comparison): readonly ChartValueChanges[] {
  const moves = newMoves(chartSet, comparison);
  const found = chartSet.charts.flatMap((chart) => {
    const { plan, files } = chart;
    const textNow = (file: string) => mergedText(`${plan.name}/${file}`, comparison) ?? files.get(file) ?? "";
    const now = { values: textNow(valuesFile), schema: textNow(schemaFile) };
    const before = valuesBefore(plan.name, now, comparison);
    const moved = movesOf(chart, moves);
    const oldPaths = moved.map(({ from }) => from);
    const changes = before ? compareValues(withMoves(before, moved), withoutPaths(now, oldPaths)) : [];
    return changes.length === 0 ? [] : [{ chart: plan.name, changes }];
  });
  return withMoved(found, chartSet, moves);
}

/** The moves that the comparison finds to remember. */
function newMoves({ plan }: ChartSet, { changes }: Comparison): readonly ValueMove[] {
  const change = changes.find(({ path }) => path === movedPath(plan.name));
  if (!change) return [];
  const known = new Set(readMoved(change.before ?? "", "").moved.map(({ from }) => joinValuePath(from)));
  return readMoved(change.after ?? "", "").moved.filter(({ from }) => !known.has(joinValuePath(from)));
}

/** `changes` with the `moves` in front, each at the chart that has its old path; those of its components at the last one. */
export function withMoved(
  changes: readonly ChartValueChanges[],
  { charts }: ChartSet,
  moves: readonly ValueMove[],
): readonly ChartValueChanges[] {
  const own = charts.map((chart) => movesOf(chart, moves));
  const others = moves.filter((move) => !own.some((some) => some.includes(move)));
  const names = new Set(charts.map(({ plan }) => plan.name));
  const told = charts.flatMap(({ plan: { name } }, index) => {
    const moved = [...(own[index] ?? []), ...(index === charts.length - 1 ? others : [])];
    const all = [
      ...moved.map(({ from, to }): ValueMoved => ({ kind: "moved", path: from, to })),
      ...changes.filter(({ chart }) => chart === name).flatMap((one) => one.changes),
    ];
    return all.length === 0 ? [] : [{ chart: name, changes: all }];
  });
  return [...told, ...changes.filter(({ chart }) => !names.has(chart))];
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
  const order = { moved: 0, removed: 1, type: 2, added: 3, default: 4 };
  const sorted = changes.toSorted((a, b) => order[a.kind] - order[b.kind]);
  const lines = sorted.slice(0, mostLines).map(lineOf);
  const more = sorted.length - lines.length;
  return [`${chart}:`, ...lines, ...(more > 0 ? [`  and ${more} more; --json has all`] : [])];
}

function lineOf(change: ValueChange | ValueMoved): string {
  const name = change.path.join(".");
  if (change.kind === "moved")
    return `  moved    ${name} → ${change.to.join(".")}; the old path works for now`;
  const { kind, before, after, count } = change;
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
