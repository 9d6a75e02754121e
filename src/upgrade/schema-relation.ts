// How what the schema of a value allows relates to what another one allowed, as far as single keywords tell.
import { isObject, type Json, jsonEqual } from "../kubernetes/object.ts";

/** `other`: some of what was allowed is not, and something else is, or the keywords do not tell. */
export type Relation = "wider" | "narrower" | "other";

/** The relation of `after` to `before`. */
export function relationOf(before: Json | undefined, after: Json | undefined): Relation {
  const relations = new Set(relationsOf(before, after));
  const [only] = relations;
  return relations.size === 1 && only !== undefined ? only : "other";
}

function* relationsOf(before: Json | undefined, after: Json | undefined): Iterable<Relation> {
  if (!isObject(before) || !isObject(after)) {
    if (!jsonEqual(before, after)) yield "other";
    return;
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const key of [...keys].filter((one) => !jsonEqual(before[one], after[one]))) {
    const [was, is] = [before[key], after[key]];
    if (key === "properties") yield* ofProperties(before, after);
    else if (was === undefined) yield "narrower";
    else if (is === undefined) yield "wider";
    else if (key === "not") yield* reversed(relationsOf(was, is));
    else if (key === "items" || key === "additionalProperties") yield* relationsOf(was, is);
    else yield ofKeyword(key, was, is);
  }
}

/** What a schema refuses: more of it allows less. */
function* reversed(relations: Iterable<Relation>): Iterable<Relation> {
  for (const relation of relations) {
    if (relation === "other") yield relation;
    else yield relation === "wider" ? "narrower" : "wider";
  }
}

/** Keywords whose smaller numbers allow more, and those whose larger ones do. */
const lowerBounds = new Set(["minimum", "minLength", "minItems", "minProperties", "exclusiveMinimum"]);
const upperBounds = new Set(["maximum", "maxLength", "maxItems", "maxProperties", "exclusiveMaximum"]);

function ofKeyword(key: string, was: Json, is: Json): Relation {
  if (key === "type" || key === "enum") return ofChoices(was, is);
  if (key === "required") return ofChoices(is, was);
  const isBound = lowerBounds.has(key) || upperBounds.has(key);
  if (!isBound || typeof was !== "number" || typeof is !== "number") return "other";
  return is < was === lowerBounds.has(key) ? "wider" : "narrower";
}

function ofChoices(was: Json, is: Json): Relation {
  const [then, now] = [was, is].map((one) =>
    (Array.isArray(one) ? one : [one]).map((item) => JSON.stringify(item)),
  );
  if (!then || !now) return "other";
  if (then.every((item) => now.includes(item))) return "wider";
  return now.every((item) => then.includes(item)) ? "narrower" : "other";
}

function* ofProperties(before: Json, after: Json): Iterable<Relation> {
  const properties = (schema: Json) => {
    const found = isObject(schema) ? schema["properties"] : undefined;
    return isObject(found) ? found : {};
  };
  const isOpen = (schema: Json) => isObject(schema) && schema["additionalProperties"] !== false;
  const [older, newer] = [properties(before), properties(after)];
  for (const key of new Set([...Object.keys(older), ...Object.keys(newer)])) {
    const [then, now] = [older[key], newer[key]];
    if (then === undefined) yield isOpen(before) ? "narrower" : "wider";
    else if (now === undefined) yield isOpen(after) ? "wider" : "narrower";
    else yield* relationsOf(then, now);
  }
}
