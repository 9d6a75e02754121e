// `kind: List` and typed lists, opened: Helm sorts a List last and ignores annotations on its items.
import { jsonEqual } from "../kubernetes/object.ts";
import { parseDocument, type YamlDocument } from "../yaml/document.ts";
import { printYaml } from "../yaml/print.ts";
import { nodeAt } from "../yaml/tree.ts";
import { sourceLineOf } from "./manifest.ts";
import type { ParsedDocument } from "./parse.ts";

/** The items of a List, each as a document of its own. An item keeps its text, moved to column 0. */
export function listItems(list: ParsedDocument): readonly ParsedDocument[] {
  const { text, data, root } = list.document;
  const items = (data as { readonly items: readonly unknown[] }).items;
  return items.map((item, index) => {
    const node = nodeAt(root, ["items", index]);
    const start = node?.start ?? 0;
    const firstLine = sourceLineOf(list, text.slice(0, start).split("\n").length - 1);
    const moved = node?.kind === "mapping" && !node.flow ? moveToMargin(text, start, node.end) : undefined;
    const own = moved === undefined ? undefined : parseEqual(moved, item);
    if (own) return { source: list.source, firstLine, document: own };
    const printed = parseEqual(`${printYaml(item)}\n`, item);
    const document = printed ?? list.document;
    return {
      source: list.source,
      firstLine,
      lines: document.text.split("\n").map(() => firstLine),
      document,
    };
  });
}

/** The text from `start` to `end` with the column of `start` taken off each line, where a line has so much. */
function moveToMargin(text: string, start: number, end: number): string {
  const column = start - (text.lastIndexOf("\n", start - 1) + 1);
  const margin = new RegExp(`^ {1,${column}}`, "gm");
  return `${text.slice(start, end).replace(margin, "")}\n`;
}

function parseEqual(text: string, data: unknown): YamlDocument | undefined {
  const result = parseDocument(text);
  return result.ok && jsonEqual(result.document.data, data) ? result.document : undefined;
}
