// Two structural schemas of one version of a CRD, as the API server uses them: what it drops, what it refuses and what it
// fills in. Every object that is valid by the older schema is valid by the newer one and keeps its content, unless a
// change here is a warning or an error; tests hold this against the API server's own code.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/
import { isObject, type JsonObject, jsonEqual, listField } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { compareDefaults, compareNull, compareRequired, type Judges } from "./compare-filled-in.ts";
import { judgesByRules } from "./compare-rules.ts";
import { at, compareValidations, judgesByWords } from "./compare-validations.ts";
import type { SchemaChange } from "./schema-change.ts";
import { type Child, childOf, namesOf, open, restOf } from "./schema-children.ts";
import { takesType, typeOf } from "./schema-types.ts";

/** What differs, by place, in the order of the newer schema; what is gone is behind it. */
export function compareSchemas(older: JsonObject, newer: JsonObject): readonly SchemaChange[] {
  return [...compareNodes({ ...older, ...embedded }, { ...newer, ...embedded }, [], unjudged)];
}

const unjudged: Judges = { words: false, rules: false };
const embedded: JsonObject = { "x-kubernetes-embedded-resource": true };

function* compareNodes(
  older: JsonObject,
  newer: JsonObject,
  steps: readonly PathStep[],
  judges: Judges,
  isRequired = false,
): Iterable<SchemaChange> {
  // Most of a schema is as it was.
  if (jsonEqual(older, newer)) return;
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
    // A new field that is required is told as such.
    const isDemanded = required.has(key) && typeof now === "object" && now.schema["default"] === undefined;
    if (isDemanded && then === "dropped") continue;
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
