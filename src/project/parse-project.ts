// The text of a project file → Project, every fault with its place. Reading the file is load's.
import type { $ZodIssue } from "zod/v4/core";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Position, positionAt } from "../diagnostics/position.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import { parseDocument, type YamlDocument } from "../yaml/document.ts";
import { normaliseLineBreaks, splitStream } from "../yaml/stream.ts";
import { entryOf, nodeAt, type PathStep } from "../yaml/tree.ts";
import type { Project } from "./project.ts";
import type { SchemaNode } from "./schema.ts";

/** A project and where its fields stand; without a project, `diagnostics` says why. */
export interface ParsedProject {
  readonly project?: Project;
  readonly diagnostics: readonly Diagnostic[];
  /** The position of the value at `path`, or of its nearest parent that exists. */
  readonly positionOf: (path: readonly PathStep[]) => Position;
}

/** Parses the text of the project file `name`. Asynchronous, because zod is loaded only now. */
export async function parseProject(name: string, text: string): Promise<ParsedProject> {
  const documents = splitStream(normaliseLineBreaks(text));
  const [only, second] = documents;
  const start: Position = { source: name, line: 1, column: 1, text: "" };
  if (!only) return failure(start, "The project file is empty.", "no content", "a chartwright project");
  if (second) {
    const place = positionAt(name, second.text, second.text.search(/\S/), second.firstLine);
    return failure(
      place,
      "The project file holds several documents.",
      `${documents.length} documents`,
      "one",
    );
  }
  const parsed = parseDocument(only.text);
  const placeAt = (offset: number) => positionAt(name, only.text, offset, only.firstLine);
  if (!parsed.ok) {
    const place = placeAt(parsed.fault.offset);
    const message = parsed.isSyntax
      ? "The project file is not valid YAML."
      : "The project file holds what no project can.";
    return failure(place, message, parsed.fault.message, "one YAML mapping");
  }
  const twice = parsed.faults.find((fault) => fault.message.includes("twice"));
  if (twice)
    return failure(placeAt(twice.offset), "A key stands twice.", "the same key again", "each key once");
  const { projectSchema, projectJsonSchema } = await import("./schema.ts");
  const result = projectSchema.safeParse(parsed.document.data);
  const positionOf = (path: readonly PathStep[]) => placeAt(offsetOf(parsed.document, path));
  if (result.success) return { project: result.data, diagnostics: [], positionOf };
  const explain = new Explanation(parsed.document, projectJsonSchema(), placeAt);
  return { diagnostics: explain.issues(result.error.issues), positionOf };
}

function failure(position: Position, message: string, found: string, expected: string): ParsedProject {
  const diagnostic: Diagnostic = {
    severity: "error",
    code: "project/invalid",
    message,
    position,
    found,
    expected,
    hint: "`chartwright init` writes a project file that is complete and explained.",
  };
  return { diagnostics: [diagnostic], positionOf: () => position };
}

/** The offset of the value at `path`, or of its nearest parent that exists. */
function offsetOf(document: YamlDocument, path: readonly PathStep[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = nodeAt(document.root, path.slice(0, length));
    if (node) return node.start;
  }
  return document.root?.start ?? 0;
}

/** zod's issues in the words of the file. */
class Explanation {
  readonly #document: YamlDocument;
  readonly #schema: SchemaNode;
  readonly #placeAt: (offset: number) => Position;

  constructor(document: YamlDocument, schema: SchemaNode, placeAt: (offset: number) => Position) {
    this.#document = document;
    this.#schema = schema;
    this.#placeAt = placeAt;
  }

  issues(issues: readonly $ZodIssue[]): readonly Diagnostic[] {
    const misspelt = new Set<string>();
    const unknown = issues.flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => {
            const parent = steps(issue.path);
            const meant = nearest(key, Object.keys(this.#schemaAt(parent)?.properties ?? {}));
            if (meant !== undefined) misspelt.add(JSON.stringify([...parent, meant]));
            return this.#unknownKey(parent, key, meant);
          })
        : [],
    );
    // A key that is missing because it is misspelt is one mistake, not two.
    const others = issues
      .filter((issue) => issue.code !== "unrecognized_keys")
      .filter((issue) => !misspelt.has(JSON.stringify(issue.path)))
      .map((issue) => this.#wrongValue(issue));
    return [...unknown, ...others];
  }

  #unknownKey(parent: readonly PathStep[], key: string, meant: string | undefined): Diagnostic {
    const known = Object.keys(this.#schemaAt(parent)?.properties ?? {});
    const entry = entryOf(nodeAt(this.#document.root, parent), key);
    return {
      severity: "error",
      code: "project/unknown-key",
      message: `"${key}" is no key of ${parent.length === 0 ? "a project file" : `"${formatPath(parent)}"`}.`,
      position: this.#placeAt(entry?.start ?? offsetOf(this.#document, parent)),
      found: key,
      expected: `one of ${known.join(", ")}`,
      hint: meant === undefined ? "Take the key out." : `Write "${meant}".`,
    };
  }

  #wrongValue(issue: $ZodIssue): Diagnostic {
    const path = steps(issue.path);
    const node = nodeAt(this.#document.root, path);
    const value = valueAt(this.#document.data, path);
    const schema = this.#schemaAt(path);
    const missing = node === undefined;
    const noSources = path.length === 1 && path[0] === "sources" && (missing || Array.isArray(value));
    const written = node?.kind === "scalar" ? this.#document.text.slice(node.start, node.end) : "";
    const name = path.length === 0 ? "The project" : `"${formatPath(path)}"`;
    if (issue.code === "invalid_key") return this.#wrongKey(path, issue.issues[0]?.message ?? "another key");
    const hint = this.#hint(path, value, schema, written);
    return {
      severity: "error",
      code: noSources ? "project/no-sources" : "project/invalid",
      message: missing ? `${name} is missing.` : `${name} has a value that it cannot have.`,
      position: this.#placeAt(offsetOf(this.#document, path)),
      found: missing ? this.#keysOf(path.slice(0, -1)) : describe(value, written),
      expected:
        issue.code === "invalid_format" || issue.code === "custom" ? issue.message : expectation(schema),
      ...(hint === undefined ? {} : { hint }),
    };
  }

  /** A key of a map whose keys are the user's. */
  #wrongKey(path: readonly PathStep[], expected: string): Diagnostic {
    const parent = path.slice(0, -1);
    const key = String(path.at(-1) ?? "");
    const entry = entryOf(nodeAt(this.#document.root, parent), key);
    return {
      severity: "error",
      code: "project/invalid",
      message: `"${key}" cannot be a key of "${formatPath(parent)}".`,
      position: this.#placeAt(entry?.start ?? offsetOf(this.#document, parent)),
      found: key,
      expected,
    };
  }

  #hint(
    path: readonly PathStep[],
    value: unknown,
    schema: SchemaNode | undefined,
    written: string,
  ): string | undefined {
    if (value === null) return "Give it a value, or take the line out.";
    const isText = schema?.type === "string";
    if (isText && (typeof value === "number" || typeof value === "boolean")) {
      return `Quote it, so that YAML reads it as text: "${written}".`;
    }
    const keys = Object.keys(schema?.properties ?? {});
    const key = typeof value === "string" ? keyFor(keys, value) : undefined;
    if (key !== undefined) return `Write "${key}: ${value}".`;
    if (typeof value === "string" && /^v\d/.test(value) && path.at(-1) === "version") {
      return `Write "${value.slice(1)}".`;
    }
    const choices = schema?.enum ?? (schema?.const === undefined ? undefined : [schema.const]);
    if (choices) {
      const [only] = choices;
      const meant = choices.length === 1 ? String(only) : nearest(String(value ?? ""), choices.map(String));
      return meant === undefined ? undefined : `Write "${meant}".`;
    }
    return schema?.description === undefined ? undefined : `Set it: ${lowerFirst(schema.description)}`;
  }

  #keysOf(path: readonly PathStep[]): string {
    const keys = Object.keys(valueAt(this.#document.data, path) ?? {});
    return keys.length === 0 ? "no keys" : `only ${keys.join(", ")}`;
  }

  #schemaAt(path: readonly PathStep[]): SchemaNode | undefined {
    let current: SchemaNode | undefined = this.#schema;
    for (const step of path) {
      current = typeof step === "number" ? current?.items : memberSchema(current, step);
    }
    return current;
  }
}

/** The key that a text was meant for which stands in place of a mapping; of a source that may be either of two. */
function keyFor(keys: readonly string[], text: string): string | undefined {
  if (keys.join() === "path,url") return /^https?:/.test(text) ? "url" : "path";
  return keys.length === 1 ? keys[0] : undefined;
}

/** The schema of a key: its own, or the one for all keys of a map. */
function memberSchema(schema: SchemaNode | undefined, key: string): SchemaNode | undefined {
  const ofAll = schema?.additionalProperties;
  return schema?.properties?.[key] ?? (typeof ofAll === "object" ? ofAll : undefined);
}

function steps(path: readonly PropertyKey[]): readonly PathStep[] {
  return path.map((step) => (typeof step === "number" ? step : String(step)));
}

function valueAt(data: unknown, path: readonly PathStep[]): unknown {
  let current = data;
  for (const step of path)
    current = (current as Readonly<Record<PathStep, unknown>> | null | undefined)?.[step];
  return current;
}

/** `sources[0].path`. */
function formatPath(path: readonly PathStep[]): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${step}`))
    .join("");
}

function describe(value: unknown, written: string): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "a mapping";
  if (value === "") return "an empty string";
  return typeof value === "string" ? `"${value}"` : `the ${typeof value} ${written}`;
}

function expectation(schema: SchemaNode | undefined): string {
  if (schema?.const !== undefined) return String(schema.const);
  if (schema?.enum) return `one of ${schema.enum.join(", ")}`;
  switch (schema?.type) {
    case "array":
      return schema.minItems === undefined ? "a list" : "a list with at least one entry";
    case "object":
      return `a mapping with ${Object.keys(schema.properties ?? {}).join(", ")}`;
    default:
      return "a string";
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
