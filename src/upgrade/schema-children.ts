// What a structural schema makes of the fields of an object: those that it names, those that it keeps, those that it drops.
import { isObject, type Json, type JsonObject, objectField } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { typeOf } from "./schema-types.ts";

/** The schema of what is kept as it is. */
export const open: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };

/** What a schema makes of a field: it has a schema of its own, is kept as it is, or is dropped. */
export type Child = { readonly schema: JsonObject; readonly steps: readonly PathStep[] } | "kept" | "dropped";

/** What every object and every embedded resource has, whatever its schema says. */
const typeMeta: Readonly<Record<string, JsonObject>> = {
  apiVersion: { type: "string" },
  kind: { type: "string" },
  metadata: { type: "object", ...open },
};

/** The fields that a schema names. */
export function namesOf(schema: JsonObject): readonly string[] {
  return Object.keys(objectField(schema, "properties"));
}

/** What becomes of the field `key`. */
export function childOf(schema: JsonObject, key: string): Child {
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

/** What becomes of a field that the schema does not name. */
export function restOf(schema: JsonObject): Child {
  const further = schema["additionalProperties"];
  // `true` is a schema that says nothing.
  if (isObject(further) || further === true)
    return { schema: further === true ? {} : further, steps: ["additionalProperties"] };
  const type = typeOf(schema);
  if (type !== "object" && type !== "anything") return "dropped";
  return schema["x-kubernetes-preserve-unknown-fields"] === true ? "kept" : "dropped";
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
