// A template with its edits → passages: the runs of lines that are compared, and stay or move, as one.
import type { Manifest } from "../parse/manifest.ts";
import { type Edit, editedPieces, type Piece } from "../template/edit.ts";
import { type Action, type Fragment, text } from "../template/expression.ts";
import { printTemplate } from "../template/print.ts";
import { type LineAt, lineFinder, type Place, placesOf } from "./places.ts";

/** One line of a template, or those of a text or a flow collection that runs over several. */
export interface Passage {
  /** Without the line break at the end. */
  readonly fragments: readonly Fragment[];
  /** Equal for what is the same at the same place of two templates. */
  readonly token: string;
  /** The line of the manifest's text (from 0) that it comes from. */
  readonly origin: number;
  /** Where in the object it stands; undefined for lines that an edit has put in. */
  readonly path: readonly string[] | undefined;
  /** The passages that it stands in: the key or item, and the action, without which it makes no sense. */
  readonly parents: readonly number[];
  /** The `if`, `with` or `define` that it opens, goes on with or ends. */
  readonly block: Block | undefined;
}

/** From an opening action to its end, as passages. */
export interface Block {
  readonly start: number;
  readonly end: number;
  /** The passages with its actions: the first, each `else`, the last. */
  readonly controls: readonly number[];
  /** Whether its dot is another: what is inside cannot be moved elsewhere. */
  readonly changesDot: boolean;
}

/** The passages of the template that `edits` make of a manifest's text. */
export function passagesOf(manifest: Manifest, edits: readonly Edit[]): readonly Passage[] {
  const { document, object } = manifest;
  const lineAt = lineFinder(document.text);
  const places = placesOf(document.root, object, lineAt);
  const firstOnLine = new Map(places.toReversed().map((place) => [place.line, place]));
  const lines = withoutOuterBlanks(joined(linesOf(editedPieces(document.text, edits)), places, lineAt));
  const { controls, around } = blocksOf(lines);
  /** Which passage has the beginning of a place, by the line of the source. */
  const byLine = new Map<number, number>();
  const counts = new Map<string, number>();
  const keys: string[] = [];
  let last = "";
  return lines.map((line, index): Passage => {
    const place = line.content === undefined ? undefined : firstOnLine.get(lineAt(line.content));
    if (place) {
      byLine.set(place.line, index);
      last = place.path.join("/");
    }
    const block = controls.get(index);
    const outer = around[index];
    const opener = block !== undefined && block.start < index ? block : outer;
    const inOpener = opener === undefined ? "" : keys[opener.start];
    const key = place ? last : line.isSource ? `behind ${last}` : `in ${inOpener}`;
    const printed = printTemplate(line.fragments);
    keys.push(`${key}\n${printed}`);
    return {
      fragments: line.fragments,
      token: numbered(`${key}\n${printed}`, counts),
      origin: line.origin,
      path: place?.path,
      parents: [place && parentOf(place, places, byLine), outer?.start].filter(
        (parent) => parent !== undefined,
      ),
      block,
    };
  });
}

/** The same text at the same place again is another one. */
function numbered(key: string, counts: Map<string, number>): string {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count === 1 ? key : `${key}\n${count}`;
}

interface Line {
  readonly fragments: readonly Fragment[];
  readonly origin: number;
  /** Where the line begins in the source. */
  readonly start: number;
  /** The first character of the source's own that is no blank. */
  readonly content: number | undefined;
  readonly isSource: boolean;
}

function linesOf(pieces: readonly Piece[]): readonly Line[] {
  const lines: Line[] = [];
  let fragments: Fragment[] = [];
  let first: { at: number; origin: number; isSource: boolean } | undefined;
  let content: number | undefined;
  const end = () => {
    const { at = 0, origin = 0, isSource = true } = first ?? {};
    lines.push({ fragments, origin, start: at, content, isSource });
    fragments = [];
    first = undefined;
    content = undefined;
  };
  for (const { fragment, line, at, isSource } of pieces) {
    if (fragment.kind !== "text") {
      first ??= { at, origin: line, isSource: false };
      first.isSource = false;
      fragments.push(fragment);
      continue;
    }
    let offset = 0;
    fragment.text.split("\n").forEach((part, index) => {
      if (index > 0) end();
      const place = { at: isSource ? at + offset : at, origin: isSource ? line + index : line };
      first ??= { ...place, isSource };
      const blanks = /^\s*/.exec(part)?.[0].length ?? 0;
      if (isSource && blanks < part.length) content ??= at + offset + blanks;
      if (part !== "") fragments.push(text(part));
      offset += part.length + 1;
    });
  }
  end();
  return lines;
}

/** Lines of one scalar or flow collection as one. */
function joined(lines: readonly Line[], places: readonly Place[], lineAt: LineAt): readonly Line[] {
  const long = places.filter(({ isWhole, line, end }) => isWhole && lineAt(end) > line);
  const result: Line[] = [];
  let next = 0;
  for (const line of lines) {
    while ((long[next]?.end ?? Number.POSITIVE_INFINITY) <= line.start) next += 1;
    const previous = result.at(-1);
    if (!previous || line.start <= (long[next]?.start ?? Number.POSITIVE_INFINITY)) {
      result.push(line);
      continue;
    }
    const fragments = [...previous.fragments, text("\n"), ...line.fragments];
    result[result.length - 1] = { ...previous, fragments };
  }
  return result;
}

/** Empty lines around a document belong to the stream that it was in. */
function withoutOuterBlanks(lines: readonly Line[]): readonly Line[] {
  const hasContent = ({ fragments }: Line) => printTemplate(fragments).trim() !== "";
  return lines.slice(Math.max(0, lines.findIndex(hasContent)), lines.findLastIndex(hasContent) + 1);
}

/** The block whose actions a line holds, and the innermost one around each line. */
function blocksOf(lines: readonly Line[]): {
  readonly controls: ReadonlyMap<number, Block>;
  readonly around: readonly (Block | undefined)[];
} {
  const open: { readonly controls: number[]; readonly changesDot: boolean }[] = [];
  const blocks: Block[] = [];
  lines.forEach(({ fragments }, index) => {
    for (const action of fragments.filter(isControl)) {
      if (action.kind === "else" || action.kind === "end") open.at(-1)?.controls.push(index);
      else open.push({ controls: [index], changesDot: !keepsDot.has(action.kind) });
      const { controls = [], changesDot = false } = (action.kind === "end" && open.pop()) || {};
      const [start = index] = controls;
      if (start < index) blocks.push({ start, end: index, controls, changesDot });
    }
  });
  const controls = new Map<number, Block>();
  const around: (Block | undefined)[] = lines.map(() => undefined);
  // From the outermost to the innermost, so that the innermost counts.
  for (const block of blocks.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    for (let index = block.start + 1; index < block.end; index += 1) around[index] = block;
    for (const index of block.controls) controls.set(index, block);
  }
  return { controls, around };
}

/** A named template that the chart renders is given the root, as its parts are. */
const keepsDot: ReadonlySet<Action["kind"]> = new Set(["if", "define"]);

function isControl(fragment: Fragment): fragment is Exclude<Action, { kind: "output" }> {
  return fragment.kind !== "text" && fragment.kind !== "output";
}

function parentOf(
  place: Place,
  places: readonly Place[],
  byLine: ReadonlyMap<number, number>,
): number | undefined {
  for (let parent = place.parent; parent !== undefined; parent = places[parent]?.parent) {
    const found = places[parent];
    if (found && found.line !== place.line) return byLine.get(found.line);
  }
  return undefined;
}
