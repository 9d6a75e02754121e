// The changes that a user can make to the values of a chart: each value, each field of a tree, each key of a map.
import fc from "fast-check";
import type { Chart } from "../../src/emit/chart.ts";
import {
  field,
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  listField,
} from "../../src/kubernetes/object.ts";
import type { Value } from "../../src/transform/value.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { kubernetesValues, objectNames } from "./kubernetes-values.ts";
import { SchemaValues } from "./schema-values.ts";

/** Something that a user can set. */
export interface Choice {
  readonly path: readonly string[];
  /** The value of the registry that it belongs to. */
  readonly entry: Value;
  readonly values: fc.Arbitrary<Json>;
}

/** A chart's values as its files have them. */
export interface ChartValues {
  readonly defaults: JsonObject;
  readonly schema: SchemaValues;
  readonly choices: readonly Choice[];
}

/** A tree is offered field by field to this depth, and whole below it. */
const deepestField = 7;

export function chartValues(chart: Chart): ChartValues {
  const document = JSON.parse(chart.files.get("values.schema.json") ?? "{}") as JsonObject;
  const parsed = parseDocument(chart.files.get("values.yaml") ?? "");
  const data = parsed.ok ? parsed.document.data : {};
  const defaults = isObject(data) ? data : {};
  const schema = new SchemaValues(document);
  const choices = chart.values
    .filter((entry) => entry.role !== "section")
    .flatMap((entry) => choicesOf(entry, schemaAt(schema, document, entry.path), schema, defaults));
  return { defaults, schema, choices };
}

function schemaAt(schema: SchemaValues, document: Json, path: readonly string[]): Json {
  return path.reduce<Json>((current, key) => schema.propertiesOf(current)[key] ?? {}, document);
}

function choicesOf(
  entry: Value,
  schema: Json,
  values: SchemaValues,
  defaults: JsonObject,
): readonly Choice[] {
  const { path } = entry;
  if (entry.role === "tree") return fieldsOf(entry, path, schema, values, defaults, 0);
  const key = path.at(-1) ?? "";
  const own = field(defaults, ...path);
  const known = key === "name" ? objectNames : kubernetesValues(key, own);
  const whole: Choice = { path, entry, values: known ?? values.values(schema) };
  const more = field(values.resolve(schema), "additionalProperties");
  // A key of the source's own: another value, and none.
  const keys = isObject(own) && isObject(more) ? Object.keys(own) : [];
  return [
    whole,
    ...keys.map((name) => ({
      path: [...path, name],
      entry,
      values: fc.oneof(
        { weight: 3, arbitrary: scalarsOf(more ?? {}, values, field(own, name)) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    })),
  ];
}

/** A label's or a variable's other value. */
function scalarsOf(schema: Json, values: SchemaValues, own: Json | undefined): fc.Arbitrary<Json> {
  const types = field(values.resolve(schema), "type");
  const isText = types === "string" || (Array.isArray(types) && types.includes("string"));
  return isText && typeof own === "string"
    ? fc.constantFrom<Json>("fuzz", "true", "007", `${own}x`)
    : values.values(schema);
}

/** The fields of a tree, those in maps of fields too. */
function fieldsOf(
  entry: Value,
  path: readonly string[],
  schema: Json,
  values: SchemaValues,
  defaults: JsonObject,
  depth: number,
): readonly Choice[] {
  const properties = values.propertiesOf(schema);
  const keys = Object.keys(properties);
  if (keys.length === 0 || depth >= deepestField)
    return [{ path, entry, values: values.values(schema, depth) }];
  return keys.flatMap((key) =>
    fieldsOf(entry, [...path, key], properties[key] ?? {}, values, defaults, depth + 1),
  );
}

/** The change as a file of values, with what the schema demands beside it. */
export function overrideOf(
  { schema, defaults }: ChartValues,
  document: Json,
  path: readonly string[],
  value: Json,
  seed: number,
): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined) return isObject(value) ? value : {};
  const child = schema.propertiesOf(document)[key] ?? {};
  const below = field(defaults, key);
  const inner =
    rest.length === 0
      ? value
      : overrideOf({ schema, defaults: isObject(below) ? below : {}, choices: [] }, child, rest, value, seed);
  const missing = listField(schema.resolve(document), "required")
    .map(String)
    .filter((name) => name !== key && defaults[name] === undefined);
  const properties = schema.propertiesOf(document);
  const beside = missing.map((name): [string, Json] => [
    name,
    drawn(schema.values(properties[name], 3), seed),
  ]);
  return { ...Object.fromEntries(beside), [key]: inner };
}

/** One value, the same for the same seed. */
export function drawn(arbitrary: fc.Arbitrary<Json>, seed: number): Json {
  return fc.sample(arbitrary, { numRuns: 1, seed })[0] ?? null;
}

/** Maps merged as Helm merges values: lists are replaced, null takes a key away. */
export function mergedValues(base: Json | undefined, over: Json): Json {
  if (!isObject(base) || !isObject(over)) return over;
  const kept = Object.entries(base).filter(([key]) => !Object.hasOwn(over, key));
  const set = Object.entries(over).flatMap(([key, value]): [string, Json][] =>
    value === null ? [] : [[key, mergedValues(base[key], value)]],
  );
  return Object.fromEntries([...kept, ...set]);
}

/** Two files of values in one, the second on top; null stays, since it says something. */
export function overlaid(base: Json, over: Json): Json {
  if (!isObject(base) || !isObject(over)) return over;
  const entries = Object.entries(over).map(([key, value]): [string, Json] => [
    key,
    Object.hasOwn(base, key) ? overlaid(base[key] ?? null, value) : value,
  ]);
  return { ...base, ...Object.fromEntries(entries) };
}

/** `values` with the items of those lists that another change needs as well: a mount its volume. */
export function withItemsOf(needed: Json, values: Json): Json {
  if (Array.isArray(needed) && Array.isArray(values)) {
    const more = needed.filter((item) => !values.some((one) => jsonEqual(one, item)));
    return [...values, ...more];
  }
  if (!isObject(needed) || !isObject(values)) return values;
  const entries = Object.entries(values).map(([key, value]): [string, Json] => {
    const item = needed[key];
    return [key, item === undefined ? value : withItemsOf(item, value)];
  });
  return Object.fromEntries(entries);
}
