// What the charts have otherwise than the source on purpose: every listed difference with its reason, what is left out, and
// what is added.
import { groupBy } from "../classify/group-by.ts";
import { counted } from "../diagnostics/counted.ts";
import { formatPosition } from "../diagnostics/position.ts";
import type { AddedObject, ChartSet } from "../emit/chart.ts";
import { formatReference, type Json } from "../kubernetes/object.ts";
import { positionOf } from "../parse/manifest.ts";
import type { Difference } from "../transform/chart-template.ts";
import { formatPath, formatValue } from "../verify/wording.ts";
import { type Content, type Html, html, when } from "./html.ts";
import type { ShownObject } from "./objects.ts";
import { longTable, type Section, section, table } from "./section.ts";

/** The section; parity accepts exactly what it lists. */
export function differencesSection({ plan, charts }: ChartSet, shown: readonly ShownObject[]): Section {
  const all = shown.flatMap((each) => each.object.differences.map((difference) => ({ each, difference })));
  const byReason = groupBy(all, ({ difference }) => difference.reason);
  return section(
    "differences",
    "Different on purpose",
    html`
<p>What the charts render with their defaults equals the source, but for what stands here. Parity accepts these
differences and no other.</p>
${when(all.length === 0, () => html`<p>No object differs.</p>`)}
${[...byReason].map(([reason, found]) => ofReason(reason, found))}
${when(
  plan.leftOut.length > 0,
  () => html`<h3>Left out</h3>
${table(
  "Objects that are left out",
  ["Object", "Why", "Source"],
  plan.leftOut.map(({ manifest, reason }) => [
    formatReference(manifest.reference),
    reason,
    html`<code>${formatPosition(manifest.position)}</code>`,
  ]),
)}`,
)}
${addedTable(charts.flatMap(({ added }) => added))}`,
  );
}

interface Found {
  readonly each: ShownObject;
  readonly difference: Difference;
}

function ofReason(reason: string, found: readonly Found[]): Html {
  const fields = [...new Set(found.map(({ difference }) => formatPath(difference.path)))];
  const name = reason.charAt(0).toUpperCase() + reason.slice(1);
  const rows = longTable(
    name,
    ["Object", "Field", "Source", "Template"],
    found.map(({ each, difference: { path, source, rendered } }) => [
      html`<a href="#${each.id}">${formatReference(each.object.manifest.reference)}</a>`,
      html`<code title="${formatPosition(positionOf(each.object.manifest, path))}">${formatPath(path)}</code>`,
      valueCell(source),
      valueCell(rendered),
    ]),
    [counted(found.length, "field"), when(fields.length <= 3, () => [": ", fields.join(", ")])],
  );
  return html`<h3>${name}</h3>${rows}`;
}

function valueCell(value: Json | undefined): Content {
  return value === undefined ? html`<i>none</i>` : html`<code>${formatValue(value)}</code>`;
}

function addedTable(added: readonly AddedObject[]): Html {
  return when(
    added.length > 0,
    () => html`<h3>Added</h3>
${longTable(
  "Objects that are added",
  ["Object", "Chart", "What for"],
  added.map(({ reference, chart, reason, setToRender }) => [
    formatReference(reference),
    chart,
    [
      reason,
      when(
        setToRender,
        () => html`; with ${setToRender?.map((setting) => html`<code>--set ${setting}</code> `)}`,
      ),
    ],
  ]),
  counted(added.length, "object"),
)}`,
  );
}
