// CEL rules of two schemas of the same field. Whether one rule refuses more than another, nobody can tell from their texts: all
// that is new or other may. https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
import { isObject, type Json, type JsonObject, listField } from "../kubernetes/object.ts";
import { tokensOf } from "./rule-tokens.ts";
import { holdsWithout } from "./rule-without-fields.ts";
import { type LocalChange, sides } from "./schema-change.ts";
import { childOf } from "./schema-children.ts";

const keyword = "x-kubernetes-validations";

/** Whether CEL rules judge a value. */
export function judgesByRules(schema: JsonObject): boolean {
  return listField(schema, keyword).length > 0;
}

/** The rules that came, took the place of another one, or are gone. */
export function* compareRules(older: JsonObject, newer: JsonObject): Iterable<LocalChange> {
  const [before, after] = [rulesOf(older), rulesOf(newer)];
  const gone = before.filter((rule) => !after.some((other) => isSameRule(rule, other)));
  const come = after.filter((rule) => !before.some((other) => isSameRule(rule, other)));
  const replaced = new Set<JsonObject>();
  for (const rule of come) {
    // A rule that says the same when it refuses, or the only other one, had its place.
    const candidates = gone.filter((other) => !replaced.has(other));
    const former =
      candidates.find((other) => saysTheSame(other, rule)) ??
      (gone.length === 1 && come.length === 1 ? candidates[0] : undefined);
    if (former) replaced.add(former);
    const code = former
      ? "crds/rule-changed"
      : holdsWithout(tokensOf(textOf(rule)), (name) => isNewField(name, older, newer))
        ? "crds/rule-of-new-fields"
        : "crds/rule-added";
    yield { code, keyword, ...sides(former, rule) };
  }
  for (const rule of gone) {
    if (!replaced.has(rule)) yield { code: "crds/rule-removed", keyword, before: rule };
  }
}

/** Whether no object has the field that is valid and complete by the older schema. */
function isNewField(name: string, older: JsonObject, newer: JsonObject): boolean {
  const now = childOf(newer, name);
  return childOf(older, name) === "dropped" && typeof now === "object" && now.schema["default"] === undefined;
}

function rulesOf(schema: JsonObject): readonly JsonObject[] {
  return listField(schema, keyword).filter(isObject);
}

/** What a rule says when it refuses is no part of what it refuses, nor is how its text is laid out. */
function isSameRule(a: JsonObject, b: JsonObject): boolean {
  return (
    tokensOf(textOf(a)).join("\n") === tokensOf(textOf(b)).join("\n") &&
    (a["optionalOldSelf"] === true) === (b["optionalOldSelf"] === true)
  );
}

function saysTheSame(a: JsonObject, b: JsonObject): boolean {
  return ["message", "messageExpression"].some((key) => a[key] !== undefined && a[key] === b[key]);
}

/** Whether a rule compares an object with what it was: the API server asks it on updates alone, unless it is optional. */
export function isTransitionRule(rule: Json | undefined): boolean {
  if (!isObject(rule) || rule["optionalOldSelf"] === true) return false;
  const tokens = tokensOf(textOf(rule));
  return tokens.some((token, index) => token === "oldSelf" && tokens[index - 1] !== ".");
}

function textOf(rule: JsonObject): string {
  return String(rule["rule"] ?? "");
}
