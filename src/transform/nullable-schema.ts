// The null rule of values: a user's null takes a setting away, so null must pass wherever a value may stand.
import type { JsonSchema } from "./value.ts";

/** Keywords that can refuse null whatever the type. */
const applicators = ["not", "allOf", "anyOf", "oneOf", "if", "then", "else"] as const;

/** `schema` so that it also accepts null; what it says about everything else stays. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (acceptsNull(schema)) return schema;
  const widened = widenTypeAndEnum(schema);
  if (acceptsNull(widened)) return widened;
  const rest: Record<string, unknown> = { ...widened };
  const forOthers: Record<string, unknown> = {};
  for (const keyword of applicators) {
    if (!(keyword in rest)) continue;
    forOthers[keyword] = rest[keyword];
    delete rest[keyword];
  }
  return { ...rest, if: { type: "null" }, else: forOthers };
}

/** Whether null is valid against `schema`, which has no `$ref`. Keywords of one type say nothing about null. */
export function acceptsNull(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return schema !== false;
  const { type, enum: choices, const: only, not, allOf, anyOf, oneOf } = schema as JsonSchema;
  if (type !== undefined && type !== "null" && !(Array.isArray(type) && type.includes("null"))) return false;
  if (Array.isArray(choices) && !choices.includes(null)) return false;
  if (only !== undefined && only !== null) return false;
  if (not !== undefined && acceptsNull(not)) return false;
  if (Array.isArray(allOf) && !allOf.every(acceptsNull)) return false;
  if (Array.isArray(anyOf) && !anyOf.some(acceptsNull)) return false;
  if (Array.isArray(oneOf) && oneOf.filter(acceptsNull).length !== 1) return false;
  return conditionAcceptsNull(schema as JsonSchema);
}

function conditionAcceptsNull(schema: JsonSchema): boolean {
  if (schema["if"] === undefined) return true;
  const branch = acceptsNull(schema["if"]) ? schema["then"] : schema["else"];
  return branch === undefined || acceptsNull(branch);
}

function widenTypeAndEnum(schema: JsonSchema): JsonSchema {
  const { type, enum: choices, const: only } = schema;
  const widened: Record<string, unknown> = { ...schema };
  if (type !== undefined) widened["type"] = including(Array.isArray(type) ? type : [type], "null");
  if (Array.isArray(choices)) widened["enum"] = including(choices, null);
  if (only !== undefined) {
    delete widened["const"];
    widened["enum"] = including([only], null);
  }
  return widened;
}

function including(list: readonly unknown[], item: unknown): readonly unknown[] {
  return list.includes(item) ? list : [...list, item];
}
