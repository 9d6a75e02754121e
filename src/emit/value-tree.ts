// The registry of values as the tree that values.yaml and its schema share: maps on the way to the settings.
import { invariant } from "../diagnostics/internal-error.ts";
import type { JsonSchema, Value } from "../transform/value.ts";

/** A map of values; `entries` in registry order. */
export class ValueSection {
  description = "";
  isOptional = false;
  /** What else it may hold. */
  schema: JsonSchema = {};
  readonly entries: Map<string, ValueSection | Value> = new Map();
}

/** The tree of `values`; a CR whose spec is the root itself is not part of it. */
export function valueTree(values: readonly Value[]): ValueSection {
  const root = new ValueSection();
  for (const value of values) {
    if (value.role === "section") {
      const section = sectionAt(root, value.path);
      section.description = value.description;
      section.schema = value.schema;
      section.isOptional = value.isOptional ?? false;
    }
    if (value.role !== "section" && value.path.length > 0) addSetting(root, value);
  }
  return root;
}

/** The CR whose spec is the root of the values, if this is a chart of one CR only. */
export function rootTree(values: readonly Value[]): Value | undefined {
  return values.find((value) => value.role !== "section" && value.path.length === 0);
}

function addSetting(root: ValueSection, value: Value): void {
  const { entries } = sectionAt(root, value.path.slice(0, -1));
  const key = value.path.at(-1) ?? "";
  invariant(!entries.has(key), `the value ${value.path.join(".")} is registered twice`);
  entries.set(key, value);
}

function sectionAt(root: ValueSection, path: readonly string[]): ValueSection {
  let section = root;
  for (const key of path) {
    const entry = section.entries.get(key) ?? new ValueSection();
    invariant(entry instanceof ValueSection, `the value ${path.join(".")} stands inside another value`);
    section.entries.set(key, entry);
    section = entry;
  }
  return section;
}
