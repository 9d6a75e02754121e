// Integers beyond 2^53. Helm reads every number of a values file as a float64, which loses their last digits, so in
// values they are strings of digits, which the template of the CR turns back into integers.
import { isObject, type Json, type JsonObject } from "../kubernetes/object.ts";
import { digitsBeyondFloat } from "../yaml/kubernetes-scalars.ts";
import type { Node, PathStep } from "../yaml/tree.ts";
import { anyItem, eachOnce } from "./field-paths.ts";
import { orNull } from "./nullable-schema.ts";
import type { JsonSchema } from "./value.ts";

/** An integer of the source with all its digits. */
export interface ExactInteger {
  readonly path: readonly PathStep[];
  readonly digits: string;
}

/** The integers below `node` that values cannot hold as numbers. */
export function exactIntegers(
  node: Node | undefined,
  path: readonly PathStep[] = [],
): readonly ExactInteger[] {
  if (node?.kind === "mapping")
    return node.entries.flatMap(({ key, value }) => exactIntegers(value, [...path, key]));
  if (node?.kind === "sequence")
    return node.items.flatMap((item, index) => exactIntegers(item, [...path, index]));
  if (node?.kind !== "scalar" || node.style !== "plain") return [];
  const digits = digitsBeyondFloat(node.value);
  return digits === undefined ? [] : [{ path, digits }];
}

/** `fields` with the digits in place of the numbers. */
export function withDigits(fields: JsonObject, integers: readonly ExactInteger[]): JsonObject {
  return integers.reduce<Json>(
    (value, { path, digits }) => replaceAt(value, path, digits),
    fields,
  ) as JsonObject;
}

function replaceAt(value: Json, path: readonly PathStep[], replacement: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? replaceAt(item, rest, replacement) : item));
  if (!isObject(value) || value[step] === undefined) return value;
  return { ...value, [step]: replaceAt(value[step], rest, replacement) };
}

/** The paths of integers as the template looks for them, each once, with all items of a list as one. */
export function integerPaths(integers: readonly ExactInteger[]): readonly (readonly string[])[] {
  return eachOnce(
    integers.map(({ path }) => path.map((step) => (typeof step === "number" ? anyItem : step))),
  );
}

/** `schema` so that digits in a string stand for the integer at each of `paths`. */
export function takingDigits(schema: JsonSchema, paths: readonly (readonly string[])[]): JsonSchema {
  return paths.reduce((outer, path) => digitsAt(outer, path), schema);
}

function digitsAt(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const [step, ...rest] = path;
  if (step === undefined) {
    const types = [schema["type"] ?? []].flat();
    if (types.length === 0 || types.includes("string")) return schema;
    return orNull({ ...schema, type: [...types, "string"], pattern: "^-?[0-9]+$" });
  }
  const within = (keyword: string, key?: string): JsonSchema => {
    const holder = schema[keyword];
    if (!isObject(holder)) return schema;
    const inner = key === undefined ? holder : holder[key];
    if (!isObject(inner)) return schema;
    const changed = digitsAt(inner, rest);
    return { ...schema, [keyword]: key === undefined ? changed : { ...holder, [key]: changed } };
  };
  if (step === anyItem) return within("items");
  const properties = schema["properties"];
  return isObject(properties) && Object.hasOwn(properties, step)
    ? within("properties", step)
    : within("additionalProperties");
}
