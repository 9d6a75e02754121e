// What Helm says when a chart refuses values, by its schema or in a template: which ones, and why.
import { field, isObject, type Json } from "../kubernetes/object.ts";

/** A value that is refused. */
export interface RefusedValue {
  readonly path: readonly string[];
  /** Whether the schema does not know it. */
  readonly isUnknown: boolean;
  /** Why, in Helm's own words. */
  readonly words: string;
}

/** The refused values in Helm's message; `values` are those that it was given. */
export function readRefusals(message: string, values: Json): readonly RefusedValue[] {
  const bySchema = message.split("\n").flatMap((line) => inPointers(line) ?? inDots(line, values) ?? []);
  return bySchema.length > 0 ? bySchema : inTemplate(message, values);
}

/** Why Helm does not render, without advice on how to call it: what a template fails with, else its last line. */
export function reasonOf(message: string): string {
  const lines = message
    .replace(/^Use --debug flag to render out invalid YAML$/m, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const start = lines.findIndex((line) => line.includes("execution error at ("));
  return lines
    .slice(start)
    .join(" ")
    .replace(/^.*?(?=execution error at \()|^Error: /, "");
}

/** What a template fails with, where the text begins with a path of the values: `a.b is called c.b: …`. */
function inTemplate(message: string, values: Json): readonly RefusedValue[] {
  const words = /^execution error at \([^)]*\): (?<words>.+)$/.exec(reasonOf(message))?.groups?.["words"];
  const [, at] = /^[."'`]*(?:Values\.)?([^\s"'`:,]+)/.exec(words ?? "") ?? [];
  if (words === undefined || at === undefined) return [];
  const path = keysOf(at.split("."), values);
  if (field(values, ...path) === undefined) return [];
  return [{ path, isUnknown: false, words: words.replace(/\.$/, "") }];
}

/** Helm 3.18 and later: `- at '/a/b': got string, want integer`, `- at '': additional properties 'x', 'y' not allowed`. */
function inPointers(line: string): readonly RefusedValue[] | undefined {
  const found = /^\s*- at '(?<at>[^']*)': (?<words>.+)$/.exec(line)?.groups;
  if (!found) return undefined;
  const { at = "", words = "" } = found;
  const path = at
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (!words.startsWith("additional propert")) return [{ path, isUnknown: false, words }];
  const keys = [...words.matchAll(/'([^']*)'/g)].map(([, key]) => key ?? "");
  return keys.map((key) => ({ path: [...path, key], isUnknown: true, words }));
}

/** Helm before 3.18: `- a.b: Invalid type. …`, `- (root): Additional property x is not allowed`. */
function inDots(line: string, values: Json): readonly RefusedValue[] | undefined {
  const found = /^\s*- (?<at>\(root\)|[^\s:]+): (?<words>[A-Z].*)$/.exec(line)?.groups;
  if (!found) return undefined;
  const { at = "", words = "" } = found;
  const path = at === "(root)" ? [] : keysOf(at.split("."), values);
  const key = /^Additional property (?<key>.+) is not allowed$/.exec(words)?.groups?.["key"];
  return [
    key === undefined
      ? { path, isUnknown: false, words: words.replace(/\.$/, "") }
      : { path: [...path, key], isUnknown: true, words },
  ];
}

/** Keys that have dots themselves are those that the values have. */
function keysOf(steps: readonly string[], values: Json | undefined): readonly string[] {
  for (let length = steps.length; length > 0; length -= 1) {
    const key = steps.slice(0, length).join(".");
    if (isObject(values) && Object.hasOwn(values, key))
      return [key, ...keysOf(steps.slice(length), values[key])];
  }
  return steps;
}
