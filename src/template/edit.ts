// Edits at parsed ranges of a source text, and the template they make of it.
import { invariant } from "../diagnostics/internal-error.ts";
import type { Range } from "../yaml/tree.ts";
import type { Fragment } from "./expression.ts";
import { printTemplate } from "./print.ts";

/** A replacement of one range of the source's text; an insertion where the range is empty. */
export interface Edit extends Range {
  readonly replacement: readonly Fragment[];
  /** The transform that made it, for error messages and reports. */
  readonly reason: string;
  /** Of several insertions at one offset the deepest comes first: it belongs to what ends there. */
  readonly depth?: number;
}

/** A template's text; `origins[i]` is the line of the source (from 0) that line i came from. */
export interface Template {
  readonly text: string;
  readonly origins: readonly number[];
}

/**
 * The template that `edits` make of `text`. What no edit covers stays byte for byte, but for the escapes that
 * Helm needs. Edits may come in any order; insertions of one depth at one offset keep theirs. Overlap is our own mistake.
 */
export function applyEdits(text: string, edits: readonly Edit[]): Template {
  return printEdited(text, edits, printTemplate);
}

/** The same for a file that Helm does not render: the edits hold text only, and nothing is escaped. */
export function applyTextEdits(text: string, edits: readonly Edit[]): Template {
  return printEdited(text, edits, (fragments) =>
    fragments
      .map((fragment) => {
        invariant(fragment.kind === "text", "an expression in a file that Helm does not render");
        return fragment.text;
      })
      .join(""),
  );
}

function printEdited(
  text: string,
  edits: readonly Edit[],
  print: (fragments: readonly Fragment[]) => string,
): Template {
  const pieces = editedPieces(text, edits);
  return { text: print(pieces.map(({ fragment }) => fragment)), origins: lineOrigins(pieces) };
}

/** What `applyEdits` prints, before it is printed: the source's own text and the replacements, in order. */
export function editedPieces(text: string, edits: readonly Edit[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let line = 0;
  const pushSource = (end: number) => {
    if (end === at) return;
    pieces.push({ fragment: { kind: "text", text: text.slice(at, end) }, line, at, isSource: true });
    line += countLines(text, at, end);
    at = end;
  };
  for (const edit of inOrder(edits)) {
    invariant(edit.start >= at, `edits overlap at offset ${edit.start} (${edit.reason})`);
    pushSource(edit.start);
    pieces.push(...edit.replacement.map((fragment) => ({ fragment, line, at, isSource: false })));
    line += countLines(text, edit.start, edit.end);
    at = edit.end;
  }
  pushSource(text.length);
  return pieces;
}

/** The edits in the order in which their replacements stand in the template. */
export function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end || (b.depth ?? -1) - (a.depth ?? -1));
}

/** A fragment with the line of the source that it begins on. */
export interface Piece {
  readonly fragment: Fragment;
  readonly line: number;
  /** Its offset in the source, or that of what it replaces. */
  readonly at: number;
  /** Whether it is text of the source, whose line breaks are the source's. */
  readonly isSource: boolean;
}

/** Whether any of `edits` touches `range`. An insertion at its very end or start counts as outside. */
export function isEdited(range: Range, edits: readonly Edit[]): boolean {
  return edits.some((edit) =>
    edit.start === edit.end
      ? edit.start > range.start && edit.start < range.end
      : edit.start < range.end && edit.end > range.start,
  );
}

/**
 * A line comes from where its first fragment does. Printing never adds a line break, so lines can be counted on the
 * fragments.
 */
function lineOrigins(pieces: readonly Piece[]): readonly number[] {
  const origins: number[] = [0];
  let isNew = true;
  for (const { fragment, line, isSource } of pieces) {
    if (fragment.kind === "text" && fragment.text === "") continue;
    if (isNew) origins[origins.length - 1] = line;
    isNew = false;
    if (fragment.kind !== "text") continue;
    const breaks = countLines(fragment.text, 0, fragment.text.length);
    for (let count = 1; count <= breaks; count += 1) origins.push(isSource ? line + count : line);
    isNew = fragment.text.endsWith("\n");
  }
  return origins;
}

function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
