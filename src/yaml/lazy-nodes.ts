// Nodes of a syntax tree that read what they hold when they are asked for it: most of a large document never is.
import { getScalarValue, type ScalarEvent } from "js-yaml";
import type { Entry, MappingNode, Node, Range, ScalarNode, ScalarStyle, SequenceNode } from "./tree.ts";

/** A scalar whose value is read when it is asked for: of the thousands in a CRD hardly any ever is. */
export class LazyScalar implements ScalarNode {
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

/** A block mapping or sequence, by the event that opens it. */
class LazyCollection<Content> implements Range {
  readonly flow = false;
  readonly start: number;
  readonly end: number;
  readonly #build: () => Content;
  #content: Content | undefined;

  constructor(start: number, end: number, build: () => Content) {
    this.start = start;
    this.end = end;
    this.#build = build;
  }

  protected get content(): Content {
    this.#content ??= this.#build();
    return this.#content;
  }
}

export class LazyMapping extends LazyCollection<readonly Entry[]> implements MappingNode {
  readonly kind = "mapping";

  get entries(): readonly Entry[] {
    return this.content;
  }
}

export class LazySequence extends LazyCollection<readonly Node[]> implements SequenceNode {
  readonly kind = "sequence";

  get items(): readonly Node[] {
    return this.content;
  }
}
