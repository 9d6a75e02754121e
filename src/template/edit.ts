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
  const ordered = edits.toSorted(
    (a, b) => a.start - b.start || a.end - b.end || (b.depth ?? -1) - (a.depth ?? -1),
  );
  const fragments: Fragment[] = [];
  const sourceLines: number[] = [];
  let at = 0;
  let line = 0;
  const push = (added: readonly Fragment[]) => {
    for (const fragment of added) {
      fragments.push(fragment);
      sourceLines.push(line);
    }
  };
  for (const edit of ordered) {
    invariant(edit.start >= at, `edits overlap at offset ${edit.start} (${edit.reason})`);
    if (edit.start > at) push([{ kind: "text", text: text.slice(at, edit.start) }]);
    line += countLines(text, at, edit.start);
    push(edit.replacement);
    line += countLines(text, edit.start, edit.end);
    at = edit.end;
  }
  if (at < text.length) push([{ kind: "text", text: text.slice(at) }]);
  return { text: printTemplate(fragments), origins: lineOrigins(fragments, sourceLines) };
}

/** Whether any of `edits` touches `range`. An insertion at its very end or start counts as outside. */
export function isEdited(range: Range, edits: readonly Edit[]): boolean {
  return edits.some((edit) =>
    edit.start === edit.end
      ? edit.start > range.start && edit.start < range.end
      : edit.start < range.end && edit.end > range.start,
  );
}

/** Printing never adds a line break, so lines can be counted on the fragments. */
function lineOrigins(fragments: readonly Fragment[], sourceLines: readonly number[]): readonly number[] {
  const origins: number[] = [];
  let open = false;
  fragments.forEach((fragment, index) => {
    let source = sourceLines[index] ?? 0;
    if (!open) origins.push(source);
    open = true;
    if (fragment.kind !== "text") return;
    const breaks = countLines(fragment.text, 0, fragment.text.length);
    for (let count = 0; count < breaks; count += 1) {
      source += 1;
      origins.push(source);
    }
  });
  return origins;
}

function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
