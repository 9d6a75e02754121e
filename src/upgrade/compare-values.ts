// Two releases of a chart by their values: which settings are new, gone, of another type or default. Who has an override
// file for the older one reads here what becomes of it.
import { field, isObject, type Json, type JsonObject } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";

/** What a chart says of its values: the texts of values.yaml and values.schema.json. */
export interface ChartValues {
  readonly values: string;
  readonly schema: string;
}

/** One setting that is not as it was; a block that is new or gone as a whole is one. */
export interface ValueChange {
  readonly kind: "added" | "removed" | "type" | "default";
  readonly path: readonly string[];
  /** The default or, of a change of type, what was allowed; absent where there was none. */
  readonly before?: Json;
  readonly after?: Json;
  /** How many settings a block has that is new or gone. */
  readonly count?: number;
}

/** Keywords that say nothing of which values are allowed. */
const silent = new Set(["description", "default", "title", "examples", "$comment", "$schema"]);

/** The changes from `older` to `newer`, by path in the order of the newer schema, what is gone behind. */
export function compareValues(older: ChartValues, newer: ChartValues): readonly ValueChange[] {
  const [before, after] = [readChart(older), readChart(newer)];
  if (!before || !after) return [];
  return [...compareBlocks([], before, after)];
}

/** A chart's values at one path: what is allowed there, and the default. */
interface Place {
  readonly schema: JsonObject;
  readonly root: JsonObject;
  readonly value: Json | undefined;
}

function readChart({ values, schema }: ChartValues): Place | undefined {
  const parsed = parseDocument(values);
  const root: unknown = schema === "" ? {} : JSON.parse(schema);
  if (!parsed.ok || !isObject(root)) return undefined;
  return { schema: root, root, value: (parsed.document.data ?? {}) as Json };
}

function* compareBlocks(path: readonly string[], before: Place, after: Place): Iterable<ValueChange> {
  const [older, newer] = [childrenOf(before), childrenOf(after)];
  for (const [key, now] of newer) {
    const then = older.get(key);
    if (then === undefined) yield { kind: "added", path: [...path, key], ...whole("after", now) };
    else yield* comparePlaces([...path, key], then, now);
  }
  for (const [key, then] of older) {
    if (!newer.has(key)) yield { kind: "removed", path: [...path, key], ...whole("before", then) };
  }
}

function* comparePlaces(path: readonly string[], before: Place, after: Place): Iterable<ValueChange> {
  if (hasChildren(before) && hasChildren(after)) {
    yield* compareBlocks(path, before, after);
    return;
  }
  const [then, now] = [allowed(before), allowed(after)];
  if (JSON.stringify(then) !== JSON.stringify(now)) yield { kind: "type", path, before: then, after: now };
  if (JSON.stringify(before.value) === JSON.stringify(after.value)) return;
  yield { kind: "default", path, ...defaultOf("before", before), ...defaultOf("after", after) };
}

/** The settings below a place that the schema names, and those that only values.yaml has. */
function childrenOf(place: Place): ReadonlyMap<string, Place> {
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
function hasChildren({ schema, value }: Place): boolean {
  if (isObject(field(schema, "properties"))) return true;
  return Object.keys(schema).length === 0 && isObject(value) && Object.keys(value).length > 0;
}

function whole(side: "before" | "after", place: Place): Partial<ValueChange> {
  return hasChildren(place) ? { count: countOf(place) } : defaultOf(side, place);
}

function defaultOf(side: "before" | "after", { value }: Place): Partial<ValueChange> {
  return value === undefined ? {} : { [side]: value };
}

function countOf(place: Place): number {
  if (!hasChildren(place)) return 1;
  return [...childrenOf(place).values()].reduce((sum, child) => sum + countOf(child), 0);
}

/** What a schema refers to; references of charts point into their own file. */
function resolve(schema: Json, root: JsonObject): JsonObject {
  const reference = field(schema, "$ref");
  if (typeof reference !== "string") return isObject(schema) ? schema : {};
  const steps = reference.replace(/^#\/?/, "").split("/");
  const found = field(root, ...steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")));
  return isObject(found) ? { ...found, ...without(schema as JsonObject, "$ref") } : {};
}

function without(schema: JsonObject, keyword: string): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== keyword));
}

/** The schema without what is only told, with its references followed. */
function allowed({ schema, root }: Place): Json {
  const strip = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isObject(value)) return value;
    const resolved = typeof value["$ref"] === "string" ? resolve(value, root) : value;
    const kept = Object.entries(resolved).filter(([key]) => !silent.has(key));
    return Object.fromEntries(
      kept.map(([key, inner]) => [
        key,
        key === "properties" && isObject(inner)
          ? Object.fromEntries(Object.entries(inner).map(([name, property]) => [name, strip(property)]))
          : strip(inner),
      ]),
    );
  };
  return strip(schema);
}
