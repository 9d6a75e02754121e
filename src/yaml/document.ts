// One YAML document: its text, its data as Kubernetes reads it, and its syntax tree when an edit needs one.
import { constructFromEvents, type Event, parseEvents, YAMLException } from "js-yaml";
import { kubernetesSchema } from "./kubernetes-scalars.ts";
import { repairIndent } from "./repair.ts";
import { buildTree, type Node } from "./tree.ts";

/** Deep nesting is refused before it exhausts the stack; no Kubernetes object comes near. */
const maxDepth = 500;
/** Merge keys and aliases can multiply; a document past these is an attack, not a manifest. */
const maxTotalMergeKeys = 200_000;
const maxAliases = 20_000;

/** A fault in a document's text, at an offset. */
export interface YamlFault {
  readonly offset: number;
  readonly message: string;
}

/** What reading a text gave: a document with the faults that could be passed over, or the one that could not. */
export type YamlResult =
  | { readonly ok: true; readonly document: YamlDocument; readonly faults: readonly YamlFault[] }
  | { readonly ok: false; readonly fault: YamlFault };

/** A parsed document. `data` is made at once; `root` on first use. */
export class YamlDocument {
  readonly text: string;
  readonly data: unknown;
  readonly hasAliases: boolean;
  readonly #events: readonly Event[];
  #root: Node | undefined;
  #built = false;

  constructor(text: string, data: unknown, events: readonly Event[]) {
    this.text = text;
    this.data = data;
    this.#events = events;
    this.hasAliases = events.some((event) => "anchorStart" in event && event.anchorStart !== -1);
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
 * Reads one document. Never throws on bad input. What go-yaml accepts and the parser refuses (a quoted scalar
 * that goes on at its parent's column) is repaired; the document's text is then the repaired one, line for line.
 */
export function parseDocument(source: string): YamlResult {
  const faults: YamlFault[] = [];
  let text = source;
  for (;;) {
    try {
      const events = parseEvents(text, { maxDepth });
      const data = construct(text, events, faults);
      return { ok: true, document: new YamlDocument(text, data, events), faults };
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      const fault = toFault(text, error);
      const repaired = repairIndent(text, error.reason, fault.offset);
      if (repaired === undefined) return { ok: false, fault: locate(text, fault) };
      faults.push({ offset: fault.offset, message: "a quoted string goes on at its parent's column" });
      text = repaired;
    }
  }
}

/** The values of a stream of documents; for reading what Helm rendered or a file of our own. */
export function parseAll(texts: Iterable<string>): readonly YamlResult[] {
  return Array.from(texts, parseDocument);
}

function construct(source: string, events: Event[], faults: YamlFault[]): unknown {
  const options = { source, schema: kubernetesSchema, maxTotalMergeKeys, maxAliases };
  try {
    return constructFromEvents(events, options)[0];
  } catch (error) {
    if (!(error instanceof YAMLException) || error.reason !== "duplicated mapping key") throw error;
    // Kubernetes takes the last one; worth a warning, since the first is lost.
    faults.push({ ...toFault(source, error), message: "a key stands twice in one mapping" });
    return constructFromEvents(events, { ...options, json: true })[0];
  }
}

function toFault(text: string, error: YAMLException): YamlFault {
  return { offset: Math.min(error.mark?.position ?? 0, text.length), message: error.reason };
}

/** For a quote that never closes the parser names the end of the text; the opening quote is the useful place. */
function locate(text: string, fault: YamlFault): YamlFault {
  const quote = /within a (single|double) quoted scalar/.exec(fault.message)?.[1];
  if (quote === undefined) return fault;
  const opening =
    quote === "double"
      ? text.slice(0, fault.offset).search(/(?<!\\)"(?:[^"\\]|\\[\s\S])*$/)
      : text.slice(0, fault.offset).search(/'(?:[^']|'')*$/);
  return {
    offset: opening === -1 ? fault.offset : opening,
    message: `a ${quote} quoted string is not closed`,
  };
}
