// Which values two schemas of the same field accept: bounds, enumerations, patterns, formats and combinations.
// What cannot be judged is called changed, never unchanged.
import { isObject, type Json, type JsonObject, jsonEqual, listField } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { compareRules } from "./compare-rules.ts";
import { type LocalChange, type SchemaChange, sides } from "./schema-change.ts";
import { canBeString, checkedFormat, typeOf } from "./schema-types.ts";

/** What the newer schema refuses that the older did not, and what it accepts anew. */
export function* compareValidations(older: JsonObject, newer: JsonObject): Iterable<LocalChange> {
  yield* compareNumbers(older, newer);
  yield* compareEnums(older, newer);
  if (canBeString(typeOf(older))) yield* comparePatterns(older, newer);
  yield* compareFormats(older, newer);
  yield* compareCombinations(older, newer);
  yield* compareRules(older, newer);
}

/** Whether words of the schema judge a value by what is in it, beyond each field for itself. */
export function judgesByWords(schema: JsonObject): boolean {
  return schema["enum"] !== undefined || combinations.some((keyword) => schema[keyword] !== undefined);
}

const least = ["minLength", "minItems", "minProperties"] as const;
const most = ["maxLength", "maxItems", "maxProperties"] as const;

function* compareNumbers(older: JsonObject, newer: JsonObject): Iterable<LocalChange> {
  for (const keyword of least) yield* compareBound(keyword, older, newer, (before, after) => after > before);
  for (const keyword of most) yield* compareBound(keyword, older, newer, (before, after) => after < before);
  yield* compareLimit("minimum", older, newer);
  yield* compareLimit("maximum", older, newer);
  yield* compareBound("multipleOf", older, newer, (before, after) => before % after !== 0);
}

function* compareBound(
  keyword: string,
  older: JsonObject,
  newer: JsonObject,
  isTighter: (before: number, after: number) => boolean,
): Iterable<LocalChange> {
  const [before, after] = [numberOf(older, keyword), numberOf(newer, keyword)];
  if (before === after) return;
  // A least count of 0 is none.
  if (before === undefined && after === 0 && keyword.startsWith("min")) return;
  const tightened = after !== undefined && (before === undefined || isTighter(before, after));
  yield {
    code: tightened ? "crds/bound-tightened" : "crds/validation-loosened",
    keyword,
    ...sides(before, after),
  };
}

function* compareLimit(
  keyword: "minimum" | "maximum",
  older: JsonObject,
  newer: JsonObject,
): Iterable<LocalChange> {
  const [before, after] = [limitOf(older, keyword), limitOf(newer, keyword)];
  if (before?.value === after?.value && before?.isExclusive === after?.isExclusive) return;
  const outwards = keyword === "minimum" ? -1 : 1;
  const isTighter =
    after !== undefined &&
    (before === undefined ||
      (before.value === after.value ? after.isExclusive : (after.value - before.value) * outwards < 0));
  yield {
    code: isTighter ? "crds/bound-tightened" : "crds/validation-loosened",
    keyword,
    ...sides(before && limitText(keyword, before), after && limitText(keyword, after)),
  };
}

interface Limit {
  readonly value: number;
  readonly isExclusive: boolean;
}

/** Of integers `> 0` is `≥ 1`. */
function limitOf(schema: JsonObject, keyword: "minimum" | "maximum"): Limit | undefined {
  const value = numberOf(schema, keyword);
  if (value === undefined) return undefined;
  const isExclusive = schema[keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"] === true;
  if (!isExclusive || typeOf(schema) !== "integer" || !Number.isInteger(value)) return { value, isExclusive };
  return { value: keyword === "minimum" ? value + 1 : value - 1, isExclusive: false };
}

function limitText(keyword: "minimum" | "maximum", { value, isExclusive }: Limit): Json {
  if (!isExclusive) return value;
  return `${keyword === "minimum" ? "more" : "less"} than ${value}`;
}

function numberOf(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

function* compareEnums(older: JsonObject, newer: JsonObject): Iterable<LocalChange> {
  const [before, after] = [older["enum"], newer["enum"]];
  if (!Array.isArray(after)) {
    if (Array.isArray(before)) yield { code: "crds/validation-loosened", keyword: "enum", before };
    return;
  }
  if (!Array.isArray(before)) {
    yield { code: "crds/enum-narrowed", keyword: "enum", after };
    return;
  }
  const isGone = (value: Json) => !after.some((other) => jsonEqual(other, value));
  if (before.some(isGone)) yield { code: "crds/enum-narrowed", keyword: "enum", before, after };
  else if (before.length !== after.length)
    yield { code: "crds/validation-loosened", keyword: "enum", before, after };
}

function* comparePatterns(older: JsonObject, newer: JsonObject): Iterable<LocalChange> {
  const [before, after] = [older["pattern"], newer["pattern"]];
  if (before === after) return;
  const code =
    after === undefined
      ? "crds/validation-loosened"
      : before === undefined
        ? "crds/pattern-added"
        : "crds/pattern-changed";
  yield { code, keyword: "pattern", ...sides(before, after) };
}

function* compareFormats(older: JsonObject, newer: JsonObject): Iterable<LocalChange> {
  const [before, after] = [checkedFormat(older), checkedFormat(newer)];
  if (before === after) return;
  yield {
    code: after === undefined ? "crds/validation-loosened" : "crds/format-changed",
    keyword: "format",
    ...sides(older["format"], newer["format"]),
  };
}

const combinations = ["allOf", "anyOf", "oneOf", "not"] as const;

function* compareCombinations(older: JsonObject, newer: JsonObject): Iterable<LocalChange> {
  for (const keyword of combinations) {
    const [before, after] = [branchesOf(older, keyword), branchesOf(newer, keyword)];
    const [gone, come] = [missing(before, after), missing(after, before)];
    // Two equal branches of oneOf are met together, and so never.
    const isSame = keyword !== "oneOf" || before.length === after.length;
    if (gone.length === 0 && come.length === 0 && isSame) continue;
    // One more way among anyOf accepts more, one more of allOf accepts less; the others can do either.
    const isLooser =
      after.length === 0 ||
      (keyword === "allOf" && come.length === 0) ||
      (keyword === "anyOf" && gone.length === 0 && before.length > 0);
    yield {
      code: isLooser ? "crds/validation-loosened" : "crds/combination-changed",
      keyword,
      ...sides(older[keyword], newer[keyword]),
    };
  }
}

/** The branches of a combination, but for the one that says of "integer or string" what it says itself. */
function branchesOf(schema: JsonObject, keyword: (typeof combinations)[number]): readonly Json[] {
  const found = schema[keyword];
  const branches = Array.isArray(found) ? found : isObject(found) ? [found] : [];
  if (typeOf(schema) !== "integer or string") return branches;
  if (keyword === "anyOf" && isIntOrString(branches)) return [];
  return keyword === "allOf"
    ? branches.filter((branch) => !isIntOrString(listField(branch, "anyOf")))
    : branches;
}

function isIntOrString(branches: readonly Json[]): boolean {
  return jsonEqual(branches, [{ type: "integer" }, { type: "string" }]);
}

function missing(items: readonly Json[], others: readonly Json[]): readonly Json[] {
  return items.filter((item) => !others.some((other) => jsonEqual(other, item)));
}

/** The changes of one schema at its place. */
export function* at(steps: readonly PathStep[], changes: Iterable<LocalChange>): Iterable<SchemaChange> {
  for (const { code, ...rest } of changes) yield { code, steps, ...rest };
}
