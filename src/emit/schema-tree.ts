// A JSON Schema as a list of fields, for tables and examples: path, type, choices, default, description.
import { field, isObject, type Json } from "../kubernetes/object.ts";
import type { JsonSchema, Value } from "../transform/value.ts";

/** One field of a tree. `path` starts at the values' root; `*` stands for a key of the user's choice. */
export interface SchemaField {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  readonly type: string;
  readonly description: string;
  /** What the schema says that the operator assumes. */
  readonly assumed: Json | undefined;
  /** What the chart sets. */
  readonly set: Json | undefined;
  readonly choices: readonly Json[];
  readonly hasFields: boolean;
}

/** Deeper than any CRD; a schema that refers to itself ends here. */
const deepest = 40;

/** The fields below the tree `value`, at most `depth` levels, each before its own fields. */
export function schemaFields(value: Value, depth: number = deepest): readonly SchemaField[] {
  return childrenOf(value.schema, value.path, value.default, Math.min(depth, deepest));
}

function childrenOf(
  schema: JsonSchema,
  path: readonly string[],
  set: Json | undefined,
  depth: number,
): readonly SchemaField[] {
  if (depth === 0) return [];
  return membersOf(schema).flatMap(([name, child]) => {
    const here: SchemaField = {
      path: name === "[]" ? [...path.slice(0, -1), `${path.at(-1)}[]`] : [...path, name],
      schema: child,
      type: typeName(child),
      description: typeof child["description"] === "string" ? child["description"] : "",
      assumed: child["default"] as Json | undefined,
      set: name === "*" || name === "[]" ? undefined : field(set, name),
      choices: choicesOf(child),
      hasFields: membersOf(child).length > 0,
    };
    const below = childrenOf(child, here.path, here.set, depth - 1);
    // Items and entries of a scalar type are told by the parent's own type.
    return (name === "[]" || name === "*") && below.length === 0
      ? []
      : name === "[]"
        ? below
        : [here, ...below];
  });
}

/** The named properties, the entries of a map as `*`, the items of a list as `[]`. */
function membersOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const members: (readonly [string, JsonSchema])[] = [];
  const properties = schema["properties"];
  if (isObject(properties)) {
    for (const [name, child] of Object.entries(properties)) if (isObject(child)) members.push([name, child]);
  }
  if (isObject(schema["additionalProperties"])) members.push(["*", schema["additionalProperties"]]);
  if (isObject(schema["items"])) members.push(["[]", schema["items"]]);
  return members;
}

/** `string`, `integer or string`, `list of string`, `map of integer`, `object`, `any`. */
export function typeName(schema: JsonSchema): string {
  const types = typesOf(schema);
  if (types.length === 0) return "any";
  return types
    .map((type) => {
      if (type === "array")
        return isObject(schema["items"]) ? `list of ${typeName(schema["items"])}` : "list";
      if (type !== "object") return type;
      const entries = schema["additionalProperties"];
      return isObject(entries) && typesOf(entries).length > 0 ? `map of ${typeName(entries)}` : "object";
    })
    .join(" or ");
}

/** The types that a schema allows, without null, which every value takes. */
export function typesOf(schema: JsonSchema): readonly string[] {
  return [schema["type"] ?? []]
    .flat()
    .filter((type): type is string => typeof type === "string" && type !== "null");
}

function choicesOf(schema: JsonSchema): readonly Json[] {
  const choices = schema["enum"];
  return Array.isArray(choices) ? choices.filter((choice) => choice !== null) : [];
}
