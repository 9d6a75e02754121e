// The data of a document, made from the parser's events as go-yaml v2 makes it, which is how Kubernetes reads
// YAML. The library's own constructor differs: a merge key there never overrides a key above it, an unknown tag is
// an error, !!binary is bytes.
import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { invariant } from "../diagnostics/internal-error.ts";
import { resolvePlainScalar, resolveTaggedScalar } from "./kubernetes-scalars.ts";

/** A key that stands twice: the last one counts, as in Kubernetes. */
export interface DuplicateKey {
  readonly offset: number;
  readonly key: string;
}

/** What Kubernetes refuses although the syntax is right. */
export class ConstructionError extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Nodes that aliases and merge keys may stand for in all; go-yaml refuses documents that are mostly aliases from
 * this size on (https://github.com/go-yaml/yaml/blob/v2.4.0/decode.go). Without it ten lines could fill the memory.
 */
const maxAliasedNodes = 400_000;

export interface Constructed {
  readonly data: unknown;
  /** Whether a merge key has brought in entries that the text has elsewhere. */
  readonly hasMerges: boolean;
  readonly duplicates: readonly DuplicateKey[];
}

/** The value of the only document in `events`; undefined for a text without one. */
export function construct(source: string, events: readonly Event[]): Constructed {
  const reader = new Constructor(source, events);
  const data = reader.document();
  return { data, hasMerges: reader.hasMerges, duplicates: reader.duplicates };
}

interface Anchor {
  readonly value: unknown;
  readonly isMapping: boolean;
  /** Nodes in it; undefined until it is complete. */
  size: number | undefined;
}

type Mapping = Record<string, unknown>;

class Constructor {
  readonly duplicates: DuplicateKey[] = [];
  hasMerges = false;
  readonly #source: string;
  readonly #events: readonly Event[];
  readonly #anchors = new Map<string, Anchor>();
  #index = 0;
  /** Nodes so far, each alias counted as what it stands for. */
  #nodes = 0;
  #aliasedNodes = 0;

  constructor(source: string, events: readonly Event[]) {
    this.#source = source;
    this.#events = events;
  }

  document(): unknown {
    if (this.#events.length === 0) return undefined;
    invariant(this.#next().type === EVENT_ID.DOCUMENT, "events do not start with a document");
    return this.#peek().type === EVENT_ID.POP ? undefined : this.#node();
  }

  #next(): Event {
    const event = this.#peek();
    this.#index += 1;
    return event;
  }

  #peek(): Event {
    const event = this.#events[this.#index];
    invariant(event, "events end inside a document");
    return event;
  }

  #node(): unknown {
    const event = this.#next();
    this.#nodes += 1;
    switch (event.type) {
      case EVENT_ID.SCALAR: {
        const value = this.#scalar(event);
        this.#remember(event, value, false);
        return value;
      }
      case EVENT_ID.SEQUENCE: {
        const items: unknown[] = [];
        const complete = this.#remember(event, items, false);
        while (this.#peek().type !== EVENT_ID.POP) items.push(this.#node());
        this.#next();
        complete();
        return items;
      }
      case EVENT_ID.MAPPING: {
        const mapping: Mapping = {};
        const complete = this.#remember(event, mapping, true);
        this.#entries(mapping);
        complete();
        return mapping;
      }
      case EVENT_ID.ALIAS:
        return this.#alias(event.anchorStart, event.anchorEnd).value;
      default:
        invariant(false, `unexpected event ${event.type}`);
    }
  }

  #scalar(event: ScalarEvent): null | boolean | number | string {
    const text = getScalarValue(this.#source, event);
    if (event.tagStart !== -1) {
      const tag = this.#source.slice(event.tagStart, event.tagEnd);
      const value = resolveTaggedScalar(tag, text);
      if (value === undefined) throw new ConstructionError(event.tagStart, `"${text}" is no ${tag}`);
      return value;
    }
    const value = event.style === SCALAR_STYLE.PLAIN ? resolvePlainScalar(text) : text;
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw new ConstructionError(event.valueStart, `"${text}" is a number that JSON does not have`);
    }
    return value;
  }

  /** Notes an anchored node down; the function that comes back is to be called when the node is complete. */
  #remember(
    { anchorStart, anchorEnd }: { readonly anchorStart: number; readonly anchorEnd: number },
    value: unknown,
    isMapping: boolean,
  ): () => void {
    if (anchorStart === -1) return () => undefined;
    const isScalar = typeof value !== "object" || value === null;
    const anchor: Anchor = { value, isMapping, size: isScalar ? 1 : undefined };
    this.#anchors.set(this.#source.slice(anchorStart, anchorEnd), anchor);
    const before = this.#nodes;
    return () => {
      anchor.size = this.#nodes - before + 1;
    };
  }

  #alias(start: number, end: number): Anchor {
    const name = this.#source.slice(start, end);
    const anchor = this.#anchors.get(name);
    if (!anchor) throw new ConstructionError(start - 1, `there is no anchor "${name}" above`);
    if (anchor.size === undefined) {
      throw new ConstructionError(start - 1, `the anchor "${name}" contains itself`);
    }
    this.#nodes += anchor.size;
    this.#aliasedNodes += anchor.size;
    if (this.#aliasedNodes > maxAliasedNodes) {
      throw new ConstructionError(start - 1, `aliases stand for more than ${maxAliasedNodes} nodes`);
    }
    return anchor;
  }

  #entries(mapping: Mapping): void {
    /** Keys that only a merge has set; undefined where there is none. */
    let merged: Set<string> | undefined;
    while (this.#peek().type !== EVENT_ID.POP) {
      const event = this.#peek();
      if (this.#isMergeKey(event)) {
        this.#next();
        merged ??= new Set();
        this.hasMerges = true;
        this.#merge(mapping, merged);
        continue;
      }
      const key = this.#key(event);
      if (Object.hasOwn(mapping, key) && !merged?.has(key)) {
        this.duplicates.push({ offset: startOf(event), key });
      }
      merged?.delete(key);
      setKey(mapping, key, this.#node());
    }
    this.#next();
  }

  #key(event: Event): string {
    const key = this.#node();
    if (typeof key === "string") return key;
    if (typeof key === "boolean") return String(key);
    if (typeof key === "number") return this.#numberKey(event, key);
    const found = key === null ? "null" : Array.isArray(key) ? "a list" : "a mapping";
    throw new ConstructionError(startOf(event), `${found} cannot be a key`);
  }

  /** An integer is written out in decimal digits, all of them. */
  #numberKey(event: Event, key: number): string {
    if (!Number.isInteger(key) || Number.isSafeInteger(key) || event.type !== EVENT_ID.SCALAR) {
      return String(key);
    }
    const digits = getScalarValue(this.#source, event).replace(/[_+]/g, "");
    return /^-?[0-9]+$/.test(digits) ? digits : String(key);
  }

  #isMergeKey(event: Event): boolean {
    if (event.type !== EVENT_ID.SCALAR || this.#source[event.valueStart] !== "<") return false;
    if (getScalarValue(this.#source, event) !== "<<") return false;
    if (event.tagStart !== -1) return this.#source.slice(event.tagStart, event.tagEnd) === "!!merge";
    return event.style === SCALAR_STYLE.PLAIN;
  }

  /** Puts the keys of the value that comes next over those above; of several mappings the first one wins. */
  #merge(mapping: Mapping, merged: Set<string>): void {
    const event = this.#peek();
    const sources = event.type === EVENT_ID.SEQUENCE ? this.#mergeList() : [this.#mergeSource()];
    for (const source of sources.toReversed()) {
      for (const [key, value] of Object.entries(source)) {
        if (!Object.hasOwn(mapping, key)) merged.add(key);
        setKey(mapping, key, value);
      }
    }
  }

  #mergeList(): readonly Mapping[] {
    this.#next();
    const sources: Mapping[] = [];
    while (this.#peek().type !== EVENT_ID.POP) sources.push(this.#mergeSource());
    this.#next();
    return sources;
  }

  #mergeSource(): Mapping {
    const event = this.#peek();
    if (event.type === EVENT_ID.MAPPING) return this.#node() as Mapping;
    if (event.type === EVENT_ID.ALIAS) {
      const anchor = this.#alias(event.anchorStart, event.anchorEnd);
      this.#next();
      if (anchor.isMapping) return anchor.value as Mapping;
    }
    throw new ConstructionError(startOf(event), "a merge key takes a mapping or a list of mappings");
  }
}

/** Also for `__proto__`, which an assignment would swallow. */
function setKey(mapping: Mapping, key: string, value: unknown): void {
  if (key !== "__proto__") mapping[key] = value;
  else Object.defineProperty(mapping, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Where a node begins, with its anchor, tag and quote. */
function startOf(event: Event): number {
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return 0;
  const quoted =
    event.type === EVENT_ID.SCALAR &&
    (event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED);
  const content = event.type === EVENT_ID.SCALAR ? event.valueStart - (quoted ? 1 : 0) : event.start;
  const starts = [event.tagStart, event.anchorStart - 1, content].filter((start) => start >= 0);
  return Math.min(...starts);
}
