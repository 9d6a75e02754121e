// From the structural OpenAPI schema of a CRD to a JSON Schema for the CR's values, in the part of draft 7 that
// every supported Helm reads alike. It judges the values as the template will render them, without their nulls:
// what the API server would take is never refused here. CEL rules have no counterpart and stay with the server.
import { isObject, type Json, type JsonObject, listField, objectField } from "../kubernetes/object.ts";
import { goPatternFault } from "./go-pattern.ts";
import { orNull } from "./nullable-schema.ts";
import type { JsonSchema } from "./value.ts";

/** The schema of a CR's values, with what of the source's schema it cannot say. */
export interface CustomResourceSchema {
  readonly schema: JsonSchema;
  readonly omissions: readonly SchemaOmission[];
}

/** A keyword left out of the schema; `path` leads to its property, with `*` for the entries of a map or list. */
export interface SchemaOmission {
  readonly path: readonly string[];
  readonly keyword: string;
  readonly reason: string;
}

type MutableSchema = Record<string, unknown>;
type Path = readonly string[];

/** Keywords that mean the same in both languages and that null cannot fail. */
const sameKeywords = [
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
];
const junctorLists = ["allOf", "anyOf", "oneOf"];

/**
 * The JSON Schema for `openApi`, the schema of a CR's `spec` or of any other subtree. Null is accepted for
 * every value, since a user's null takes it away. `required` of the root is kept: whether it holds depends on
 * whether the CR is rendered, which values-schema.ts knows.
 */
export function customResourceSchema(openApi: JsonObject): CustomResourceSchema {
  const omissions: SchemaOmission[] = [];
  return { schema: new Converter(omissions).value(openApi, []), omissions };
}

class Converter {
  readonly #omissions: SchemaOmission[];
  /** Patterns seen, with their faults; a CRD repeats the one for quantities dozens of times. */
  readonly #faults = new Map<string, string | undefined>();

  constructor(omissions: SchemaOmission[]) {
    this.#omissions = omissions;
  }

  /** The schema of a value; null passes. */
  value(source: Json | undefined, path: Path): JsonSchema {
    // In a CRD `true` stands for an open schema (additionalProperties: true).
    if (!isObject(source)) return {};
    const schema: MutableSchema = {};
    if (typeof source["description"] === "string") schema["description"] = source["description"].trim();
    const types = typesOf(source);
    if (types.length > 0) schema["type"] = types.length === 1 ? types[0] : types;
    if (source["default"] !== undefined && source["default"] !== null) schema["default"] = source["default"];
    this.#constraints(source, schema, path);
    this.#members(source, schema, path);
    if (isObject(source["items"])) schema["items"] = this.value(source["items"], [...path, "*"]);
    this.#junctors(source, schema, path);
    return orNull(schema);
  }

  /** Properties, further keys and the required ones. */
  #members(source: JsonObject, schema: MutableSchema, path: Path): void {
    const properties = Object.entries(objectField(source, "properties"));
    if (properties.length > 0) {
      schema["properties"] = Object.fromEntries(
        properties.map(([name, property]) => [name, this.value(property, [...path, name])]),
      );
    }
    const further = source["additionalProperties"];
    if (isObject(further)) {
      const entry = this.value(further, [...path, "*"]);
      if (Object.keys(entry).length > 0) schema["additionalProperties"] = entry;
    } else if (
      further !== true &&
      !isOpen(source) &&
      (source["type"] === "object" || properties.length > 0)
    ) {
      // The API server drops unknown keys without a word; Helm shall name them.
      schema["additionalProperties"] = false;
    }
    const required = requiredOf(source);
    if (required.length > 0) schema["required"] = required;
  }

  /** Enum, pattern, bounds, lengths and counts. */
  #constraints(source: JsonObject, schema: MutableSchema, path: Path): void {
    const choices = listField(source, "enum");
    if (choices.length > 0) schema["enum"] = unique(choices);
    if (typeof source["pattern"] === "string") this.#pattern(source["pattern"], schema, path);
    bound(source, schema, "minimum", "exclusiveMinimum");
    bound(source, schema, "maximum", "exclusiveMaximum");
    for (const keyword of sameKeywords) {
      const limit = source[keyword];
      // `multipleOf: 0` and negative lengths are invalid schemas, which Helm would refuse the chart for.
      const isLimit = typeof limit === "number" && (keyword === "multipleOf" ? limit > 0 : isCount(limit));
      if (isLimit || limit === true) schema[keyword] = limit;
    }
    if (isCount(source["maxProperties"])) {
      // Nulls are not rendered and do not count; with one among them the number says nothing.
      schema["if"] = { not: { additionalProperties: { not: { type: "null" } } } };
      schema["else"] = { maxProperties: source["maxProperties"] };
    }
  }

  #pattern(pattern: string, schema: MutableSchema, path: Path): void {
    if (!this.#faults.has(pattern)) this.#faults.set(pattern, goPatternFault(pattern));
    const fault = this.#faults.get(pattern);
    if (fault === undefined) schema["pattern"] = pattern;
    else this.#omissions.push({ path, keyword: "pattern", reason: `Go cannot compile it: ${fault}` });
  }

  /** `allOf`, `anyOf`, `oneOf` and `not`: they restrict what the schema around them describes. */
  #junctors(source: JsonObject, schema: MutableSchema, path: Path): void {
    for (const keyword of junctorLists) {
      if (source[keyword] === undefined || (keyword === "anyOf" && isChoiceOfTypes(source))) continue;
      const branches = listField(source, keyword)
        .filter(
          (branch) => !(source["x-kubernetes-int-or-string"] === true && isIntegerOrString(branch, keyword)),
        )
        .map((branch) => this.#condition(branch, path));
      if (branches.length > 0) schema[keyword] = branches;
    }
    if (isObject(source["not"])) schema["not"] = this.#condition(source["not"], path);
  }

  /**
   * A branch of a junctor. It describes no value of its own: keys that it does not name are allowed, and a null
   * counts as absent, as it is in the rendered CR.
   */
  #condition(source: Json, path: Path): JsonSchema {
    if (!isObject(source)) return {};
    const schema: MutableSchema = {};
    const types = typesOf(source);
    if (types.length > 0) schema["type"] = types.length === 1 ? types[0] : types;
    this.#constraints(source, schema, path);
    const properties = new Map<string, JsonSchema>();
    for (const [name, property] of Object.entries(objectField(source, "properties"))) {
      properties.set(name, orNull(this.#condition(property, [...path, name])));
    }
    const required = unique(listField(source, "required").filter((name) => typeof name === "string"));
    for (const name of required) properties.set(name, present(properties.get(name)));
    if (properties.size > 0) schema["properties"] = Object.fromEntries(properties);
    if (required.length > 0) schema["required"] = required;
    if (isObject(source["items"])) schema["items"] = orNull(this.#condition(source["items"], [...path, "*"]));
    this.#junctors(source, schema, path);
    return schema;
  }
}

/** `schema` without null: the key counts as set only with a value. */
function present(schema: JsonSchema = {}): JsonSchema {
  const notNull = { not: { type: "null" } };
  return "not" in schema ? { allOf: [schema, notNull] } : { ...schema, ...notNull };
}

/** `anyOf` that says no more than `type` with several names would, which a CRD may not write. */
function isChoiceOfTypes({ type, anyOf }: JsonObject): boolean {
  return (
    type === undefined &&
    Array.isArray(anyOf) &&
    anyOf.length > 0 &&
    anyOf.every(
      (branch) => isObject(branch) && Object.keys(branch).length === 1 && typeof branch["type"] === "string",
    )
  );
}

function typesOf(source: JsonObject): readonly string[] {
  if (source["x-kubernetes-int-or-string"] === true) return ["integer", "string"];
  if (isChoiceOfTypes(source))
    return unique(listField(source, "anyOf").map((branch) => String(objectField(branch)["type"])));
  return typeof source["type"] === "string" && source["type"] !== "" ? [source["type"]] : [];
}

/** Whether keys that the schema does not name are kept by the API server. */
function isOpen(source: JsonObject): boolean {
  return (
    source["x-kubernetes-preserve-unknown-fields"] === true ||
    source["x-kubernetes-embedded-resource"] === true
  );
}

/** The required keys that the API server does not fill in by itself. */
function requiredOf(source: JsonObject): readonly string[] {
  const names = listField(source, "required").filter((name) => typeof name === "string");
  return unique(names).filter((name) => objectField(source, "properties", name)["default"] === undefined);
}

/**
 * A bound; the boolean `exclusive…` of OpenAPI becomes draft 7's number. Beyond 2^53 Helm's own numbers are
 * rounded (int64's maximum is one too large), so such a bound would refuse what is right.
 */
function bound(source: JsonObject, schema: MutableSchema, inclusive: string, exclusive: string): void {
  const limit = source[inclusive];
  if (typeof limit === "number" && Math.abs(limit) <= Number.MAX_SAFE_INTEGER) {
    schema[source[exclusive] === true ? exclusive : inclusive] = limit;
  }
}

function isCount(limit: Json | undefined): boolean {
  return typeof limit === "number" && Number.isSafeInteger(limit) && limit >= 0;
}

/** The `anyOf: [{type: integer}, {type: string}]` that a CRD may write beside x-kubernetes-int-or-string. */
function isIntegerOrString(branch: Json, keyword: string): boolean {
  if (keyword === "anyOf") return isObject(branch) && ["integer", "string"].includes(String(branch["type"]));
  return (
    keyword === "allOf" &&
    listField(branch, "anyOf").length > 0 &&
    listField(branch, "anyOf").every((choice) => isIntegerOrString(choice, "anyOf"))
  );
}

/** Helm refuses a schema whose `enum` or `required` names something twice. */
function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}
