// The few shapes of edits that all transforms are made of. Each works on one entry of a block mapping or one
// block sequence, and knows the columns that its lines need.
import { invariant } from "../diagnostics/internal-error.ts";
import type { Edit } from "../template/edit.ts";
import {
  call,
  dot,
  type Expression,
  type Fragment,
  output,
  outputBlock,
  pipe,
  text,
  value,
} from "../template/expression.ts";
import type { Entry, MappingNode, Node, Range, SequenceNode } from "../yaml/tree.ts";

/** The column, from 0, of an offset. */
export function columnOf(source: string, offset: number): number {
  return offset - (source.lastIndexOf("\n", offset - 1) + 1);
}

/** A line break and the blanks up to `column`. */
export function newLine(column: number): Fragment {
  return text(`\n${" ".repeat(column)}`);
}

/** The dash of a block sequence's item that starts at `offset`: on its line or above, at the sequence's column. */
export function dashBefore(source: string, offset: number, column: number): number {
  let lineStart = source.lastIndexOf("\n", offset - 1) + 1;
  while (lineStart > 0 && source[lineStart + column] !== "-")
    lineStart = source.lastIndexOf("\n", lineStart - 2) + 1;
  return lineStart + column;
}

/** The end of the line that `offset` is on, behind a trailing comment. */
export function endOfLine(source: string, offset: number): number {
  const end = source.indexOf("\n", offset);
  return end === -1 ? source.length : end;
}

/** Replaces the node, or the part of it at `range`, by `replacement`. */
export function replaceRange(range: Range, replacement: readonly Fragment[], reason: string): Edit {
  return { start: range.start, end: range.end, replacement, reason };
}

/**
 * How deep an insertion stands at a column. What closes an item comes before new items, those before what
 * closes their entry, and that before new entries: a sequence may stand at the column of its own key.
 */
export function depthOf(column: number, of: "entries" | "entry" | "items" | "item"): number {
  return column * 4 + ["entries", "entry", "items", "item"].indexOf(of);
}

/** Puts `lines` on lines of their own behind the last entry of a block mapping, at its column. */
export function appendEntries(
  source: string,
  mapping: MappingNode,
  lines: readonly Fragment[],
  reason: string,
): Edit {
  const last = mapping.entries.at(-1);
  invariant(last && !mapping.flow, "entries are appended to filled block mappings only");
  const at = endOfLine(source, last.end);
  const depth = depthOf(columnOf(source, mapping.start), "entries");
  return { start: at, end: at, replacement: lines, reason, depth };
}

/** Puts `lines` behind the last item of a block sequence. */
export function appendItems(
  source: string,
  sequence: SequenceNode,
  lines: readonly Fragment[],
  reason: string,
): Edit {
  const last = sequence.items.at(-1);
  invariant(last && !sequence.flow, "items are appended to filled block sequences only");
  const at = endOfLine(source, last.end);
  const depth = depthOf(columnOf(source, sequence.start), "items");
  return { start: at, end: at, replacement: lines, reason, depth };
}

/**
 * Replaces a whole entry by lines that begin with an action. Where the entry shares its line with a dash, the
 * dash gets a line of its own first: an action in front of a key would otherwise eat it. A comment behind the
 * entry moves above it.
 */
export function replaceEntry(
  source: string,
  entry: Entry,
  lines: readonly Fragment[],
  reason: string,
): readonly Edit[] {
  const end = endOfLine(source, entry.end);
  const comment = source.slice(entry.end, end).trim();
  const above = comment === "" ? [] : [text(comment), newLine(columnOf(source, entry.start))];
  return [
    ...freeFromDash(source, entry, reason),
    { start: entry.start, end, replacement: [...above, ...lines], reason },
  ];
}

/** Puts `before` and `after` around an entry, whose own text stays. */
export function wrapEntry(
  source: string,
  entry: Entry,
  before: readonly Fragment[],
  after: readonly Fragment[],
  reason: string,
): readonly Edit[] {
  const column = columnOf(source, entry.start);
  const end = endOfLine(source, entry.end);
  const depth = depthOf(column, "entry");
  return [
    ...freeFromDash(source, entry, reason),
    { start: entry.start, end: entry.start, replacement: [...before, newLine(column)], reason },
    { start: end, end, replacement: [newLine(column), ...after], reason, depth },
  ];
}

function freeFromDash(source: string, entry: Entry, reason: string): readonly Edit[] {
  const lineStart = source.lastIndexOf("\n", entry.start - 1) + 1;
  const before = source.slice(lineStart, entry.start);
  const dash = before.lastIndexOf("-");
  if (dash === -1) return [];
  const start = lineStart + dash + 1;
  return [{ start, end: entry.start, replacement: [newLine(entry.start - lineStart)], reason }];
}

/** The path of a value, or an expression. */
type Given = readonly string[] | Expression;

function expressionOf(given: Given): Expression {
  return "kind" in given ? given : value(...given);
}

/** `{{- with path }}`, the key with its value as YAML, `{{- end }}`; begins behind the column's blanks. */
export function withValue(
  key: string,
  given: Given,
  column: number,
  print: Expression = call("toYaml", dot),
): readonly Fragment[] {
  return [
    { kind: "with", expression: expressionOf(given) },
    newLine(column),
    text(`${key}:`),
    newLine(column + 2),
    outputBlock(print, column + 2),
    newLine(column),
    { kind: "end" },
  ];
}

/** The key with its value as YAML, also when that is empty; `empty` stands in for a null. */
export function alwaysValue(
  key: string,
  given: Given,
  column: number,
  empty: "dict" | "list",
): readonly Fragment[] {
  const filled = pipe(expressionOf(given), call("default", call(empty)), call("toYaml"));
  return [text(`${key}:`), newLine(column + 2), outputBlock(filled, column + 2)];
}

/** `{{- with path }}`, `key: value`, `{{- end }}` for a scalar. */
export function withScalar(
  key: string,
  path: readonly string[],
  column: number,
  print: Expression,
): readonly Fragment[] {
  return [
    { kind: "with", expression: value(...path) },
    newLine(column),
    text(`${key}: `),
    output(print),
    newLine(column),
    { kind: "end" },
  ];
}

/** `{{- with path }}`, its items at the column, `{{- end }}`: more items for a list of the source. */
export function withItems(given: Given, column: number): readonly Fragment[] {
  return [
    { kind: "with", expression: expressionOf(given) },
    newLine(column),
    outputBlock(call("toYaml", dot), column),
    newLine(column),
    { kind: "end" },
  ];
}

/** Takes an entry's lines out with the line break before them, so that the end of the last can take additions. */
export function removeEntry(source: string, entry: Entry, reason: string): Edit {
  const lineStart = source.lastIndexOf("\n", entry.start - 1) + 1;
  invariant(
    source.slice(lineStart, entry.start).trim() === "",
    "an entry beside a dash is not removed by lines",
  );
  return { start: Math.max(0, lineStart - 1), end: endOfLine(source, entry.end), replacement: [], reason };
}

/** Whether a node is a block mapping with entries. */
export function isFilledMapping(node: Node | undefined): node is MappingNode {
  return node?.kind === "mapping" && !node.flow && node.entries.length > 0;
}

/** Whether a node is a block sequence with items. */
export function isFilledSequence(node: Node | undefined): node is SequenceNode {
  return node?.kind === "sequence" && !node.flow && node.items.length > 0;
}
