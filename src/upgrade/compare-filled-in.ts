// What the API server fills in or takes out before it judges an object: defaults and nulls, and with them which fields have to
// be there.
import {
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  listField,
  objectField,
} from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { type SchemaChange, sides } from "./schema-change.ts";
import { childOf } from "./schema-children.ts";
import { typeOf } from "./schema-types.ts";

/** What looks at a value from above, so that another default or a kept null may make it refuse the whole. */
export interface Judges {
  readonly words: boolean;
  readonly rules: boolean;
}

/** A null is a value, or is dropped, or becomes the default. */
export function* compareNull(
  older: JsonObject,
  newer: JsonObject,
  steps: readonly PathStep[],
  { words, rules }: Judges,
): Iterable<SchemaChange> {
  const [before, after] = [older["nullable"] === true, newer["nullable"] === true];
  if (before === after) return;
  // A null that was dropped, or became the default, is kept now.
  const code = before
    ? "crds/nullable-removed"
    : words || rules
      ? "crds/judged-otherwise"
      : "crds/validation-loosened";
  yield { code, steps, keyword: "nullable", before, after };
}

interface DefaultSituation {
  readonly judges: Judges;
  /** Whether the newer schema requires the field: `compareRequired` then tells what its default meant. */
  readonly isRequired: boolean;
}

/** What a field is that nobody sets. */
export function* compareDefaults(
  older: JsonObject,
  newer: JsonObject,
  steps: readonly PathStep[],
  { judges, isRequired }: DefaultSituation,
): Iterable<SchemaChange> {
  const [before, after] = [older["default"], newer["default"]];
  if (jsonEqual(ownDefault(before, older), ownDefault(after, newer))) return;
  const change = { steps, keyword: "default", ...sides(before, after) };
  if (before === undefined) {
    const code = judges.words || judges.rules ? "crds/judged-otherwise" : "crds/default-added";
    yield { code, ...change };
  } else if (after !== undefined) {
    yield { code: "crds/default-changed", ...change };
  } else if (!isRequired) {
    yield { code: "crds/default-removed", ...change };
  }
}

/** A default without what the fields below fill in themselves: those are told of each. */
function ownDefault(value: Json | undefined, schema: JsonObject): Json | undefined {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]): readonly (readonly [string, Json])[] => {
    const child = childOf(schema, key);
    if (typeof child !== "object") return [[key, item]];
    const own = ownDefault(item, child.schema);
    return own === undefined || jsonEqual(item, child.schema["default"]) ? [] : [[key, own]];
  });
  return Object.fromEntries(entries);
}

/** The fields that have to be there. */
export function* compareRequired(
  older: JsonObject,
  newer: JsonObject,
  steps: readonly PathStep[],
): Iterable<SchemaChange> {
  const before = new Set(listField(older, "required").map(String));
  const after = new Set(listField(newer, "required").map(String));
  for (const key of after) {
    const place = [...steps, "properties", key];
    const [then, now] = [defaultOf(older, key), defaultOf(newer, key)];
    if (now !== undefined) {
      if (!before.has(key))
        yield { code: "crds/required-with-default", steps: place, keyword: "required", after: now };
    } else if (!before.has(key)) {
      const [was, is] = [typeAt(older, key), typeAt(newer, key)];
      yield { code: "crds/required-added", steps: place, keyword: "required", ...sides(was, is) };
    } else if (then !== undefined) {
      yield { code: "crds/required-without-default", steps: place, keyword: "required", before: then };
    }
  }
  for (const key of before) {
    if (after.has(key)) continue;
    // A field that is gone is told as such.
    const isGone = !Object.hasOwn(objectField(newer, "properties"), key);
    if (!isGone)
      yield { code: "crds/validation-loosened", steps: [...steps, "properties", key], keyword: "required" };
  }
}

function typeAt(schema: JsonObject, key: string): Json | undefined {
  const child = childOf(schema, key);
  return typeof child === "object" ? typeOf(child.schema) : child === "kept" ? "anything" : undefined;
}

function defaultOf(schema: JsonObject, key: string): Json | undefined {
  const properties = objectField(schema, "properties");
  return Object.hasOwn(properties, key) ? objectField(properties, key)["default"] : undefined;
}
