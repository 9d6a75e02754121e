// What the schema of the project file has against one, in the words of the file: places, what was meant, what could stand.
import type { $ZodIssue } from "zod/v4/core";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { excerptOf } from "../diagnostics/excerpt.ts";
import type { Position } from "../diagnostics/position.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import type { YamlDocument } from "../yaml/document.ts";
import { entryOf, nodeAt, type PathStep } from "../yaml/tree.ts";
import type { SchemaNode } from "./schema.ts";

/** The offset of the value at `path`, or of its key; of its nearest parent where it does not exist. */
export function offsetOf(
  document: YamlDocument,
  path: readonly PathStep[],
  part: "key" | "value" = "value",
): number {
  const last = path.at(-1);
  const parent = nodeAt(document.root, path.slice(0, -1));
  const entry = part === "key" && typeof last === "string" ? entryOf(parent, last) : undefined;
  if (entry) return entry.start;
  for (let length = path.length; length > 0; length -= 1) {
    const node = nodeAt(document.root, path.slice(0, length));
    if (node) return node.start;
  }
  return document.root?.start ?? 0;
}

/** zod's issues in the words of the file. */
export class Explanation {
  readonly #document: YamlDocument;
  readonly #schema: SchemaNode;
  readonly #placeAt: (offset: number) => Position;

  constructor(document: YamlDocument, schema: SchemaNode, placeAt: (offset: number) => Position) {
    this.#document = document;
    this.#schema = schema;
    this.#placeAt = placeAt;
  }

  issues(all: readonly $ZodIssue[]): readonly Diagnostic[] {
    const issues = all.flatMap(meantIssues);
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
      found: excerptOf(key),
      expected: known.length === 0 ? "no keys" : `one of ${known.join(", ")}`,
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
      found: excerptOf(key),
      expected,
      hint: "Write the key otherwise.",
    };
  }

  #hint(
    path: readonly PathStep[],
    value: unknown,
    schema: SchemaNode | undefined,
    written: string,
  ): string | undefined {
    if (value === null) return "Give it a value, or take the line out.";
    if (schema?.type === "string" && (typeof value === "number" || typeof value === "boolean")) {
      return `Quote it, so that YAML reads it as text: "${written}".`;
    }
    const choices = schema?.enum ?? (schema?.const === undefined ? undefined : [schema.const]);
    return (
      this.#hintForText(path, value, schema) ??
      (choices ? nearestChoice(value, choices.map(String)) : describedHint(schema))
    );
  }

  /** What a text was meant to be. */
  #hintForText(
    path: readonly PathStep[],
    value: unknown,
    schema: SchemaNode | undefined,
  ): string | undefined {
    if (typeof value !== "string") return undefined;
    if (schema?.type === "boolean") {
      return `Write ${/^(?:y|yes|on|true|1)$/i.test(value) ? "true" : "false"}, without quotes.`;
    }
    const key = keyFor(Object.keys(schema?.properties ?? {}), value);
    if (key !== undefined) return `Write "${key}: ${value}".`;
    return /^v\d/.test(value) && path.at(-1) === "version" ? `Write "${value.slice(1)}".` : undefined;
  }

  #keysOf(path: readonly PathStep[]): string {
    const keys = Object.keys(valueAt(this.#document.data, path) ?? {});
    return keys.length === 0 ? "no keys" : `only ${keys.map(excerptOf).join(", ")}`;
  }

  /** The schema of what stands at `path`; of several, the one for a value of its kind. */
  #schemaAt(path: readonly PathStep[]): SchemaNode | undefined {
    let current = meantSchema(this.#schema, this.#document.data);
    path.forEach((step, index) => {
      const inner = typeof step === "number" ? current?.items : memberSchema(current, step);
      current = meantSchema(inner, valueAt(this.#document.data, path.slice(0, index + 1)));
    });
    return current;
  }
}

/** Of a value that may be one of several things, what is wrong with the one that it is meant to be. */
function meantIssues(issue: $ZodIssue): readonly $ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const meant = issue.errors
    .filter((branch) => !branch.some(isOfAnotherKind))
    .toSorted((a, b) => a.length - b.length)[0];
  if (!meant) return [issue];
  return meant
    .map((inner): $ZodIssue => ({ ...inner, path: [...issue.path, ...inner.path] }))
    .flatMap(meantIssues);
}

function isOfAnotherKind(issue: $ZodIssue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === "invalid_union") return issue.errors.every((branch) => branch.some(isOfAnotherKind));
  return issue.code === "invalid_type";
}

/** Of the alternatives of a schema the one for values of this kind; the schema itself where none or no one is. */
function meantSchema(schema: SchemaNode | undefined, value: unknown): SchemaNode | undefined {
  const all = alternatives(schema);
  if (all.length < 2) return schema;
  const kind = Array.isArray(value)
    ? "array"
    : value !== null && typeof value === "object"
      ? "object"
      : undefined;
  return all.find(({ type }) => type === (kind ?? typeof value)) ?? schema;
}

function alternatives(schema: SchemaNode | undefined): readonly SchemaNode[] {
  if (!schema) return [];
  return schema.anyOf ? schema.anyOf.flatMap(alternatives) : [schema];
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
  return typeof value === "string"
    ? `"${excerptOf(asWritten(value, written))}"`
    : `the ${typeof value} ${excerptOf(written)}`;
}

/** A plain text with the line breaks that it is written with, which YAML reads as blanks; others as they are read. */
function asWritten(value: string, written: string): string {
  return value.startsWith(written.split("\n")[0]?.trimEnd() || "\n") ? written : value;
}

function expectation(schema: SchemaNode | undefined): string {
  if (schema?.const !== undefined) return String(schema.const);
  if (schema?.enum) return `one of ${schema.enum.join(", ")}`;
  const all = alternatives(schema);
  if (all.length > 1) return [...new Set(all.map(expectation))].join(", or ");
  const keys = Object.keys(schema?.properties ?? {});
  switch (schema?.type) {
    case "array":
      return schema.minItems === undefined ? "a list" : "a list with at least one entry";
    case "object":
      return keys.length === 0 ? "a mapping" : `a mapping with ${keys.join(", ")}`;
    case "boolean":
      return "true or false";
    case "number":
    case "integer":
      return "a number";
    default:
      return "a string";
  }
}

function nearestChoice(value: unknown, choices: readonly string[]): string | undefined {
  const [only] = choices;
  const meant = choices.length === 1 ? only : nearest(String(value ?? ""), choices);
  return meant === undefined ? undefined : `Write "${meant}".`;
}

function describedHint(schema: SchemaNode | undefined): string | undefined {
  return schema?.description === undefined ? undefined : `Set it: ${lowerFirst(schema.description)}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
