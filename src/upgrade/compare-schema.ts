// Two structural schemas of one version of a CRD, as the API server uses them: what it drops, what it refuses and what it
// fills in. Every object that is valid by the older schema is valid by the newer one and keeps its content, unless a
// change here is a warning or an error; tests hold this against the API server's own code.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/
import {
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  listField,
  objectField,
} from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { at, compareValidations, judgesByRules, judgesByWords, sides } from "./compare-validations.ts";
import type { SchemaChange } from "./schema-change.ts";
import { takesType, typeOf } from "./schema-types.ts";

/** What differs, by place, in the order of the newer schema; what is gone is behind it. */
export function compareSchemas(older: JsonObject, newer: JsonObject): readonly SchemaChange[] {
  return [...compareNodes({ ...older, ...embedded }, { ...newer, ...embedded }, [], unjudged)];
}

/** The schema of a CRD that drops nothing: `preserveUnknownFields: true`, which v1beta1 could say of all versions. */
export function preservingAll(schema: JsonObject): JsonObject {
  const inner = (value: Json | undefined) => (isObject(value) ? preservingAll(value) : value);
  const properties = Object.entries(objectField(schema, "properties"));
  const opened: Record<string, Json | undefined> = {
    ...schema,
    ...(properties.length === 0
      ? {}
      : { properties: Object.fromEntries(properties.map(([key, value]) => [key, inner(value) ?? {}])) }),
    ...(schema["items"] === undefined ? {} : { items: inner(schema["items"]) }),
    ...(schema["additionalProperties"] === undefined
      ? {}
      : { additionalProperties: inner(schema["additionalProperties"]) }),
    ...open,
  };
  return opened as JsonObject;
}

const embedded: JsonObject = { "x-kubernetes-embedded-resource": true };
const open: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };

/** What looks at a value from above, so that another default or a kept null may make it refuse the whole. */
interface Judges {
  readonly words: boolean;
  readonly rules: boolean;
}

const unjudged: Judges = { words: false, rules: false };

/** What a schema makes of a field: it has a schema of its own, is kept as it is, or is dropped. */
type Child = { readonly schema: JsonObject; readonly steps: readonly PathStep[] } | "kept" | "dropped";

/** What every object and every embedded resource has, whatever its schema says. */
const typeMeta: Readonly<Record<string, JsonObject>> = {
  apiVersion: { type: "string" },
  kind: { type: "string" },
  metadata: { type: "object", ...open },
};

function* compareNodes(
  older: JsonObject,
  newer: JsonObject,
  steps: readonly PathStep[],
  judges: Judges,
  isRequired = false,
): Iterable<SchemaChange> {
  const [before, after] = [typeOf(older), typeOf(newer)];
  if (before !== after) {
    const code = takesType(after, before)
      ? "crds/type-loosened"
      : before === "anything"
        ? "crds/field-typed"
        : "crds/type-changed";
    yield { code, steps, before, after };
    if (code !== "crds/type-loosened") return;
  }
  const below: Judges = {
    words: judges.words || judgesByWords(newer),
    rules: judges.rules || judgesByRules(newer),
  };
  yield* compareNull(older, newer, steps, below);
  yield* at(steps, compareValidations(older, newer));
  yield* compareDefaults(older, newer, steps, { judges, isRequired });
  yield* compareEmbedded(older, newer, steps);
  yield* compareLists(older, newer, steps);
  yield* compareFields(older, newer, steps, below);
  yield* compareItems(older, newer, steps, below);
}

function* compareFields(
  older: JsonObject,
  newer: JsonObject,
  steps: readonly PathStep[],
  judges: Judges,
): Iterable<SchemaChange> {
  const counts = newer["minProperties"] !== undefined || newer["maxProperties"] !== undefined;
  const below = counts ? { ...judges, words: true } : judges;
  const required = new Set(listField(newer, "required").map(String));
  const isClosed = restOf(older) === "kept" && restOf(newer) === "dropped";
  for (const key of new Set([...namesOf(newer), ...namesOf(older)])) {
    const [then, now] = [childOf(older, key), childOf(newer, key)];
    // That an object is closed says of its new fields, too, that what it held has to fit now.
    if (isClosed && then === "kept") continue;
    const place = [...steps, ...(typeof now === "object" ? now.steps : ["properties", key])];
    if (typeof then === "object" && typeof now === "object")
      yield* compareNodes(then.schema, now.schema, place, below, required.has(key));
    else if (then !== now) yield* comparePresence(then, now, place, below);
  }
  yield* compareRequired(older, newer, steps);
  yield* compareRest(older, newer, steps, below);
}

function* comparePresence(
  then: Child,
  now: Child,
  steps: readonly PathStep[],
  { words }: Judges,
): Iterable<SchemaChange> {
  if (typeof then === "object") {
    const before = typeOf(then.schema);
    if (now === "dropped") yield { code: "crds/field-removed", steps, before };
    else yield { code: words ? "crds/judged-otherwise" : "crds/field-opened", steps, before };
    const wasDefault = then.schema["default"];
    if (now === "kept" && wasDefault !== undefined)
      yield { code: "crds/default-removed", steps, keyword: "default", before: wasDefault };
  } else if (typeof now === "object") {
    const [after, fallback] = [typeOf(now.schema), now.schema["default"]];
    if (then === "kept") yield { code: "crds/field-typed", steps, before: "anything", after };
    // Rules that the older release had cannot speak of a field that it had not; combinations can.
    else if (fallback !== undefined && words)
      yield { code: "crds/judged-otherwise", steps, keyword: "default", after: fallback };
    else yield { code: "crds/field-added", steps, after };
  }
}

/** The fields that neither schema names. */
function* compareRest(
  older: JsonObject,
  newer: JsonObject,
  steps: readonly PathStep[],
  judges: Judges,
): Iterable<SchemaChange> {
  const [then, now] = [restOf(older), restOf(newer)];
  const place = [...steps, "additionalProperties"];
  if (typeof then === "object" && typeof now === "object") {
    yield* compareNodes(then.schema, now.schema, place, judges);
  } else if (then !== "dropped" && now === "dropped") {
    yield { code: "crds/closed", steps };
  } else if (then === "kept" && typeof now === "object") {
    yield { code: "crds/field-typed", steps: place, before: "anything", after: typeOf(now.schema) };
  } else if (then !== now) {
    yield { code: typeof then === "object" && judges.words ? "crds/judged-otherwise" : "crds/opened", steps };
  }
}

function* compareItems(
  older: JsonObject,
  newer: JsonObject,
  steps: readonly PathStep[],
  judges: Judges,
): Iterable<SchemaChange> {
  const [then, now] = [older["items"], newer["items"]];
  if (then === undefined && now === undefined) return;
  // The identity of an item is made of its fields.
  const isIdentified = ["set", "map"].includes(String(newer["x-kubernetes-list-type"]));
  const below = isIdentified ? { ...judges, words: true } : judges;
  const [before, after] = [isObject(then) ? then : open, isObject(now) ? now : open];
  yield* compareNodes(before, after, [...steps, "items"], below);
}

function namesOf(schema: JsonObject): readonly string[] {
  return Object.keys(objectField(schema, "properties"));
}

function childOf(schema: JsonObject, key: string): Child {
  const properties = objectField(schema, "properties");
  const found = Object.hasOwn(properties, key) ? properties[key] : undefined;
  const steps = ["properties", key];
  const implied =
    schema["x-kubernetes-embedded-resource"] === true && Object.hasOwn(typeMeta, key)
      ? typeMeta[key]
      : undefined;
  if (implied)
    return {
      schema: { ...implied, ...(isObject(found) ? found : {}), ...(key === "metadata" ? open : {}) },
      steps,
    };
  return isObject(found) ? { schema: found, steps } : restOf(schema);
}

function restOf(schema: JsonObject): Child {
  const further = schema["additionalProperties"];
  // `true` is a schema that says nothing.
  if (isObject(further) || further === true)
    return { schema: further === true ? {} : further, steps: ["additionalProperties"] };
  const type = typeOf(schema);
  if (type !== "object" && type !== "anything") return "dropped";
  return schema["x-kubernetes-preserve-unknown-fields"] === true ? "kept" : "dropped";
}

function* compareNull(
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

function* compareDefaults(
  older: JsonObject,
  newer: JsonObject,
  steps: readonly PathStep[],
  { judges, isRequired }: DefaultSituation,
): Iterable<SchemaChange> {
  const [before, after] = [older["default"], newer["default"]];
  if (jsonEqual(before, after)) return;
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

function* compareRequired(
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
      yield { code: "crds/required-added", steps: place, keyword: "required" };
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

function defaultOf(schema: JsonObject, key: string): Json | undefined {
  const properties = objectField(schema, "properties");
  return Object.hasOwn(properties, key) ? objectField(properties, key)["default"] : undefined;
}

function* compareEmbedded(
  older: JsonObject,
  newer: JsonObject,
  steps: readonly PathStep[],
): Iterable<SchemaChange> {
  const keyword = "x-kubernetes-embedded-resource";
  const [before, after] = [older[keyword] === true, newer[keyword] === true];
  if (before === after) return;
  // The fields that it lets be are compared as all others are.
  yield { code: after ? "crds/embedded-added" : "crds/validation-loosened", steps, keyword, before, after };
}

/** https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy */
function* compareLists(
  older: JsonObject,
  newer: JsonObject,
  steps: readonly PathStep[],
): Iterable<SchemaChange> {
  const keyword = "x-kubernetes-list-type";
  const [before, after] = [older[keyword] ?? "atomic", newer[keyword] ?? "atomic"];
  if (before !== after) {
    const code = after === "atomic" ? "crds/merge-changed" : "crds/list-type-changed";
    yield { code, steps, keyword, before, after };
  } else if (after === "map") {
    yield* compareKeys(older, newer, steps);
  }
  const maps = "x-kubernetes-map-type";
  const [then, now] = [older[maps] ?? "granular", newer[maps] ?? "granular"];
  if (then !== now) yield { code: "crds/merge-changed", steps, keyword: maps, before: then, after: now };
}

function* compareKeys(
  older: JsonObject,
  newer: JsonObject,
  steps: readonly PathStep[],
): Iterable<SchemaChange> {
  const keyword = "x-kubernetes-list-map-keys";
  const [before, after] = [listField(older, keyword), listField(newer, keyword)];
  if (before.length === after.length && before.every((key) => after.includes(key))) return;
  yield { code: "crds/list-keys-changed", steps, keyword, before, after };
}
