// A node written as block lines, its scalars as they stand in the source: a number keeps all its digits, a quoted
// string its quotes.
import { printYaml, quoteText } from "../yaml/print.ts";
import type { Node, ScalarNode } from "../yaml/tree.ts";

/** One line; `offset` is where its first content stands in the source. */
export interface BlockLine {
  readonly text: string;
  readonly offset: number;
}

/** The lines of a filled collection, or undefined for one that cannot be written so: with an alias, or a strange key. */
export function blockLines(source: string, node: Node): readonly BlockLine[] | undefined {
  try {
    return linesOf(source, node);
  } catch (error) {
    if (error instanceof Unwritable) return undefined;
    throw error;
  }
}

class Unwritable extends Error {}

function linesOf(source: string, node: Node): readonly BlockLine[] {
  if (node.kind === "mapping" && node.entries.length > 0) {
    return node.entries.flatMap(({ key, value, start }) => {
      const name = `${keyText(key)}:`;
      if (isFilled(value)) {
        return [{ text: name, offset: start }, ...linesOf(source, value).map((line) => indented(line))];
      }
      const written = inlineText(source, value);
      return [{ text: written === "" ? name : `${name} ${written}`, offset: start }];
    });
  }
  if (node.kind === "sequence" && node.items.length > 0) {
    return node.items.flatMap((item) => {
      const [first, ...others] = linesOf(source, item);
      if (!first) return [];
      return [{ ...first, text: `- ${first.text}`.trimEnd() }, ...others.map((line) => indented(line))];
    });
  }
  return [{ text: inlineText(source, node), offset: node.start }];
}

function isFilled(node: Node): boolean {
  if (node.kind === "mapping") return node.entries.length > 0;
  return node.kind === "sequence" && node.items.length > 0;
}

function indented(line: BlockLine): BlockLine {
  return { ...line, text: `  ${line.text}` };
}

function keyText(key: string): string {
  const printed = /^(.*): null$/.exec(printYaml({ [key]: null }))?.[1];
  if (printed === undefined) throw new Unwritable();
  return printed;
}

function inlineText(source: string, node: Node): string {
  switch (node.kind) {
    case "scalar":
      return scalarText(source, node);
    case "mapping":
      return "{}";
    case "sequence":
      return "[]";
    case "alias":
      throw new Unwritable();
  }
}

function scalarText(source: string, node: ScalarNode): string {
  const raw = source.slice(node.start, node.end);
  if (!raw.includes("\n")) return raw;
  return quoteText(node.value);
}
