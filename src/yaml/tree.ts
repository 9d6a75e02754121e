// The syntax tree of one document, built from js-yaml's events: every node with its range in the text.
// Built only for documents that are edited; the data of a document does not need it.
import {
  CHOMPING_MODE,
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from "js-yaml";
import { invariant } from "../diagnostics/internal-error.ts";

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

/** The tree of the only document in `events`, or undefined when the document is empty. */
export function buildTree(text: string, events: readonly Event[]): Node | undefined {
  return new TreeBuilder(text, events).root();
}

const scalarStyles: Readonly<Record<number, ScalarStyle>> = {
  [SCALAR_STYLE.PLAIN]: "plain",
  [SCALAR_STYLE.SINGLE_QUOTED]: "single-quoted",
  [SCALAR_STYLE.DOUBLE_QUOTED]: "double-quoted",
  [SCALAR_STYLE.LITERAL_BLOCK]: "literal",
  [SCALAR_STYLE.FOLDED_BLOCK]: "folded",
};

/** A scalar whose value is read when it is asked for: of the thousands in a CRD hardly any ever is. */
class LazyScalar implements ScalarNode {
  readonly kind = "scalar";
  readonly style: ScalarStyle;
  readonly start: number;
  readonly end: number;
  readonly #text: string;
  readonly #event: ScalarEvent;

  constructor(text: string, event: ScalarEvent, style: ScalarStyle, start: number, end: number) {
    this.#text = text;
    this.#event = event;
    this.style = style;
    this.start = start;
    this.end = end;
  }

  get value(): string {
    return getScalarValue(this.#text, this.#event);
  }
}

class TreeBuilder {
  readonly #text: string;
  readonly #events: readonly Event[];
  #index = 0;
  /** End of the last node read: where an empty node is placed. */
  #end = 0;

  constructor(text: string, events: readonly Event[]) {
    this.#text = text;
    this.#events = events;
  }

  root(): Node | undefined {
    if (this.#events.length === 0) return undefined;
    invariant(this.#next().type === EVENT_ID.DOCUMENT, "events do not start with a document");
    return this.#peek().type === EVENT_ID.POP ? undefined : this.#node();
  }

  #next(): Event {
    const event = this.#events[this.#index];
    invariant(event, "events end inside a document");
    this.#index += 1;
    return event;
  }

  #peek(): Event {
    const event = this.#events[this.#index];
    invariant(event, "events end inside a document");
    return event;
  }

  #node(): Node {
    const event = this.#next();
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return this.#scalar(event);
      case EVENT_ID.MAPPING:
        return this.#mapping(event);
      case EVENT_ID.SEQUENCE:
        return this.#sequence(event);
      case EVENT_ID.ALIAS: {
        this.#end = event.anchorEnd;
        return { kind: "alias", start: event.anchorStart - 1, end: event.anchorEnd };
      }
      default:
        invariant(false, `unexpected event ${event.type}`);
    }
  }

  #scalar(event: ScalarEvent): ScalarNode {
    const style = scalarStyles[event.style] ?? "plain";
    const { start, end } = this.#scalarRange(event, style);
    this.#end = end;
    return new LazyScalar(this.#text, event, style, start, end);
  }

  #scalarRange(event: ScalarEvent, style: ScalarStyle): Range {
    if (event.valueStart === -1) {
      // An empty node stands right behind its key's colon or its dash, which #passSign has put the end behind.
      const at = Math.max(this.#end, event.anchorEnd, event.tagEnd);
      return { start: at, end: at };
    }
    switch (style) {
      case "single-quoted":
      case "double-quoted":
        return { start: event.valueStart - 1, end: event.valueEnd + 1 };
      case "literal":
      case "folded":
        return this.#blockScalarRange(event);
      default:
        return { start: event.valueStart, end: event.valueEnd };
    }
  }

  /** From the header, which may follow an anchor and a tag, to the end of the last line that counts. */
  #blockScalarRange(event: ScalarEvent): Range {
    const text = this.#text;
    const start = this.#skip(Math.max(this.#end, event.anchorEnd, event.tagEnd), /[ \t\n]/);
    invariant(text[start] === "|" || text[start] === ">", "a block scalar has no header");
    const lineEnd = text.indexOf("\n", start);
    const headerEnd = lineEnd === -1 ? text.length : lineEnd;
    const lines = text.slice(headerEnd, Math.max(headerEnd, event.valueEnd)).replace(/\n$/, "").split("\n");
    // Without an indentation there are empty lines only.
    const counts = (line: string) => event.indent !== -1 && (line.length > event.indent || /[^ ]/.test(line));
    const last = event.chomping === CHOMPING_MODE.KEEP ? lines.length - 1 : lines.findLastIndex(counts);
    return { start, end: headerEnd + lines.slice(0, Math.max(0, last) + 1).join("\n").length };
  }

  #mapping(event: MappingEvent): MappingNode {
    const flow = event.style === COLLECTION_STYLE.FLOW;
    // A pair inside a flow sequence is a mapping without braces: [a: b].
    const braced = flow && this.#text[event.start] === "{";
    const entries: Entry[] = [];
    this.#end = event.start + (braced ? 1 : 0);
    while (this.#peek().type !== EVENT_ID.POP) {
      const mark = this.#passQuestionMark();
      const node = this.#node();
      this.#passSign(":");
      const value = this.#node();
      const key = node.kind === "scalar" ? node.value : "";
      const isExplicit = mark !== undefined;
      entries.push({ key, isExplicit, value, start: mark ?? node.start, end: value.end });
    }
    this.#next();
    if (braced) this.#passBracket("}");
    return { kind: "mapping", flow, entries, start: event.start, end: this.#end };
  }

  #sequence(event: SequenceEvent): SequenceNode {
    const flow = event.style === COLLECTION_STYLE.FLOW;
    const items: Node[] = [];
    this.#end = event.start + (flow ? 1 : 0);
    while (this.#peek().type !== EVENT_ID.POP) {
      if (!flow) this.#passSign("-");
      items.push(this.#node());
    }
    this.#next();
    if (flow) this.#passBracket("]");
    return { kind: "sequence", flow, items, start: event.start, end: this.#end };
  }

  /** The offset of the question mark of an explicit key, with the end moved behind it. */
  #passQuestionMark(): number | undefined {
    const at = this.#skip(this.#end, /[ \t\n,]/);
    if (this.#text[at] !== "?" || !/^(?:\s|$)/.test(this.#text.slice(at + 1, at + 2))) return undefined;
    this.#end = at + 1;
    return at;
  }

  /** Moves the end behind `sign`, if it is what comes next but for blanks and comments. */
  #passSign(sign: string): void {
    const at = this.#skip(this.#end, /[ \t\n]/);
    if (this.#text[at] === sign) this.#end = at + 1;
  }

  /** Moves the end behind the closing bracket, past blanks, comments and a comma. */
  #passBracket(bracket: string): void {
    const at = this.#skip(this.#end, /[ \t\n,]/);
    invariant(this.#text[at] === bracket, `a flow collection has no ${bracket}`);
    this.#end = at + 1;
  }

  /** The first offset from `start` on that holds neither one of `blanks` nor a comment. */
  #skip(start: number, blanks: RegExp): number {
    let at = start;
    while (at < this.#text.length) {
      const character = this.#text[at] ?? "";
      if (character === "#") {
        const lineEnd = this.#text.indexOf("\n", at);
        at = lineEnd === -1 ? this.#text.length : lineEnd;
      } else if (blanks.test(character)) at += 1;
      else break;
    }
    return at;
  }
}

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
