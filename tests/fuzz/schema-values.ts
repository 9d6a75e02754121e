// Random values that a JSON Schema accepts, as far as its words can be drawn from: the rest is for Helm to refuse.
import fc from "fast-check";
import { isObject, type Json, type JsonObject, listField, objectField } from "../../src/kubernetes/object.ts";

/** Deeper maps stay empty, and lists in them as short as they may be. */
const deepest = 5;

/** Texts that YAML, Helm or a shell could take for something else. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z][a-z0-9-]{0,14}[a-z0-9]$/) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "true",
      "no",
      "null",
      "~",
      "007",
      "1e3",
      "0x1F",
      "12:30:45",
      "2001-01-01",
      "=",
      "a: b",
      "# c",
      "- d",
      "{{ .Values }}",
      '{"a": [1]}',
      "'",
      '"',
      "\\n",
      "%d",
      "$(POD_NAME)",
      "*a",
      "&a",
      "!!str",
      " blanks around ",
      "two\nlines",
      "ends\n",
      "\tTab",
      "größe ☃ 𝒳",
      "<no value>",
      "a".repeat(120),
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }).filter(isReadable) },
);

/** Characters that YAML cannot hold, quoted or not, are no text that anybody sets. */
function isReadable(text: string): boolean {
  return !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/.test(text);
}

/** Values of one schema document, in which local references lead on. */
export class SchemaValues {
  readonly #document: JsonObject;

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** The schema at the end of its references, with what stands beside them, and its branches' words in it. */
  resolve(schema: Json | undefined): JsonObject {
    let current = isObject(schema) ? schema : {};
    for (let steps = 0; typeof current["$ref"] === "string" && steps < 20; steps += 1) {
      const { $ref, ...beside } = current;
      current = { ...this.#lookUp(String($ref)), ...beside };
    }
    return current;
  }

  /** The properties of a map on the way to what stands in it; none for what is no map. */
  propertiesOf(schema: Json | undefined): JsonObject {
    const resolved = this.resolve(schema);
    const branches = [resolved, ...["anyOf", "oneOf", "allOf"].flatMap((key) => listField(resolved, key))];
    return Object.assign({}, ...branches.map((branch) => objectField(this.resolve(branch), "properties")));
  }

  /** Values of `schema`; null is left out, since it is no value. */
  values(schema: Json | undefined, depth = 0): fc.Arbitrary<Json> {
    const found = this.resolve(schema);
    const constants = "const" in found ? [found["const"] as Json] : listField(found, "enum");
    const drawn = constants.filter((constant) => constant !== null);
    if (drawn.length > 0) return fc.constantFrom(...drawn);
    for (const key of ["anyOf", "oneOf"]) {
      const branches = listField(found, key).filter((branch) => !isNull(branch));
      if (branches.length > 0) {
        const { [key]: _branches, ...base } = found;
        return fc.oneof(...branches.map((branch) => this.values(merged(base, this.resolve(branch)), depth)));
      }
    }
    const all = listField(found, "allOf").map((branch) => this.resolve(branch));
    const { allOf: _allOf, ...own } = found;
    const whole = all.reduce(merged, own);
    const types = typesOf(whole);
    return fc.oneof(...types.map((type) => this.#ofType(type, whole, depth)));
  }

  #ofType(type: string, schema: JsonObject, depth: number): fc.Arbitrary<Json> {
    switch (type) {
      case "object":
        return this.#maps(schema, depth);
      case "array":
        return this.#lists(schema, depth);
      case "integer":
        return integers(schema);
      case "number":
        return integers(schema);
      case "boolean":
        return fc.boolean();
      default:
        return strings(schema);
    }
  }

  #maps(schema: JsonObject, depth: number): fc.Arbitrary<Json> {
    const properties = objectField(schema, "properties");
    const required = listField(schema, "required").map(String);
    const isDeep = depth >= deepest;
    const keys = Object.keys(properties).filter((key) => required.includes(key) || !isDeep);
    const model = Object.fromEntries(
      keys.map((key): [string, fc.Arbitrary<Json>] => [key, this.values(properties[key], depth + 1)]),
    );
    const known = fc.record(model, {
      requiredKeys: required.filter((key) => Object.hasOwn(model, key)),
    }) as fc.Arbitrary<JsonObject>;
    const more = schema["additionalProperties"];
    if (keys.length > 0 || more === false || isDeep) return thinned(known, required);
    const size = { minKeys: Number(schema["minProperties"] ?? 0), maxKeys: 3 };
    const names = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);
    return fc.dictionary(names, isObject(more) ? this.values(more, depth + 1) : texts, size);
  }

  #lists(schema: JsonObject, depth: number): fc.Arbitrary<Json> {
    const minLength = Number(schema["minItems"] ?? 0);
    const most = depth >= deepest ? minLength : Math.max(minLength, 2);
    const maxLength = Math.min(most, Number(schema["maxItems"] ?? most));
    const items = this.values(schema["items"] ?? { type: "string" }, depth + 1);
    const selector = (item: Json) => JSON.stringify(item);
    return schema["uniqueItems"] === true
      ? fc.uniqueArray(items, { minLength, maxLength, selector })
      : fc.array(items, { minLength, maxLength });
  }

  #lookUp(reference: string): JsonObject {
    const steps = reference.replace(/^#\//, "").split("/");
    const found = steps
      .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<Json>((current, key) => (isObject(current) ? (current[key] ?? null) : null), this.#document);
    return isObject(found) ? found : {};
  }
}

/** A map of few keys: one with dozens of fields hides what each of them does. */
function thinned(maps: fc.Arbitrary<JsonObject>, required: readonly string[]): fc.Arbitrary<JsonObject> {
  return fc.tuple(maps, fc.array(fc.nat(), { minLength: 3, maxLength: 3 })).map(([map, picks]) => {
    const free = Object.keys(map).filter((key) => !required.includes(key));
    const kept = new Set(picks.map((pick) => free[pick % Math.max(free.length, 1)]));
    return Object.fromEntries(Object.entries(map).filter(([key]) => required.includes(key) || kept.has(key)));
  });
}

function merged(a: JsonObject, b: JsonObject): JsonObject {
  const properties = { ...objectField(a, "properties"), ...objectField(b, "properties") };
  const required = [...listField(a, "required"), ...listField(b, "required")];
  return {
    ...a,
    ...b,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

function isNull(schema: Json): boolean {
  return isObject(schema) && schema["type"] === "null";
}

function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  const named = typeof type === "string" ? [type] : listField(schema, "type").map(String);
  const types = named.filter((name) => name !== "null");
  if (types.length > 0) return types;
  if (schema["properties"] || schema["additionalProperties"]) return ["object"];
  return schema["items"] ? ["array"] : ["string"];
}

function integers(schema: JsonObject): fc.Arbitrary<Json> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const low = typeof exclusiveMinimum === "number" ? Math.floor(exclusiveMinimum) + 1 : (minimum ?? 0);
  const high =
    typeof exclusiveMaximum === "number" ? Math.ceil(exclusiveMaximum) - 1 : (maximum ?? 2_000_000);
  const min = Math.ceil(Number(low));
  const max = Math.max(min, Math.floor(Math.min(Number(high), 2 ** 31 - 1)));
  const step = Number(schema["multipleOf"] ?? 1);
  return fc.integer({ min, max }).map((drawn) => (step > 1 ? Math.max(min, drawn - (drawn % step)) : drawn));
}

function strings(schema: JsonObject): fc.Arbitrary<Json> {
  const { pattern } = schema;
  const minLength = Number(schema["minLength"] ?? 0);
  const maxLength = Number(schema["maxLength"] ?? 200);
  const hasLength = (text: string) => text.length >= minLength && text.length <= maxLength;
  if (typeof pattern === "string") {
    return (
      matching(pattern)?.filter(hasLength) ?? fc.constantFrom("a", "1", "a1", "1.2.3", "10m", "https://a.b")
    );
  }
  return texts.filter(hasLength);
}

/** Undefined for what only Go's regular expressions know. */
function matching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    const expression = new RegExp(pattern, "u");
    return fc
      .stringMatching(expression, { size: "-1" })
      .filter((text) => isReadable(text) && expression.test(text) && text.length < 200);
  } catch {
    return undefined;
  }
}
