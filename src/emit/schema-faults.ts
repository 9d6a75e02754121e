// What a chart's values.schema.json says against values, as Helm would say it: the keywords that charts of ours use.
// https://json-schema.org/draft-07/json-schema-validation
import {
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  listField,
  objectField,
} from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";

/** One value that is refused; `known`: the keys that there are, for one that there is not. */
export interface SchemaFault {
  readonly path: readonly PathStep[];
  readonly found: string;
  readonly expected: string;
  readonly known?: readonly string[];
}

/** The faults of `values`, from the root down, in their order. */
export function schemaFaults(values: Json, root: JsonObject): readonly SchemaFault[] {
  return faultsOf(values, root, { root, path: [] });
}

interface Context {
  readonly root: JsonObject;
  readonly path: readonly PathStep[];
}

function faultsOf(value: Json, given: Json | undefined, context: Context): readonly SchemaFault[] {
  const { path } = context;
  if (given === false) return [{ path, found: shown(value), expected: "no value" }];
  const schema = resolved(given, context.root);
  if (!schema) return [];
  const expected = refusal(value, schema);
  if (expected !== undefined) return [{ path, found: shown(value), expected }];
  return [...inside(value, schema, context), ...branches(value, schema, context)];
}

/** The schema, where it is a reference to one of the same file. */
function resolved(schema: Json | undefined, root: JsonObject): JsonObject | undefined {
  if (!isObject(schema)) return undefined;
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  const steps = reference.replace(/^#\/?/, "").split("/");
  const found = steps.reduce<Json | undefined>(
    (current, step) => objectField(current)[step.replaceAll("~1", "/").replaceAll("~0", "~")],
    root,
  );
  return resolved(found, root);
}

/** What `value` itself is to be, and is not. */
function refusal(value: Json, schema: JsonObject): string | undefined {
  const { type } = schema;
  const types = typeof type === "string" ? [type] : Array.isArray(type) ? type.map(String) : [];
  if (types.length > 0 && !types.some((name) => isOfType(value, name))) return types.join(" or ");
  const choices = Object.hasOwn(schema, "const") ? [schema["const"] ?? null] : listField(schema, "enum");
  if (choices.length > 0 && !choices.some((choice) => jsonEqual(choice, value)))
    return `one of ${choices.map(shown).join(", ")}`;
  if (typeof value === "number") return numberRefusal(value, schema);
  if (typeof value === "string") return textRefusal(value, schema);
  if (Array.isArray(value)) return countRefusal(value.length, schema["minItems"], "items");
  return isObject(value) ? mapRefusal(value, schema) : undefined;
}

function numberRefusal(value: number, { minimum, maximum }: JsonObject): string | undefined {
  if (typeof minimum === "number" && value < minimum) return `at least ${minimum}`;
  return typeof maximum === "number" && value > maximum ? `at most ${maximum}` : undefined;
}

function textRefusal(value: string, { pattern, minLength }: JsonObject): string | undefined {
  const count = countRefusal([...value].length, minLength, "characters");
  if (count !== undefined) return count;
  return typeof pattern === "string" && !matches(pattern, value) ? `text that matches ${pattern}` : undefined;
}

function mapRefusal(value: JsonObject, schema: JsonObject): string | undefined {
  const required = listField(schema, "required").map(String);
  const missing = required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return `a map with ${missing}`;
  return countRefusal(Object.keys(value).length, schema["minProperties"], "keys");
}

function countRefusal(count: number, least: Json | undefined, of: string): string | undefined {
  return typeof least === "number" && count < least ? `at least ${least} ${of}` : undefined;
}

function isOfType(value: Json, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** True also for a pattern that this engine does not read as Go does; Helm then decides. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

function inside(value: Json, schema: JsonObject, context: Context): readonly SchemaFault[] {
  const { root, path } = context;
  if (Array.isArray(value))
    return value.flatMap((item, index) => faultsOf(item, schema["items"], { root, path: [...path, index] }));
  if (!isObject(value)) return [];
  const properties = objectField(schema, "properties");
  const patterns = Object.entries(objectField(schema, "patternProperties"));
  return Object.entries(value).flatMap(([key, child]) => {
    const at = { root, path: [...path, key] };
    const own = [
      ...(Object.hasOwn(properties, key) ? [properties[key]] : []),
      ...patterns.filter(([pattern]) => matches(pattern, key)).map(([, one]) => one),
    ];
    if (own.length > 0) return own.flatMap((one) => faultsOf(child, one, at));
    if (schema["additionalProperties"] !== false) return faultsOf(child, schema["additionalProperties"], at);
    return [{ path: at.path, found: key, expected: "a value of the chart", known: Object.keys(properties) }];
  });
}

function branches(value: Json, schema: JsonObject, context: Context): readonly SchemaFault[] {
  const isFine = (branch: Json | undefined) => faultsOf(value, branch, context).length === 0;
  const any = listField(schema, "anyOf");
  const one = listField(schema, "oneOf");
  const { not, if: condition } = schema;
  const fault = { path: context.path, found: shown(value) };
  const chosen = condition === undefined ? undefined : isFine(condition) ? schema["then"] : schema["else"];
  return [
    ...listField(schema, "allOf").flatMap((branch) => faultsOf(value, branch, context)),
    ...(chosen === undefined ? [] : faultsOf(value, chosen, context)),
    ...(any.length > 0 && !any.some(isFine)
      ? [{ ...fault, expected: "a value that meets one of anyOf" }]
      : []),
    ...(one.length > 0 && one.filter(isFine).length !== 1
      ? [{ ...fault, expected: "a value that meets exactly one of oneOf" }]
      : []),
    ...(not !== undefined && isFine(not) ? [{ ...fault, expected: "another value" }] : []),
  ];
}

const longestShown = 60;

function shown(value: Json): string {
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "a map";
  const text = JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text;
}
