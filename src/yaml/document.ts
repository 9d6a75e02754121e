// One YAML document: its text, its data as Kubernetes reads it, and its syntax tree when an edit needs one.
import { type Event, parseEvents, YAMLException } from "js-yaml";
import { buildTree } from "./build-tree.ts";
import { type Constructed, ConstructionError, construct } from "./construct.ts";
import { openValueBefore, type Repair, repairText } from "./repair.ts";
import type { Node } from "./tree.ts";

/** Deep nesting is refused before it exhausts the stack; no Kubernetes object comes near. */
const maxDepth = 500;

/**
 * Each mend reads the document again. With more characters than this read in all, it is refused instead of read for
 * minutes.
 */
const maxCharactersRead = 50_000_000;

/** The fault of a document with too many places to mend. */
export const tooManyRepairs = "one more place that only Kubernetes accepts, behind too many others";

/** A fault in a document's text, at an offset. */
export interface YamlFault {
  readonly offset: number;
  readonly message: string;
}

/** A fault that was passed over: the text mended as Kubernetes reads it, or the first of two keys left out. */
export interface YamlWarning extends YamlFault {
  readonly kind: "mended" | "duplicate-key";
  readonly remedy: string;
}

/**
 * What reading a text gave: a document with the faults that could be passed over, or the one that could not. Without
 * `isSyntax` the text is YAML, and what it holds is refused.
 */
export type YamlResult =
  | { readonly ok: true; readonly document: YamlDocument; readonly faults: readonly YamlWarning[] }
  | { readonly ok: false; readonly isSyntax: boolean; readonly fault: YamlFault };

/** A parsed document. `data` is made at once; `root` on first use. */
export class YamlDocument {
  readonly text: string;
  readonly data: unknown;
  /** Whether it has anchors or merge keys: the data then has entries that the tree has elsewhere, or nowhere. */
  readonly hasAliases: boolean;
  /** Whether a mapping holds a key twice: the tree then shows entries that the data does not have. */
  readonly repeatsKey: boolean;
  readonly #events: readonly Event[];
  #root: Node | undefined;
  #built = false;

  constructor(text: string, { data, hasMerges, duplicates }: Constructed, events: readonly Event[]) {
    this.text = text;
    this.data = data;
    this.repeatsKey = duplicates.length > 0;
    this.hasAliases = hasMerges || events.some((event) => "anchorStart" in event && event.anchorStart !== -1);
    this.#events = events;
  }

  /** The syntax tree, or undefined for an empty document. */
  get root(): Node | undefined {
    if (!this.#built) {
      this.#root = buildTree(this.text, this.#events);
      this.#built = true;
    }
    return this.#root;
  }
}

/**
 * Reads one document. Never throws on bad input. What go-yaml accepts and the parser refuses is mended; the
 * document's text is then the mended one, line for line. Offsets of faults are those of `source`.
 */
export function parseDocument(source: string): YamlResult {
  const faults: YamlWarning[] = [];
  const repairs: Repair[] = [];
  let text = source;
  let charactersRead = 0;
  for (;;) {
    const reading = read(text);
    if (reading.ok) {
      for (const { offset, key } of reading.duplicates) {
        faults.push({
          kind: "duplicate-key",
          offset: offsetBefore(repairs, offset),
          message: `the key "${key}" stands twice in one mapping`,
          remedy: "Kubernetes takes the last one; delete the other.",
        });
      }
      return { ok: true, document: new YamlDocument(text, reading, reading.events), faults };
    }
    const { message, offset } = reading.fault;
    const repair = reading.isSyntax ? repairText(text, message, offset) : undefined;
    if (!repair) {
      const fault = locate(text, reading.fault, repairs);
      const at = offsetBefore(repairs, fault.offset);
      return { ok: false, isSyntax: reading.isSyntax, fault: { ...fault, offset: at } };
    }
    charactersRead += text.length;
    if (charactersRead > maxCharactersRead) {
      return {
        ok: false,
        isSyntax: true,
        fault: { offset: offsetBefore(repairs, offset), message: tooManyRepairs },
      };
    }
    faults.push({
      kind: "mended",
      offset: offsetBefore(repairs, offset),
      message: repair.fault,
      remedy: `Kubernetes accepts this; other tools do not. ${repair.remedy}`,
    });
    repairs.push(repair);
    text = repair.text;
  }
}

type Reading =
  | ({ readonly ok: true; readonly events: readonly Event[] } & Constructed)
  | { readonly ok: false; readonly isSyntax: boolean; readonly fault: YamlFault };

function read(text: string): Reading {
  try {
    const events = parseEvents(text, { maxDepth });
    return { ok: true, events, ...construct(text, events) };
  } catch (error) {
    if (error instanceof ConstructionError) {
      return { ok: false, isSyntax: false, fault: { offset: error.offset, message: error.message } };
    }
    if (!(error instanceof YAMLException)) throw error;
    const offset = Math.min(error.mark?.position ?? 0, text.length);
    if (/^nesting exceeded maxDepth/.test(error.reason)) {
      const message = `lists and mappings inside each other, more than ${maxDepth} deep`;
      return { ok: false, isSyntax: false, fault: { offset, message } };
    }
    return { ok: false, isSyntax: true, fault: { offset, message: error.reason } };
  }
}

/** The offset in the source of what stands at `offset` in the mended text. */
function offsetBefore(repairs: readonly Repair[], offset: number): number {
  const blanks = repairs.flatMap(({ added }) => added);
  return blanks.reduce(
    (at, blank) => (blank.at < offset ? at - Math.min(blank.count, offset - blank.at) : at),
    offset,
  );
}

/** The values of a stream of documents; for reading what Helm rendered or a file of our own. */
export function parseAll(texts: Iterable<string>): readonly YamlResult[] {
  return Array.from(texts, parseDocument);
}

/**
 * The opening quote or bracket where it never closes, for which the parser names the end of the text. A quote may
 * also seem to close: in front of the next string, whose first letter is then out of place.
 */
function locate(text: string, fault: YamlFault, repairs: readonly Repair[]): YamlFault {
  const last = repairs.at(-1)?.value;
  const misread =
    last?.end !== undefined && text.slice(last.end, fault.offset).trim() === "" ? last : undefined;
  const isOpen = /within a (?:(?:single|double) quoted scalar|flow collection)|deficient indentation/.test(
    fault.message,
  );
  const value = isOpen ? openValueBefore(text, fault.offset) : misread;
  if (!value || (isOpen && value.end !== undefined)) return fault;
  const opening = text[value.start];
  const kind =
    opening === '"'
      ? "a double quoted string"
      : opening === "'"
        ? "a single quoted string"
        : "a flow collection";
  return { offset: value.start, message: `${kind} is not closed` };
}
