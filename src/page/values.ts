// The values reference: every value with type, default, description, the place of its default in the source and the
// templates that read it. Thousands of rows are data, which the script shows where somebody looks.
import { groupBy } from "../classify/group-by.ts";
import { counted } from "../diagnostics/counted.ts";
import { formatPosition, positionAt } from "../diagnostics/position.ts";
import type { Chart, ChartSet } from "../emit/chart.ts";
import { sectionDescription } from "../emit/chart-facts.ts";
import { schemaFields, typeName } from "../emit/schema-tree.ts";
import type { Json } from "../kubernetes/object.ts";
import type { Value } from "../transform/value.ts";
import { readValueUses } from "../verify/value-reads.ts";
import { dataBlock, type Html, html, when } from "./html.ts";
import type { ValueGroup, ValueRow } from "./page-data.ts";
import { type Section, section } from "./section.ts";

/** So many readers of a value are told. */
const mostReaders = 6;

/** The section: a list of keys for each chart, each of which opens, and a field to search all of them. */
export function valuesSection({ charts }: ChartSet): Section {
  return valuesReference(charts.map((chart) => ({ name: chart.plan.name, groups: groupsOf(chart) })));
}

/** The values of one chart, by the keys of the root. */
export interface ChartReference {
  readonly name: string;
  readonly groups: readonly KeyGroup[];
}

/** The values under one key of the root. */
export interface KeyGroup extends ValueGroup {
  readonly key: string;
  readonly description: string;
}

/** The section for charts whose values are known. */
export function valuesReference(charts: readonly ChartReference[]): Section {
  const all = charts.map(({ name, groups }, index) => ({
    name,
    groups: groups.map((group, at): Group => ({ ...group, id: `values-${index + 1}-${at + 1}` })),
  }));
  return section(
    "values",
    "Values",
    html`
<p>What can be set, with the defaults of the charts. A map of values is merged into the chart’s; a list is replaced whole.</p>
<p class="filter" hidden><label for="values-search">Find a value</label>
<input type="search" id="values-search" autocomplete="off" spellcheck="false">
<output for="values-search"></output></p>
<div id="values-found" hidden></div>
<div id="values-groups">
${all.map(
  ({ name, groups: own }) => html`<h3>${name} <small>${counted(
    own.reduce((sum, { rows }) => sum + rows.length, 0),
    "value",
  )}</small></h3>
${own.map(entry)}`,
)}
</div>
${all.flatMap(({ groups: own }) => own.map(({ id, rows }) => dataBlock(`${id}-rows`, { rows } satisfies ValueGroup)))}`,
  );
}

/** How many values a chart has, each field of a custom resource counted. */
export function countValues(chart: Chart): number {
  return shownValues(chart).flatMap((value) => rowsOf(value, [])).length;
}

function shownValues({ values }: Chart): readonly Value[] {
  return values.filter(({ role, isHidden }) => role !== "section" && !isHidden);
}

interface Group extends KeyGroup {
  readonly id: string;
}

function entry({ id, key, description, rows }: Group): Html {
  return html`<details class="values" id="${id}" data-rows="${id}-rows">
<summary><code>${key}</code> <span class="facts">${counted(rows.length, "value")}</span>
${when(description, () => html`<span class="about">${description}</span>`)}</summary>
<div class="rows"></div>
</details>`;
}

function groupsOf(chart: Chart): readonly KeyGroup[] {
  const readersOf = readersIn(chart.files);
  const settings = shownValues(chart);
  return [...groupBy(settings, ({ path }) => path[0] ?? "")].map(([key, members]) => ({
    key: key === "" ? "the root: the spec of the custom resource" : key,
    description: key === "" ? "" : sectionDescription(chart.values, [key]),
    rows: members.flatMap((value) => rowsOf(value, readersOf(value.path))),
  }));
}

function rowsOf(value: Value, readers: readonly string[]): readonly ValueRow[] {
  const own: ValueRow = {
    path: value.path.join("."),
    type: typeName(value.schema),
    description: value.aliasOf
      ? `Another name of ${value.aliasOf.join(".")}. ${value.description}`
      : value.description,
    ...(value.role === "tree" ? {} : defaultOf(value.default)),
    ...(value.position ? { source: formatPosition(value.position) } : {}),
    ...(readers.length > 0 ? { readers } : {}),
  };
  if (value.role !== "tree") return [own];
  const fields = schemaFields(value).map(
    ({ path, type, description, set, assumed, choices }): ValueRow => ({
      path: path.join("."),
      type: choices.length > 0 ? choices.map((choice) => JSON.stringify(choice)).join(" | ") : type,
      description:
        assumed === undefined
          ? description
          : `${description} The operator assumes ${JSON.stringify(assumed)}.`.trim(),
      ...defaultOf(set),
    }),
  );
  return value.path.length === 0 ? fields : [own, ...fields];
}

function defaultOf(value: Json | undefined): { readonly default?: string } {
  return value === undefined ? {} : { default: JSON.stringify(value) };
}

/** The places in the templates that read a value, one in it, or a map that it is in. */
export function readersIn(
  files: ReadonlyMap<string, string>,
): (path: readonly string[]) => readonly string[] {
  const templates = new Map([...files].filter(([path]) => path.startsWith("templates/")));
  const byKey = groupBy(readValueUses(templates).reads, ({ path }) => path[0] ?? "");
  return (path) => {
    const found = (byKey.get(path[0] ?? "") ?? []).filter((read) =>
      read.path.every((key, index) => index >= path.length || path[index] === key),
    );
    const places = found.map(
      ({ file, offset }) => `${file}:${positionAt(file, templates.get(file) ?? "", offset).line}`,
    );
    const all = [...new Set(places)];
    return all.length > mostReaders
      ? [...all.slice(0, mostReaders), `and ${all.length - mostReaders} more`]
      : all;
  };
}
