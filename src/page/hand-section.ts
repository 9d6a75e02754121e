// What people made of the charts by hand: files that they edited or deleted, and files of their own.
import { counted } from "../diagnostics/counted.ts";
import type { EditedFile, HandWork } from "../write/hand-work.ts";
import { countHandEdits, handComparison } from "./hand-lines.ts";
import { type Content, dataBlock, type Html, html, when } from "./html.ts";
import type { ShownObject } from "./objects.ts";
import { codeList, longTable, type Section, section, table } from "./section.ts";

const outcomes: Readonly<Record<EditedFile["outcome"], string>> = {
  kept: "kept: the charts have nothing new for it",
  merged: "merged: a build puts what is new beside it",
  conflict: "! conflict: both changed the same lines, and somebody has to decide",
  deleted: "deleted: it stays away",
  orphaned: "! left over: its object is gone, and Helm sees none of it until somebody decides",
  unresolved: "! undecided: the markers of a merge are in it",
  unknown: "! unknown: what was written before is not remembered, a build leaves it alone",
};

/** `2 files edited, 1 deleted, 1 of your own` with the way there, for the part at a glance. */
export function handSummary(hands: HandWork | undefined): Content {
  if (!hands || isNothing(hands)) return "nothing was changed";
  const deleted = hands.edited.filter(({ outcome }) => outcome === "deleted").length;
  const edited = hands.edited.length - deleted;
  const parts = [
    ...(edited > 0 ? [`${counted(edited, "file")} edited`] : []),
    ...(deleted > 0 ? [`${counted(deleted, "file")} deleted`] : []),
    ...(hands.own.length > 0 ? [`${counted(hands.own.length, "file")} beside the compiled ones`] : []),
  ];
  return html`<a href="#hand">${parts.join(", ")}</a>`;
}

/** The section; undefined where nobody changed anything. */
export function handSection(hands: HandWork | undefined, shown: readonly ShownObject[]): Section | undefined {
  if (!hands || isNothing(hands)) return undefined;
  const files = hands.edited.map((file, index) => shownFile(file, `hand-${index + 1}`, shown));
  const others = files.filter(({ comparison }) => comparison !== undefined);
  return section(
    "hand",
    "Changed by hand",
    html`
<p>What people changed in the charts’ folder since chartwright wrote it. A build keeps all of it, and merges what is new.</p>
${when(files.length > 0, () =>
  table(
    "Files that were changed by hand",
    ["File", { title: "Edits", isNumber: true }, "What becomes of it"],
    files.map(({ file, place, edits }) => [
      html`${place}${when(file.renamedFrom, () => html`<span class="only">renamed from ${file.renamedFrom}</span>`)}`,
      edits,
      outcomes[file.outcome],
    ]),
  ),
)}
${others.map(entry)}
${when(hands.own.length > 0, () => ownFiles(hands.own))}
${others.map(({ id, comparison }) => dataBlock(`${id}-lines`, comparison))}`,
  );
}

function isNothing({ edited, own }: HandWork): boolean {
  return edited.length + own.length === 0;
}

interface ShownFile {
  readonly file: EditedFile;
  readonly id: string;
  /** The file's name, leading to where its lines are. */
  readonly place: Html;
  readonly edits: Content;
  /** Its lines, where no object of the page has them. */
  readonly comparison?: ReturnType<typeof handComparison>;
}

function shownFile(file: EditedFile, id: string, shown: readonly ShownObject[]): ShownFile {
  const { path, generated, text } = file;
  const name = html`<code>${path}</code>`;
  const object = shown.find(({ edited }) => edited === file);
  if (object) {
    const edits = text === undefined ? "" : countHandEdits(object.comparison);
    return { file, id, place: html`<a href="#${object.id}">${name}</a>`, edits };
  }
  if (generated === undefined || text === undefined) return { file, id, place: name, edits: "" };
  const comparison = handComparison(generated, text);
  return {
    file,
    id,
    place: html`<a href="#${id}">${name}</a>`,
    edits: countHandEdits(comparison),
    comparison,
  };
}

function entry({ file, id, comparison = [] }: ShownFile): Html {
  return html`<details class="object" id="${id}" data-lines="${id}-lines">
<summary><span class="name">${file.path}</span> <b class="by-hand">${counted(countHandEdits(comparison), "edit")} by hand</b></summary>
<div class="lines"></div>
</details>
`;
}

function ownFiles(own: readonly string[]): Html {
  const rows = own.map((path) => [html`<code>${path}</code>`]);
  return html`<h3>Beside the compiled files</h3>
<p>No build touches them. What is in <code>templates/</code> is rendered with the rest.</p>
${rows.length > 12 ? longTable("Files beside the compiled ones", ["File"], rows, counted(own.length, "file")) : html`<p>${codeList(own)}</p>`}`;
}
