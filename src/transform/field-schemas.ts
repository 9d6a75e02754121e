// The schemas of values that are fields of Kubernetes, or maps of labels and annotations.
import { fieldFaults } from "../classify/structural-schema.ts";
import { labelValue } from "../kubernetes/field-schemas.ts";
import { type Json, type JsonObject, listField } from "../kubernetes/object.ts";
import { customResourceSchema } from "./open-api-schema.ts";
import type { JsonSchema } from "./value.ts";

const converted = new WeakMap<JsonObject, JsonSchema>();

/**
 * The schema of a value for the field that `structural` describes. Where the source's own is not what Kubernetes takes, or
 * newer than it is known here, any map or list.
 */
export function fieldSchema(structural: JsonObject, own: Json | undefined): JsonSchema {
  if (own !== undefined && own !== null && fieldFaults(own, structural).length > 0) {
    const { type } = structural;
    return type === "array" ? { type, items: { type: "object" } } : { type };
  }
  let schema = converted.get(structural);
  if (!schema) {
    schema = customResourceSchema(structural).schema;
    if (schema["items"]) schema = { ...schema, items: notNull(schema["items"] as JsonSchema) };
    converted.set(structural, schema);
  }
  return schema;
}

/** The schema of an item that values add to a list of the source. */
export function itemSchema(structural: JsonObject): JsonSchema {
  return notNull(fieldSchema(structural, undefined));
}

/** A null takes a value away, and a field of a map; as an item of a list it is none. */
function notNull(schema: JsonSchema): JsonSchema {
  const type = listField(schema as JsonObject, "type").filter((name) => name !== "null");
  return type.length === 1 ? { ...schema, type: type[0] } : schema;
}

/** Labels of objects and Pods. */
export const labelMap: JsonSchema = { type: "object", additionalProperties: { ...labelValue } };

/** Annotations, and other texts that Kubernetes says nothing of. */
export const textMap: JsonSchema = { type: "object", additionalProperties: { type: "string" } };
