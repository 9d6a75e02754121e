// What a value for a setting of a Go program can be: its own type, and every text that the program would read as one.
import type { Setting } from "../flags/setting.ts";
import { textPattern } from "../flags/setting-text.ts";
import type { JsonSchema } from "./value.ts";

/** A text that is empty sets nothing: a ConfigMap of the sources may name a setting so. */
const orEmpty = (pattern: string) => `^(?:|${pattern})$`;

const portText = orEmpty("[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]");

/** What bytes are in YAML; line breaks in it say nothing to Kubernetes. */
export const base64Text: JsonSchema = { type: "string", pattern: "^[A-Za-z0-9+/=\\s]*$" };

/** The items of a list and the entries of a map, which are written divided by commas. */
const item: JsonSchema = { type: ["string", "integer", "boolean"], pattern: "^[^,]*$" };

const text: JsonSchema = { type: ["string", "integer", "null"] };
const listOrText: JsonSchema = { type: ["string", "integer", "array", "null"], items: item };
const mapOrText: JsonSchema = { type: ["string", "object", "null"], additionalProperties: item };

/** Any text, number or truth: of a setting that nothing is known of. */
export const anySetting: JsonSchema = { type: ["string", "number", "boolean", "null"] };

/** The schema of a setting's value. */
export function settingSchema(setting: Setting): JsonSchema {
  if (isPort(setting)) {
    return { type: ["integer", "string", "null"], minimum: 0, maximum: 65535, pattern: portText };
  }
  const { type } = setting;
  if (type.startsWith("[]")) return listOrText;
  if (type.startsWith("map[")) return mapOrText;
  const own = textPattern(type);
  const pattern = own === undefined ? {} : { pattern: orEmpty(own) };
  if (/^u?int|^count$/.test(type)) {
    return {
      type: ["integer", "string", "null"],
      ...(type.startsWith("uint") ? { minimum: 0 } : {}),
      ...pattern,
    };
  }
  if (type.startsWith("float")) return { type: ["number", "string", "null"], ...pattern };
  if (type === "bool")
    return { type: ["boolean", "integer", "string", "null"], minimum: 0, maximum: 1, ...pattern };
  if (type === "duration") return { type: ["string", "null"], ...pattern };
  if (type === "string") return text;
  // A type of the program's own may read a list or pairs.
  return {
    type: ["string", "integer", "boolean", "array", "object", "null"],
    items: item,
    additionalProperties: item,
  };
}

/** A number whose name ends with the word, or a text of that name whose default is a number. */
function isPort({ env = "", flag = "", type, default: given = "" }: Setting): boolean {
  if (!/(?:^|_)PORT$/i.test(env) && !/(?:^|-)port$/i.test(flag)) return false;
  return /^u?int/.test(type) || (type === "string" && /^[0-9]{2,5}$/.test(given));
}

/** Demands something of the values that fit a condition. */
export function demandIf(condition: JsonSchema, demanded: JsonSchema): JsonSchema {
  return { if: { not: condition }, else: demanded };
}

/** A schema that demands every key of `path`, and `schema` of what stands there. */
export function atPath(path: readonly string[], schema: JsonSchema): JsonSchema {
  return path.reduceRight((inner, key) => ({ properties: { [key]: inner }, required: [key] }), schema);
}
