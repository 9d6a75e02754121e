// The syntax tree of a document: nodes with their ranges in the text, and how one is found by its path.

/** Half-open range of offsets in a document's text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** How a scalar is written; offsets into a plain scalar of one line are offsets into its value. */
export type ScalarStyle = "plain" | "single-quoted" | "double-quoted" | "literal" | "folded";

/**
 * A scalar; the range includes its quotes or block header. That of a block string ends with blanks or empty lines only
 * where they are part of the value, and before the line break of its last line.
 */
export interface ScalarNode extends Range {
  readonly kind: "scalar";
  readonly style: ScalarStyle;
  readonly value: string;
}

/** A key and its value; the range runs from the key's start, or its `?`, to the value's end. */
export interface Entry extends Range {
  readonly key: string;
  /** Whether it is written `? key`, its value behind a colon on a line of its own. */
  readonly isExplicit: boolean;
  readonly value: Node;
}

export interface MappingNode extends Range {
  readonly kind: "mapping";
  readonly flow: boolean;
  readonly entries: readonly Entry[];
}

export interface SequenceNode extends Range {
  readonly kind: "sequence";
  readonly flow: boolean;
  readonly items: readonly Node[];
}

/** `*anchor`; what it stands for is known to the data only. */
export interface AliasNode extends Range {
  readonly kind: "alias";
}

export type Node = ScalarNode | MappingNode | SequenceNode | AliasNode;

/** The entry of `node` named `key`, if `node` is a mapping that has it; the last one, which is the one that counts. */
export function entryOf(node: Node | undefined, key: string): Entry | undefined {
  if (node?.kind !== "mapping") return undefined;
  const { entries } = node;
  return entries.length > longestWalk
    ? entriesByKey(entries).get(key)
    : entries.findLast((entry) => entry.key === key);
}

/** A mapping with more entries is looked up in a table, so that a hundred thousand keys are no square of steps. */
const longestWalk = 32;
const tables = new WeakMap<readonly Entry[], ReadonlyMap<string, Entry>>();

function entriesByKey(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const table = tables.get(entries) ?? new Map(entries.map((entry) => [entry.key, entry]));
  tables.set(entries, table);
  return table;
}

/** A step into a mapping (its key) or a sequence (its index). */
export type PathStep = string | number;

/** The node at `path` below `node`, or undefined when the path leads nowhere. */
export function nodeAt(node: Node | undefined, path: readonly PathStep[]): Node | undefined {
  let current = node;
  for (const step of path) {
    if (typeof step === "string") current = entryOf(current, step)?.value;
    else current = current?.kind === "sequence" ? current.items[step] : undefined;
    if (!current) return undefined;
  }
  return current;
}
