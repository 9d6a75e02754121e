// What a value for a setting of a Go program can be: its own type, and every text that the program would read as one.
import type { Setting } from "../flags/setting.ts";
import type { JsonSchema } from "./value.ts";

/** A text that is empty sets nothing: a ConfigMap of the sources may name a setting so. */
const orEmpty = (pattern: string) => `^(?:|${pattern})$`;

/** https://pkg.go.dev/strconv#ParseBool */
const boolText = orEmpty("1|t|T|TRUE|true|True|0|f|F|FALSE|false|False");
/** https://pkg.go.dev/strconv#ParseInt, base 0 */
const digits = "(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO]?[0-7_]+|[0-9][0-9_]*)";
/** https://pkg.go.dev/strconv#ParseFloat */
const floatText = orEmpty(
  "[-+]?(?:(?:[0-9][0-9_]*(?:\\.[0-9_]*)?|\\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?|[iI]nf(?:inity)?|[nN]a[nN])",
);
/** https://pkg.go.dev/time#ParseDuration */
const durationText = orEmpty("[-+]?(?:0|(?:(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+)");
const portText = orEmpty("[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]");

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
  if (/^u?int|^count$/.test(type)) {
    const isUnsigned = type.startsWith("uint");
    return {
      type: ["integer", "string", "null"],
      ...(isUnsigned ? { minimum: 0 } : {}),
      pattern: orEmpty(isUnsigned ? `\\+?${digits}` : `[-+]?${digits}`),
    };
  }
  if (type.startsWith("float")) return { type: ["number", "string", "null"], pattern: floatText };
  if (type === "bool")
    return { type: ["boolean", "integer", "string", "null"], minimum: 0, maximum: 1, pattern: boolText };
  if (type === "duration") return { type: ["string", "null"], pattern: durationText };
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
