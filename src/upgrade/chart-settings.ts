// What can be set of a chart: the tree of its values, by its schema and by its defaults.
import { field, isObject, type Json, type JsonObject } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";

/** What a chart says of its values: the texts of values.yaml and values.schema.json. */
export interface ChartValues {
  readonly values: string;
  readonly schema: string;
}

/** A chart's values at one path: what is allowed there, and the default. */
export interface Place {
  readonly schema: JsonObject;
  readonly root: JsonObject;
  readonly value: Json | undefined;
}

/** The root of a chart's values; undefined where its files cannot be read. */
export function readChart({ values, schema }: ChartValues): Place | undefined {
  const parsed = parseDocument(values);
  const root: unknown = schema === "" ? {} : JSON.parse(schema);
  if (!parsed.ok || !isObject(root)) return undefined;
  return { schema: root, root, value: (parsed.document.data ?? {}) as Json };
}

/** The settings below a place that the schema names, and those that only values.yaml has. */
export function childrenOf(place: Place): ReadonlyMap<string, Place> {
  const properties = field(place.schema, "properties");
  const named = isObject(properties) ? Object.entries(properties) : [];
  const { root } = place;
  const children = new Map<string, Place>();
  for (const [key, schema] of named) {
    children.set(key, { schema: resolve(schema, root), root, value: field(place.value, key) });
  }
  // A chart without a schema, or with an open one, is known by its defaults.
  for (const [key, value] of Object.entries(isObject(place.value) && named.length === 0 ? place.value : {})) {
    children.set(key, { schema: {}, root, value });
  }
  return children;
}

/** Whether a place is a block of settings; a map whose keys are the user's is one setting. */
export function hasChildren({ schema, value }: Place): boolean {
  if (isObject(field(schema, "properties"))) return true;
  return Object.keys(schema).length === 0 && isObject(value) && Object.keys(value).length > 0;
}

/** What a schema refers to; references of charts point into their own file. */
export function resolve(schema: Json, root: JsonObject): JsonObject {
  const reference = field(schema, "$ref");
  if (typeof reference !== "string") return isObject(schema) ? schema : {};
  const steps = reference.replace(/^#\/?/, "").split("/");
  const found = field(root, ...steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")));
  return isObject(found) ? { ...found, ...without(schema as JsonObject, "$ref") } : {};
}

function without(schema: JsonObject, keyword: string): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== keyword));
}
