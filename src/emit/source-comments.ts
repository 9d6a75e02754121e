// The comments of the source in values.yaml, above the values that they belong to.
import type { SourceComment } from "../yaml/comments.ts";
import { parseDocument } from "../yaml/document.ts";
import { entryOf, type Node, nodeAt, type PathStep } from "../yaml/tree.ts";
import { printable } from "./comment.ts";

/** `lines` of YAML with the comments of what is in them; a path begins at the document's root. */
export function withComments(
  lines: readonly string[],
  comments: readonly SourceComment[],
): readonly string[] {
  if (comments.length === 0) return lines;
  const text = lines.join("\n");
  const result = parseDocument(text);
  if (!result.ok) return lines;
  const { root } = result.document;
  const above = new Map<number, readonly string[]>();
  for (const { path, lines: words } of comments) {
    const start = startOf(root, path);
    if (start === undefined) continue;
    const line = text.slice(0, start).split("\n").length - 1;
    above.set(line, [...(above.get(line) ?? []), ...words.map(printable)]);
  }
  return lines.flatMap((line, index) => {
    const margin = /^ */.exec(line)?.[0] ?? "";
    return [...(above.get(index) ?? []).map((words) => margin + words), line];
  });
}

function startOf(root: Node | undefined, path: readonly PathStep[]): number | undefined {
  const step = path.at(-1);
  const parent = nodeAt(root, path.slice(0, -1));
  if (typeof step === "string") return entryOf(parent, step)?.start;
  return nodeAt(root, path)?.start;
}
