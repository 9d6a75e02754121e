// The syntax tree of one document, built from js-yaml's events: every node with its range in the text. The data of a
// document does not need it, and most of a large one is never looked into: what a large collection holds is built when it
// is asked for.
import {
  CHOMPING_MODE,
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from "js-yaml";
import { invariant } from "../diagnostics/internal-error.ts";
import { LazyMapping, LazyScalar, LazySequence } from "./lazy-nodes.ts";
import type { Entry, MappingNode, Node, Range, ScalarNode, ScalarStyle, SequenceNode } from "./tree.ts";

/** A collection of more events is built when it is asked for what it holds. */
const mostEventsAtOnce = 64;

/** The tree of the only document in `events`, or undefined when the document is empty. */
export function buildTree(
  text: string,
  events: readonly Event[],
  atOnce: number = mostEventsAtOnce,
): Node | undefined {
  return new TreeBuilder({ text, events, partners: partnersOf(events), atOnce }, 0).root();
}

/** What all builders of one tree share. */
interface TreeSource {
  readonly text: string;
  readonly events: readonly Event[];
  /** The index of the event that closes what an event opens, and the other way round. */
  readonly partners: Int32Array;
  readonly atOnce: number;
}

function partnersOf(events: readonly Event[]): Int32Array {
  const partners = new Int32Array(events.length);
  const open: number[] = [];
  for (const [index, { type }] of events.entries()) {
    if (type === EVENT_ID.POP) {
      const opening = open.pop() ?? 0;
      partners[index] = opening;
      partners[opening] = index;
    } else if (type !== EVENT_ID.SCALAR && type !== EVENT_ID.ALIAS) open.push(index);
  }
  return partners;
}

const scalarStyles: Readonly<Record<number, ScalarStyle>> = {
  [SCALAR_STYLE.PLAIN]: "plain",
  [SCALAR_STYLE.SINGLE_QUOTED]: "single-quoted",
  [SCALAR_STYLE.DOUBLE_QUOTED]: "double-quoted",
  [SCALAR_STYLE.LITERAL_BLOCK]: "literal",
  [SCALAR_STYLE.FOLDED_BLOCK]: "folded",
};

class TreeBuilder {
  readonly #source: TreeSource;
  readonly #text: string;
  readonly #events: readonly Event[];
  #index: number;
  /** End of the last node read: where an empty node is placed. */
  #end = 0;

  constructor(source: TreeSource, index: number) {
    this.#source = source;
    this.#text = source.text;
    this.#events = source.events;
    this.#index = index;
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
    return { start, end: this.#blockScalarEnd(event, lineEnd === -1 ? text.length : lineEnd) };
  }

  #blockScalarEnd(event: ScalarEvent, headerEnd: number): number {
    const text = this.#text;
    const lines = text.slice(headerEnd, Math.max(headerEnd, event.valueEnd)).replace(/\n$/, "").split("\n");
    // Without an indentation there are empty lines only.
    const counts = (line: string) => event.indent !== -1 && (line.length > event.indent || /[^ ]/.test(line));
    const last = event.chomping === CHOMPING_MODE.KEEP ? lines.length - 1 : lines.findLastIndex(counts);
    return headerEnd + lines.slice(0, Math.max(0, last) + 1).join("\n").length;
  }

  /** The end of a large block collection whose events begin at `first`, with the builder moved behind it. */
  #passLarge(event: MappingEvent | SequenceEvent, first: number): number | undefined {
    const last = this.#source.partners[first - 1] ?? 0;
    if (event.style === COLLECTION_STYLE.FLOW || last - first <= this.#source.atOnce) return undefined;
    const end = this.#endBefore(last);
    if (end === undefined) return undefined;
    this.#index = last + 1;
    this.#end = end;
    return end;
  }

  /** Where a block collection ends that is closed at `last`: with its last scalar, if it has text of its own. */
  #endBefore(last: number): number | undefined {
    let index = last - 1;
    for (let event = this.#events[index]; event?.type === EVENT_ID.POP; event = this.#events[index]) {
      const opening = this.#events[this.#source.partners[index] ?? 0];
      if (opening && "style" in opening && opening.style === COLLECTION_STYLE.FLOW) return undefined;
      index -= 1;
    }
    const event = this.#events[index];
    if (event?.type !== EVENT_ID.SCALAR || event.valueEnd <= event.valueStart) return undefined;
    switch (scalarStyles[event.style]) {
      case "single-quoted":
      case "double-quoted":
        return event.valueEnd + 1;
      case "literal":
      case "folded":
        return this.#blockScalarEnd(event, event.valueStart - 1);
      default:
        return event.valueEnd;
    }
  }

  #mapping(event: MappingEvent): MappingNode {
    const first = this.#index;
    const end = this.#passLarge(event, first);
    if (end === undefined) return this.#wholeMapping(event);
    const build = () => new TreeBuilder(this.#source, first).#wholeMapping(event).entries;
    return new LazyMapping(event.start, end, build);
  }

  #wholeMapping(event: MappingEvent): MappingNode {
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
    const first = this.#index;
    const end = this.#passLarge(event, first);
    if (end === undefined) return this.#wholeSequence(event);
    const build = () => new TreeBuilder(this.#source, first).#wholeSequence(event).items;
    return new LazySequence(event.start, end, build);
  }

  #wholeSequence(event: SequenceEvent): SequenceNode {
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
