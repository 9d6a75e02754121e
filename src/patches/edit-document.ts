// Other data into a document's text: what is not other stays as it is written, comments and order too.
import { invariant } from "../diagnostics/internal-error.ts";
import { isObject, type Json, type JsonObject, jsonEqual } from "../kubernetes/object.ts";
import { applyTextEdits, type Edit, type Template } from "../template/edit.ts";
import { parseDocument, type YamlDocument } from "../yaml/document.ts";
import { indent, printYaml } from "../yaml/print.ts";
import type { Entry, MappingNode, Node, SequenceNode } from "../yaml/tree.ts";
import { type ItemPair, pairItems } from "./pair-items.ts";

/** A document, and the line (from 0) of the one before that each of its lines came from. */
export interface EditedDocument {
  readonly document: YamlDocument;
  readonly lines: readonly number[];
}

/** `document` with the data `after`. Where its text cannot be edited at the places, it is printed anew as a whole. */
export function editDocument(document: YamlDocument, after: JsonObject): EditedDocument {
  const edited = tryEdits(document, after);
  if (edited) return edited;
  const printed = parseDocument(`${printYaml(after)}\n`);
  invariant(printed.ok, "an object that was printed cannot be read");
  return { document: printed.document, lines: printed.document.text.split("\n").map(() => 0) };
}

function tryEdits(document: YamlDocument, after: JsonObject): EditedDocument | undefined {
  const { root, text, data, hasAliases, repeatsKey } = document;
  if (!root || hasAliases || repeatsKey) return undefined;
  const edits = new Editing(text).edits(root, data as Json, after);
  const { text: next, origins }: Template = applyTextEdits(text, edits);
  const result = parseDocument(next);
  return result.ok && result.faults.length === 0 && jsonEqual(result.document.data, after)
    ? { document: result.document, lines: origins }
    : undefined;
}

class Editing {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The edits that make `after` of the node with the data `before`. */
  edits(node: Node, before: Json, after: Json): readonly Edit[] {
    if (jsonEqual(before, after)) return [];
    return this.#inner(node, before, after) ?? [this.#replaced(node, after)];
  }

  /** Undefined where the whole node is to be written anew. */
  #mapping(node: MappingNode, before: JsonObject, after: JsonObject): readonly Edit[] | undefined {
    const [first] = node.entries;
    const last = node.entries.at(-1);
    if (node.flow || !first || !last || Object.keys(after).length === 0) return undefined;
    const edits: Edit[] = [];
    for (const entry of node.entries) {
      const value = after[entry.key];
      if (value === undefined) {
        if (!this.#isFirstOnLine(entry.start)) return undefined;
        edits.push(this.#removedLines(entry.start, entry.end));
      } else edits.push(...this.#entry(entry, before[entry.key] ?? null, value));
    }
    const added = Object.keys(after).filter((key) => !Object.hasOwn(before, key));
    if (added.length === Object.keys(after).length) return undefined;
    const width = this.#column(first.start);
    edits.push(
      ...this.#addedLines(
        last.end,
        added.map((key) => printYaml({ [key]: after[key] })),
        width,
      ),
    );
    return edits;
  }

  #entry(entry: Entry, before: Json, after: Json): readonly Edit[] {
    if (jsonEqual(before, after)) return [];
    const inner = this.#inner(entry.value, before, after);
    if (inner) return inner;
    const { start, end } = entry.value;
    const isOneLine =
      entry.value.kind === "scalar" && end > start && !this.#text.slice(start, end).includes("\n");
    const printed = printYaml(after);
    if (isOneLine && !isObject(after) && !Array.isArray(after) && !printed.includes("\n"))
      return [edit(start, end, printed)];
    const whole = indent(printYaml({ [entry.key]: after }), this.#column(entry.start)).trimStart();
    return [edit(entry.start, entry.end, whole)];
  }

  /** The edits inside of a collection; undefined where the whole node is to be written anew. */
  #inner(node: Node, before: Json, after: Json): readonly Edit[] | undefined {
    if (node.kind === "mapping" && isObject(before) && isObject(after))
      return this.#mapping(node, before, after);
    if (node.kind === "sequence" && Array.isArray(before) && Array.isArray(after))
      return this.#sequence(node, before, after);
    return undefined;
  }

  /** Undefined where the whole node is to be written anew. */
  #sequence(
    node: SequenceNode,
    before: readonly Json[],
    after: readonly Json[],
  ): readonly Edit[] | undefined {
    const pairs = pairItems(before, after);
    const dashes = node.items.flatMap((item) => this.#dashOf(item) ?? []);
    const [firstDash] = dashes;
    if (node.flow || !pairs || after.length === 0 || firstDash === undefined) return undefined;
    if (dashes.length !== before.length) return undefined;
    const kept = pairs.findIndex(([left]) => left !== undefined);
    // The first dash is the place of what is new in front of it.
    if (pairs[kept]?.[1] === undefined) return undefined;
    const width = this.#column(firstDash);
    const inFront = pairs.slice(0, kept).map((pair) => this.#printedItem(after, pair));
    const edits: Edit[] = inFront.map((text) =>
      edit(firstDash, firstDash, `${indent(text, width).trimStart()}\n${" ".repeat(width)}`),
    );
    let behind = firstDash;
    for (const [left, right] of pairs.slice(kept)) {
      const item = left === undefined ? undefined : node.items[left];
      if (!item || left === undefined) {
        edits.push(...this.#addedLines(behind, [this.#printedItem(after, [left, right])], width));
        continue;
      }
      behind = item.end;
      if (right !== undefined) edits.push(...this.edits(item, before[left] ?? null, after[right] ?? null));
      else edits.push(this.#removedLines(dashes[left] ?? 0, item.end));
    }
    return edits;
  }

  #printedItem(after: readonly Json[], [, right = 0]: ItemPair): string {
    return printYaml([after[right] ?? null]);
  }

  #replaced(node: Node, after: Json): Edit {
    const column = this.#column(node.start);
    return edit(node.start, node.end, indent(printYaml(after), column).trimStart());
  }

  /** Lines of `texts` behind the line on which `offset` stands. */
  #addedLines(offset: number, texts: readonly string[], width: number): readonly Edit[] {
    if (texts.length === 0) return [];
    const end = this.#lineEnd(offset);
    const lines = texts.map((text) => `\n${indent(text, width)}`).join("");
    return [{ ...edit(end, end, lines), depth: width }];
  }

  /** Whole lines, with the comment right above them. */
  #removedLines(start: number, end: number): Edit {
    let first = this.#lineStart(start);
    const column = this.#column(start);
    while (first > 0) {
      const above = this.#lineStart(first - 1);
      const line = this.#text.slice(above, first - 1);
      if (!line.trimStart().startsWith("#") || line.length - line.trimStart().length !== column) break;
      first = above;
    }
    // The line break before goes, not the one behind: lines that are added there keep theirs.
    if (first > 0) return edit(first - 1, this.#lineEnd(end), "");
    return edit(first, Math.min(this.#lineEnd(end) + 1, this.#text.length), "");
  }

  #dashOf(item: Node): number | undefined {
    const before = this.#text.slice(0, item.start).trimEnd();
    return before.endsWith("-") ? before.length - 1 : undefined;
  }

  #isFirstOnLine(offset: number): boolean {
    return this.#text.slice(this.#lineStart(offset), offset).trim() === "";
  }

  #column(offset: number): number {
    return offset - this.#lineStart(offset);
  }

  #lineStart(offset: number): number {
    return this.#text.lastIndexOf("\n", offset - 1) + 1;
  }

  #lineEnd(offset: number): number {
    const end = this.#text.indexOf("\n", offset);
    return end < 0 ? this.#text.length : end;
  }
}

function edit(start: number, end: number, text: string): Edit {
  return { start, end, replacement: [{ kind: "text", text }], reason: "a patch" };
}
