// The values of two releases, as a table of what is other than it was.

import { counted } from "../diagnostics/counted.ts";
import type { Json } from "../kubernetes/object.ts";
import { type ChartRelease, pairCharts } from "../upgrade/chart-release.ts";
import { compareValues, type ValueChange } from "../upgrade/compare-values.ts";
import { formatValue } from "../verify/wording.ts";
import { type Content, html } from "./html.ts";
import { longTable, type Section, section } from "./section.ts";

const words: Readonly<Record<ValueChange["kind"], string>> = {
  added: "+ new",
  removed: "− gone",
  type: "~ other type",
  default: "~ other default",
};

/** The section; undefined where no value changed. */
export function valueChangesSection(older: ChartRelease, newer: ChartRelease): Section | undefined {
  const charts = pairCharts(older, newer)
    .pairs.map((pair) => ({ name: pair.newer.name, changes: compareValues(pair.older, pair.newer) }))
    .filter(({ changes }) => changes.length > 0);
  if (charts.length === 0) return undefined;
  return section(
    "value-changes",
    "Values that changed",
    html`${charts.map(
      ({ name, changes }) => html`<h3>${name}</h3>
${longTable(
  `Values of ${name} that changed`,
  ["Value", "Change", "Before", "After"],
  changes.map(({ kind, path, before, after, count }) => [
    html`<code>${path.join(".")}</code>`,
    count === undefined ? words[kind] : `${words[kind]}, with ${counted(count, "setting")}`,
    cell(before),
    cell(after),
  ]),
  counted(changes.length, "change"),
)}`,
    )}`,
  );
}

function cell(value: Json | undefined): Content {
  return value === undefined ? "" : html`<code>${formatValue(value)}</code>`;
}
