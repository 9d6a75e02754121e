// The source's objects beside their templates, with the edits marked. The lines are data, which the script shows when
// somebody opens an object.
import { counted } from "../diagnostics/counted.ts";
import { formatPosition } from "../diagnostics/position.ts";
import type { Chart, ChartObject, ChartSet } from "../emit/chart.ts";
import { formatReference } from "../kubernetes/object.ts";
import { sourceLineOf } from "../parse/manifest.ts";
import { inOrder } from "../template/edit.ts";
import type { EditedFile, HandWork } from "../write/hand-work.ts";
import { compareLines } from "./compare-lines.ts";
import { countHandEdits, withHandLines } from "./hand-lines.ts";
import { dataBlock, type Html, html, when } from "./html.ts";
import type { ChangedLines, LineComparison, SourceComparison } from "./page-data.ts";
import { type Section, section } from "./section.ts";

/** An object of the page, and where it is on it. */
export interface ShownObject {
  readonly id: string;
  readonly chart: Chart;
  readonly object: ChartObject;
  readonly comparison: LineComparison;
  /** What somebody made of the file with its text. */
  readonly edited?: EditedFile;
}

/** The objects of all charts in the order of the charts, each with the id of its place on the page. */
export function shownObjects({ charts }: ChartSet, hands?: HandWork): readonly ShownObject[] {
  const edits = new Map(hands?.edited.map((edited) => [edited.renamedFrom ?? edited.path, edited]));
  let number = 0;
  return charts.flatMap((chart) =>
    chart.objects.map((object) => {
      number += 1;
      const edited = edits.get(fileOf(chart, object));
      const compiled = compareObject(chart, object);
      const isShown = edited?.text !== undefined && edited.generated !== undefined;
      const comparison = isShown
        ? withHandLines(compiled, edited.generated ?? "", edited.text ?? "")
        : compiled;
      return { id: `object-${number}`, chart, object, comparison, ...(edited ? { edited } : {}) };
    }),
  );
}

/** The path of the file with the text of an object, below the charts' folder. */
function fileOf({ plan }: Chart, { templatePath, textPath }: ChartObject): string {
  return `${plan.name}/${textPath ?? templatePath}`;
}

function compareObject(chart: Chart, object: ChartObject): SourceComparison {
  const { manifest, origins, edits } = object;
  const { text } = manifest.document;
  const starts = lineStarts(text);
  const inSource = inOrder(edits);
  return compareLines({
    source: text,
    template: chart.files.get(object.textPath ?? object.templatePath) ?? "",
    origins,
    numberOf: (line) => sourceLineOf(manifest, line),
    reasonsOf: (before, after) => {
      // What is inserted may stand at the end of the line before, or before the first word of the one after.
      const from = (starts[before + 1] ?? text.length) - 1;
      const to = endOfIndentation(text, starts[after] ?? text.length);
      const touching = inSource.filter(({ start, end }) => start <= to && end >= from);
      return [...new Set(touching.map(({ reason }) => reason))];
    },
  });
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function endOfIndentation(text: string, from: number): number {
  let at = from;
  while (text[at] === " ") at += 1;
  return at;
}

/** The section: a list of objects for each chart, each of which opens. */
export function objectsSection(set: ChartSet, shown: readonly ShownObject[]): Section {
  return section(
    "objects",
    "Source and templates",
    html`
<p>Each object of the source beside the template that renders it. What the compiler changed is marked, with the name of
the transform that did it; all else is the source’s own text, byte for byte.${when(
      shown.some(({ edited }) => edited),
      () => " What people changed by hand in the charts’ folder is marked as theirs.",
    )}</p>
${filterField("objects-filter", "Find an object", "objects-list")}
<div id="objects-list">
${set.charts.map((chart) => ofChart(chart, shown))}
</div>
${shown.map(({ id, comparison }) => dataBlock(`${id}-lines`, comparison))}`,
  );
}

/** A field that narrows the list `target`; of use to the script alone, which shows it. */
function filterField(id: string, label: string, target: string): Html {
  return html`<p class="filter" hidden><label for="${id}">${label}</label>
<input type="search" id="${id}" autocomplete="off" spellcheck="false" data-filters="${target}">
<output for="${id}"></output></p>`;
}

function ofChart(chart: Chart, shown: readonly ShownObject[]): Html {
  const own = shown.filter((each) => each.chart === chart);
  return html`<h3>${chart.plan.name} <small>${counted(own.length, "object")}</small></h3>
${own.map(entry)}`;
}

function entry({ id, chart, object, comparison, edited }: ShownObject): Html {
  const { manifest, differences, setToRender } = object;
  const changes = comparison.filter((stretch): stretch is ChangedLines => "reasons" in stretch).length;
  return html`<details class="object" id="${id}" data-lines="${id}-lines">
<summary><span class="name">${formatReference(manifest.reference)}</span>
<span class="facts">${counted(changes, "change")}${when(differences.length > 0, () => `, ${counted(differences.length, "listed difference")}`)}</span>${when(edited, () => html` <b class="by-hand">${handWords(comparison, edited)}</b>`)}</summary>
<p class="places"><span><b>Source</b> <code>${formatPosition(manifest.position)}</code></span>
<span><b>Template</b> <code>${edited?.path ?? fileOf(chart, object)}</code></span></p>
${when(edited?.outcome === "deleted", () => html`<p class="note">Somebody deleted this file: the charts do not render the object, and no build writes it again but with <code>--force</code>.</p>`)}
${when(setToRender, () => html`<p>Rendered with ${setToRender?.map((setting) => html`<code>--set ${setting}</code> `)} only.</p>`)}
${when(object.isCopied, () => html`<p>A file of <code>crds/</code>, which Helm installs as it is.</p>`)}
<div class="lines"></div>
</details>`;
}

/** `2 edits by hand`, `renamed by hand`, `deleted by hand`. */
function handWords(comparison: LineComparison, edited: EditedFile | undefined): string {
  if (edited?.text === undefined) return "deleted by hand";
  const count = countHandEdits(comparison);
  return count === 0 && edited.renamedFrom !== undefined
    ? "renamed by hand"
    : `${counted(count, "edit")} by hand`;
}
