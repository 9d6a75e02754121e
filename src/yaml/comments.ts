// Comments of a document, each with what it stands above or beside. The parser knows none; they are read from the text
// around the nodes.
import type { Entry, Node, PathStep } from "./tree.ts";

/** The comment of one entry of a mapping or one item of a sequence. */
export interface SourceComment {
  readonly path: readonly PathStep[];
  /** Its lines, each from the `#` on. */
  readonly lines: readonly string[];
}

/** The comments above and beside what is in `node`, a node of the document `text`. */
export function commentsIn(
  text: string,
  node: Node | undefined,
  path: readonly PathStep[] = [],
): readonly SourceComment[] {
  if (node?.kind === "mapping") {
    return node.entries.flatMap((entry) => {
      const at = [...path, entry.key];
      return [...commentOf(text, entry, at), ...commentsIn(text, entry.value, at)];
    });
  }
  if (node?.kind !== "sequence") return [];
  return node.items.flatMap((item, index) => {
    const at = [...path, index];
    const above = linesAbove(text, item.start);
    const own = isDashed(text, item.start) && above.length > 0 ? [{ path: at, lines: above }] : [];
    // What stands behind a scalar is the item's; in a mapping it is its entry's.
    const beside = item.kind === "scalar" ? lineBehind(text, item.end) : [];
    return [...joined(own, at, beside), ...commentsIn(text, item, at)];
  });
}

/** The comment of one entry: the lines right above it, and what stands behind it on its line. */
export function commentOf(text: string, entry: Entry, path: readonly PathStep[]): readonly SourceComment[] {
  const lineStart = text.lastIndexOf("\n", entry.start - 1) + 1;
  const isFirstOnLine = text.slice(lineStart, entry.start).trim() === "";
  const above = isFirstOnLine ? linesAbove(text, entry.start) : [];
  const isOnKeyLine = !text.slice(entry.start, entry.value.start).includes("\n");
  const keyLine = /^[^\n]*?:(?=\s)/.exec(text.slice(entry.start))?.[0].length ?? 0;
  // Behind a text in block style there is none.
  const beside = lineBehind(text, isOnKeyLine ? entry.end : entry.start + keyLine);
  const lines = [...above, ...beside];
  return lines.length > 0 ? [{ path, lines }] : [];
}

function joined(
  own: readonly SourceComment[],
  path: readonly PathStep[],
  beside: readonly string[],
): readonly SourceComment[] {
  const lines = [...own.flatMap((comment) => comment.lines), ...beside];
  return lines.length > 0 ? [{ path, lines }] : [];
}

function isDashed(text: string, offset: number): boolean {
  return /^\s*(?:- +)+$/.test(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset));
}

/** The comment lines right above the line of `offset`; a blank line ends them. */
function linesAbove(text: string, offset: number): readonly string[] {
  const lines: string[] = [];
  let lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  while (lineStart > 0) {
    const previous = text.lastIndexOf("\n", lineStart - 2) + 1;
    const line = text.slice(previous, lineStart - 1).trim();
    if (!line.startsWith("#")) break;
    lines.unshift(line);
    lineStart = previous;
  }
  return lines;
}

/** The comment between `offset` and the end of its line, if that is all there is. */
function lineBehind(text: string, offset: number): readonly string[] {
  const end = text.indexOf("\n", offset);
  const rest = text.slice(offset, end === -1 ? undefined : end);
  return /^\s+#/.test(rest) ? [rest.trim()] : [];
}
