// Text moved to column 0: Helm takes the blanks in front of a manifest away, and edits at the root stand at the margin.
import { jsonEqual } from "../kubernetes/object.ts";
import { parseDocument, type YamlDocument } from "../yaml/document.ts";
import type { BlockDocument } from "./block-style.ts";

/** The column, from 0, of an offset. */
export function columnAt(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

/** The text with `column` blanks taken off each line, where a line has so many. */
export function moveToMargin(text: string, column: number): string {
  return column === 0 ? text : text.replace(new RegExp(`^ {1,${column}}`, "gm"), "");
}

/** The document with its root at the margin, or undefined when it is there. */
export function atMargin({ text, root, data }: YamlDocument): BlockDocument | undefined {
  const column = root ? columnAt(text, root.start) : 0;
  if (column === 0) return undefined;
  const result = parseDocument(moveToMargin(text, column));
  if (!result.ok || !jsonEqual(result.document.data, data)) return undefined;
  return { document: result.document, lines: text.split("\n").map((_, line) => line) };
}
