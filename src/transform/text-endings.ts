// Texts whose last blanks or empty lines belong to them. An action that trims would eat these, and at the end of a
// manifest Helm 3 takes them away and Helm 4 adds a line: a comment behind the text keeps both off.
import { type Edit, inOrder } from "../template/edit.ts";
import { type Fragment, text } from "../template/expression.ts";
import type { Node, Range } from "../yaml/tree.ts";
import { columnOf, newLine } from "./block-edits.ts";
import type { Transform } from "./transform-context.ts";

const reason = "text ending";

/** Puts a comment behind every text with such an ending that an action or the end of the document would change. */
export const textEndings: Transform = ({ document: { root, text: source } }, _, earlier) => {
  if (!root || !mayHaveEndings(source)) return {};
  const ordered = inOrder(earlier);
  const exposed = scalarsIn(root, 0, source).filter(
    (found) => /\s$/.test(source.slice(found.start, found.end)) && isExposed(source, found, ordered),
  );
  return {
    edits: exposed.map(
      ({ column, end }): Edit => ({
        start: end,
        end,
        replacement: [newLine(column), text("# The blanks at the end of the text above belong to it.")],
        reason,
        depth: Number.POSITIVE_INFINITY,
      }),
    ),
  };
};

/** A quick look: a block string that keeps its last lines, or blanks at the end of a line. */
function mayHaveEndings(source: string): boolean {
  return /[|>][1-9]?\+|[^\S\n]$/m.test(source);
}

/** A scalar, and the column of the key or dash that it belongs to. */
interface PlacedScalar extends Range {
  readonly column: number;
}

function scalarsIn(node: Node, column: number, source: string): readonly PlacedScalar[] {
  switch (node.kind) {
    case "mapping": {
      const own = columnOf(source, node.start);
      return node.flow ? [] : node.entries.flatMap((entry) => scalarsIn(entry.value, own, source));
    }
    case "sequence": {
      const own = columnOf(source, node.start);
      return node.flow ? [] : node.items.flatMap((item) => scalarsIn(item, own, source));
    }
    case "scalar":
      return [{ start: node.start, end: node.end, column }];
    case "alias":
      return [];
  }
}

/** Whether what follows the text in the template, but for blanks, is an action that trims or nothing at all. */
function isExposed(source: string, { start, end }: Range, edits: readonly Edit[]): boolean {
  let at = end;
  for (const edit of edits) {
    if (edit.start < end) {
      if (edit.start <= start && edit.end >= end) return false;
      continue;
    }
    if (source.slice(at, edit.start).trim() !== "") return false;
    const first = edit.replacement.find(
      (fragment) => fragment.kind !== "text" || fragment.text.trim() !== "",
    );
    if (first) return trims(first);
    at = Math.max(at, edit.end);
  }
  return source.slice(at).trim() === "";
}

function trims(fragment: Fragment): boolean {
  if (fragment.kind === "output") return fragment.trimLeft === true;
  return fragment.kind !== "text";
}
