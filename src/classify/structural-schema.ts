// What the API server says against a custom resource, by the structural schema of its CRD: fields that it would drop,
// and values that it would refuse. CEL rules and formats are left to the server itself.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
import {
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  listField,
  objectField,
} from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";

/** One field that is wrong. `unknown`: the schema has no such field; `known` are those that it has in its place. */
export type FieldFault =
  | { readonly kind: "unknown"; readonly path: readonly PathStep[]; readonly known: readonly string[] }
  | {
      readonly kind: "invalid";
      readonly path: readonly PathStep[];
      readonly found: string;
      readonly expected: string;
    };

/** What every object and every embedded resource has, whatever its schema says. */
const typeMeta: readonly string[] = ["apiVersion", "kind", "metadata"];

/** The faults of a whole custom resource, in its own order. The status is the controller's and is not looked at. */
export function customResourceFaults(object: JsonObject, schema: JsonObject): readonly FieldFault[] {
  const { status: _, ...content } = object;
  return faultsOf(content, { ...schema, "x-kubernetes-embedded-resource": true }, []);
}

/** The faults of a value that is one field of an object. */
export function fieldFaults(value: Json, schema: JsonObject): readonly FieldFault[] {
  return faultsOf(value, schema, []);
}

function faultsOf(value: Json, schema: Json | undefined, path: readonly PathStep[]): readonly FieldFault[] {
  // `true` in place of a schema takes anything.
  if (!isObject(schema) || (value === null && schema["nullable"] === true)) return [];
  const refused = refusal(value, schema);
  if (refused) return [{ kind: "invalid", path, ...refused }];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => faultsOf(item, schema["items"], [...path, index]));
  }
  return isObject(value) ? faultsOfObject(value, schema, path) : [];
}

function faultsOfObject(
  value: JsonObject,
  schema: JsonObject,
  path: readonly PathStep[],
): readonly FieldFault[] {
  const properties = objectField(schema, "properties");
  const further = schema["additionalProperties"];
  const embedded = schema["x-kubernetes-embedded-resource"] === true;
  const isClosed =
    (schema["type"] === "object" || Object.keys(properties).length > 0) &&
    (further === undefined || further === false) &&
    schema["x-kubernetes-preserve-unknown-fields"] !== true;
  return Object.entries(value).flatMap(([key, child]) => {
    const at = [...path, key];
    if (embedded && typeMeta.includes(key)) return [];
    if (!Object.hasOwn(properties, key)) {
      if (!isClosed) return faultsOf(child, further, at);
      return [{ kind: "unknown" as const, path: at, known: Object.keys(properties) }];
    }
    // Compiling leaves a null out, unless the schema requires the field.
    const isLeftOut = child === null && !listField(schema, "required").includes(key);
    return isLeftOut ? [] : faultsOf(child, properties[key], at);
  });
}

interface Refusal {
  readonly found: string;
  readonly expected: string;
}

/** Why the server refuses `value` itself; what is in it has faults of its own. */
function refusal(value: Json, schema: JsonObject): Refusal | undefined {
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return { found: shown(value), expected: types.join(" or ") };
  const expected = constraintFault(value, schema) ?? junctorFault(value, schema);
  return expected === undefined ? undefined : { found: shown(value), expected };
}

function typesOf(schema: JsonObject): readonly string[] {
  if (schema["x-kubernetes-int-or-string"] === true) return ["integer", "string"];
  return typeof schema["type"] === "string" && schema["type"] !== "" ? [schema["type"]] : [];
}

function isOfType(value: Json, type: string): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** What a value of the right type must still be, or undefined when it is. */
function constraintFault(value: Json, schema: JsonObject): string | undefined {
  const choices = listField(schema, "enum");
  if (choices.length > 0 && !choices.some((choice) => jsonEqual(choice, value)))
    return `one of ${choices.map(shown).join(", ")}`;
  if (typeof value === "number") return numberFault(value, schema);
  if (typeof value === "string") return textFault(value, schema);
  if (Array.isArray(value)) return listFault(value, schema);
  return isObject(value) ? objectFault(value, schema) : undefined;
}

function numberFault(value: number, schema: JsonObject): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === "number" && (value < minimum || (exclusiveMinimum === true && value === minimum)))
    return `${exclusiveMinimum === true ? "more than" : "at least"} ${minimum}`;
  if (typeof maximum === "number" && (value > maximum || (exclusiveMaximum === true && value === maximum)))
    return `${exclusiveMaximum === true ? "less than" : "at most"} ${maximum}`;
  return undefined;
}

function textFault(value: string, schema: JsonObject): string | undefined {
  const count = countFault([...value].length, schema, "Length", "characters");
  if (count !== undefined) return count;
  const { pattern } = schema;
  return typeof pattern === "string" && !matches(pattern, value) ? `text that matches ${pattern}` : undefined;
}

/** True also for a pattern that this engine does not read as Go does; the API server then decides. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
}

function listFault(items: readonly Json[], schema: JsonObject): string | undefined {
  const count = countFault(items.length, schema, "Items", "items");
  if (count !== undefined) return count;
  const keys = listField(schema, "x-kubernetes-list-map-keys").map(String);
  const type = schema["x-kubernetes-list-type"];
  if (type !== "map" && type !== "set") return undefined;
  const defaults = objectField(schema, "items", "properties");
  const identities = items.map((item) =>
    type === "set"
      ? JSON.stringify(item)
      : JSON.stringify(keys.map((key) => objectField(item)[key] ?? objectField(defaults, key)["default"])),
  );
  if (new Set(identities).size === items.length) return undefined;
  return type === "set" ? "each item once" : `each ${keys.join(" and ")} once`;
}

function objectFault(value: JsonObject, schema: JsonObject): string | undefined {
  const missing = listField(schema, "required")
    .map(String)
    .find((key) => !Object.hasOwn(value, key) && !hasDefault(schema, key));
  if (missing !== undefined) return `the field ${missing}, which is required`;
  return countFault(Object.keys(value).length, schema, "Properties", "fields");
}

function hasDefault(schema: JsonObject, key: string): boolean {
  return objectField(schema, "properties", key)["default"] !== undefined;
}

function countFault(
  count: number,
  schema: JsonObject,
  keyword: "Length" | "Items" | "Properties",
  of: string,
): string | undefined {
  const least = schema[`min${keyword}`];
  const most = schema[`max${keyword}`];
  if (typeof least === "number" && count < least) return `at least ${least} ${of}`;
  return typeof most === "number" && count > most ? `at most ${most} ${of}` : undefined;
}

/** `allOf`, `anyOf`, `oneOf` and `not` constrain a value; none of them makes a field known. */
function junctorFault(value: Json, schema: JsonObject): string | undefined {
  const fits = (branch: Json) => isValid(value, branch);
  const any = listField(schema, "anyOf");
  const one = listField(schema, "oneOf");
  if (!listField(schema, "allOf").every(fits)) return "a value that meets all of allOf in the CRD";
  if (any.length > 0 && !any.some(fits)) return "a value that meets one of anyOf in the CRD";
  if (one.length > 0 && one.filter(fits).length !== 1)
    return "a value that meets exactly one of oneOf in the CRD";
  return isObject(schema["not"]) && isValid(value, schema["not"])
    ? "a value that does not meet not in the CRD"
    : undefined;
}

/** Whether a value meets a branch, which takes fields that it does not name. */
function isValid(value: Json, branch: Json): boolean {
  if (!isObject(branch)) return true;
  if (refusal(value, branch)) return false;
  if (Array.isArray(value)) return value.every((item) => isValid(item, branch["items"] ?? {}));
  if (!isObject(value)) return true;
  const properties = objectField(branch, "properties");
  return Object.entries(value).every(
    ([key, child]) => child === null || isValid(child, properties[key] ?? {}),
  );
}

const longestShown = 60;

function shown(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (isObject(value)) {
    const keys = Object.keys(value);
    return keys.length === 0 ? "an empty map" : `a map with ${keys.slice(0, 6).join(", ")}`;
  }
  const text = JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text;
}
