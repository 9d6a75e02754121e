// Which values a schema's type takes, and which formats the API server looks at.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
import { type JsonObject, stringField } from "../kubernetes/object.ts";

/** The type of a schema in words; `anything` where it has none. */
export type SchemaType =
  | "object"
  | "array"
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "integer or string"
  | "anything";

const types = ["object", "array", "string", "integer", "number", "boolean"] as const;

export function typeOf(schema: JsonObject): SchemaType {
  if (schema["x-kubernetes-int-or-string"] === true) return "integer or string";
  return types.find((type) => type === schema["type"]) ?? "anything";
}

/** Whether each value of the type `older` is one of the type `newer`. */
export function takesType(newer: SchemaType, older: SchemaType): boolean {
  if (newer === older || newer === "anything") return true;
  if (newer === "number") return older === "integer";
  return newer === "integer or string" && (older === "integer" || older === "string");
}

/** Whether a value of this type can be a string. */
export function canBeString(type: SchemaType): boolean {
  return type === "string" || type === "integer or string" || type === "anything";
}

/** The formats of strings that the API server checks, without dashes; it takes no notice of others. */
const stringFormats = new Set([
  ..."bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13".split(
    " ",
  ),
  ..."creditcard ssn hexcolor rgbcolor byte date duration datetime k8sshortname k8slongname".split(" "),
]);

/** The format of a schema where it refuses any value; a `password` is any string, and an integer always an int64. */
export function checkedFormat(schema: JsonObject): string | undefined {
  const format = stringField(schema, "format") ?? "";
  const type = typeOf(schema);
  if (type === "integer") return format === "int32" ? format : undefined;
  if (type === "number") return format === "float" ? format : undefined;
  return canBeString(type) && stringFormats.has(format.replaceAll("-", "")) ? format : undefined;
}
