// `kind: List` and typed lists, opened: Helm sorts a List last and ignores annotations on its items.
import { invariant } from "../diagnostics/internal-error.ts";
import { isObject, type Json, jsonEqual } from "../kubernetes/object.ts";
import { parseDocument, type YamlDocument } from "../yaml/document.ts";
import { printYaml } from "../yaml/print.ts";
import { type Node, nodeAt } from "../yaml/tree.ts";
import { blockLines } from "./block-lines.ts";
import { sourceLineOf } from "./manifest.ts";
import { columnAt, moveToMargin } from "./margin.ts";
import type { ParsedDocument } from "./parse.ts";

/**
 * The items of a List, each as a document of its own. An item keeps its text, moved to column 0. Items of a typed
 * list (`kind: RoleList`) may leave out their kind, as the API server does.
 */
export function listItems(list: ParsedDocument): readonly ParsedDocument[] {
  const { text, data, root } = list.document;
  const { apiVersion, kind, items } = data as ListData;
  return (items ?? []).map((item, index) => {
    const node = nodeAt(root, ["items", index]);
    const start = node?.start ?? 0;
    const firstLine = sourceLineOf(list, countLines(text, start));
    const isTyped = isObject(item) && !("kind" in item) && !("apiVersion" in item) && kind !== "List";
    const type = isTyped ? { apiVersion, kind: kind.replace(/List$/, "") } : {};
    const head = isTyped ? `${printYaml(type)}\n` : "";
    const added = head
      .split("\n")
      .slice(1)
      .map(() => firstLine);
    const content = isTyped ? { ...type, ...item } : item;
    for (const { body, lines } of node ? bodiesOf(text, node) : []) {
      const document = parseEqual(head + body, content);
      const placed =
        lines?.map((line) => sourceLineOf(list, line)) ?? body.split("\n").map((_, line) => firstLine + line);
      if (document) return { source: list.source, firstLine, lines: [...added, ...placed], document };
    }
    const printed = parseEqual(`${printYaml(content)}\n`, content);
    invariant(printed, "an item of a list changed when it was printed");
    return {
      source: list.source,
      firstLine,
      lines: printed.text.split("\n").map(() => firstLine),
      document: printed,
    };
  });
}

interface ListData {
  readonly apiVersion: string;
  readonly kind: string;
  readonly items?: readonly Json[] | null;
}

/** The item's own text at the margin, or its lines where it is written in flow style. */
function bodiesOf(
  text: string,
  node: Node,
): readonly { readonly body: string; readonly lines?: readonly number[] }[] {
  if (node.kind !== "mapping") return [];
  if (!node.flow) {
    const lineEnd = text.indexOf("\n", node.end);
    const lines = text.slice(node.start, lineEnd === -1 ? text.length : lineEnd);
    return [{ body: `${moveToMargin(lines, columnAt(text, node.start))}\n` }];
  }
  const block = blockLines(text, node);
  if (!block) return [];
  const body = block.map((line) => `${line.text}\n`).join("");
  const lines = [...block.map(({ offset }) => offset), node.end].map((offset) => countLines(text, offset));
  return [{ body, lines }];
}

function countLines(text: string, end: number): number {
  return text.slice(0, end).split("\n").length - 1;
}

function parseEqual(text: string, data: unknown): YamlDocument | undefined {
  const result = parseDocument(text);
  return result.ok && jsonEqual(result.document.data, data) ? result.document : undefined;
}
