// Random structural schemas, objects for them that are mostly valid, and changes of a schema. What the API server makes of
// them is for the API server to say.
import { customResourceFaults } from "../../src/classify/structural-schema.ts";
import type { Json, JsonObject } from "../../src/kubernetes/object.ts";

/** A schema that is being made. */
export interface Schema {
  [keyword: string]: unknown;
}

/** Random choices from a seed, the same everywhere (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from `low` to `high`. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }

  some<Item>(items: readonly Item[], probability = 0.5): Item[] {
    return items.filter(() => this.chance(probability));
  }
}

export const names: readonly string[] = ["a", "b", "c", "d", "e"];
export const patterns: readonly string[] = ["^[a-c]*$", "b", "^.{0,3}$", "[0-9]"];
export const formats: readonly string[] = ["ipv4", "date", "uuid", "duration", "cidr", "no-such-format"];
const texts = ["", "a", "ab", "abc", "abcd", "1", "b1", "10.0.0.1", "2026-01-02", "5s", "10.0.0.0/8"];
const numbers = [-3, 0, 1, 2, 3, 4, 5, 6, 10, 2 ** 31, 2 ** 40];

/** The schema of a version: an object whose spec is random. */
export function randomRoot(dice: Dice): Schema {
  return { type: "object", properties: { spec: randomObject(dice, 3) } };
}

export function randomSchema(dice: Dice, depth: number): Schema {
  const kinds: readonly ((dice: Dice, depth: number) => Schema)[] = [
    randomText,
    randomNumber,
    () => ({ type: "boolean" }),
    () => ({ "x-kubernetes-int-or-string": true }),
    () => ({ "x-kubernetes-preserve-unknown-fields": true }),
    ...(depth > 0 ? [randomObject, randomObject, randomMap, randomList, randomListMap, randomSet] : []),
  ];
  const schema = dice.pick(kinds)(dice, depth - 1);
  if (dice.chance(0.15)) schema["nullable"] = true;
  if (dice.chance(0.15)) setDefault(schema, dice);
  return schema;
}

/**
 * Gives a schema a default that is valid with the defaults below it; false where chance finds none. The server does not look
 * at what defaults below make of a default, nor at those inside a map's values, and refuses the objects.
 */
export function setDefault(schema: Schema, dice: Dice): boolean {
  const isContainer = schema["type"] === "object" || schema["type"] === "array";
  if (isContainer && /"(?:min|max|any|one|not|x-kubernetes-val|req)/.test(JSON.stringify(schema)))
    return false;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const value = isContainer ? empty(schema) : randomValue(schema as JsonObject, dice, true);
    const faults = customResourceFaults(
      { value },
      { type: "object", properties: { value: schema as JsonObject } },
    );
    if (faults.length > 0) continue;
    schema["default"] = value;
    return true;
  }
  return false;
}

function empty(schema: Schema): Json {
  return schema["type"] === "array" ? [] : {};
}

function randomObject(dice: Dice, depth: number): Schema {
  const properties: Record<string, Schema> = {};
  for (const name of dice.some(names, 0.6)) properties[name] = randomSchema(dice, depth);
  const schema: Schema = { type: "object", properties };
  const known = Object.keys(properties);
  const required = dice.some(known, 0.2);
  if (required.length > 0) schema["required"] = required;
  if (dice.chance(0.1)) schema["x-kubernetes-preserve-unknown-fields"] = true;
  if (dice.chance(0.1)) schema["maxProperties"] = dice.between(1, 4);
  if (dice.chance(0.1)) schema["minProperties"] = dice.between(0, 2);
  if (dice.chance(0.1) && known.length > 1) {
    const [one, other] = [dice.pick(known), dice.pick(known)];
    schema[dice.pick(["anyOf", "oneOf"])] = [{ required: [one] }, { required: [other] }];
  }
  if (dice.chance(0.1) && known.length > 1)
    schema["not"] = { required: [dice.pick(known), dice.pick(known)] };
  if (dice.chance(0.1) && known.length > 1)
    schema["x-kubernetes-validations"] = [
      { rule: `!has(self.${dice.pick(known)}) || has(self.${dice.pick(known)})` },
    ];
  return schema;
}

function randomMap(dice: Dice, depth: number): Schema {
  return { type: "object", additionalProperties: randomSchema(dice, depth) };
}

function randomList(dice: Dice, depth: number): Schema {
  const schema: Schema = { type: "array", items: randomSchema(dice, depth) };
  if (dice.chance(0.2)) schema["maxItems"] = dice.between(1, 3);
  if (dice.chance(0.2)) schema["minItems"] = dice.between(0, 1);
  return schema;
}

function randomSet(dice: Dice): Schema {
  return {
    type: "array",
    items: { type: dice.pick(["string", "integer"]) },
    "x-kubernetes-list-type": "set",
  };
}

function randomListMap(dice: Dice, depth: number): Schema {
  const items = randomObject(dice, depth);
  items["properties"] = {
    ...(items["properties"] as object),
    key: { type: "string" },
    other: { type: "string", default: "a" },
  };
  items["required"] = [...new Set([...((items["required"] as string[]) ?? []), "key"])];
  return {
    type: "array",
    items,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": dice.chance(0.5) ? ["key"] : ["key", "other"],
  };
}

function randomText(dice: Dice): Schema {
  const schema: Schema = { type: "string" };
  if (dice.chance(0.3)) schema["enum"] = dice.some(texts, 0.5);
  if ((schema["enum"] as unknown[] | undefined)?.length === 0) delete schema["enum"];
  if (dice.chance(0.2)) schema["pattern"] = dice.pick(patterns);
  if (dice.chance(0.2)) schema["maxLength"] = dice.between(1, 4);
  if (dice.chance(0.2)) schema["minLength"] = dice.between(0, 2);
  if (dice.chance(0.1)) schema["format"] = dice.pick(formats);
  if (dice.chance(0.1))
    schema["x-kubernetes-validations"] = [{ rule: `self.size() < ${dice.between(2, 5)}` }];
  return schema;
}

function randomNumber(dice: Dice): Schema {
  const type = dice.pick(["integer", "integer", "number"]);
  const schema: Schema = { type };
  if (dice.chance(0.3)) {
    schema["minimum"] = dice.between(-1, 3);
    if (dice.chance(0.3)) schema["exclusiveMinimum"] = true;
  }
  if (dice.chance(0.3)) {
    schema["maximum"] = dice.between(4, 8);
    if (dice.chance(0.3)) schema["exclusiveMaximum"] = true;
  }
  if (dice.chance(0.2)) schema["multipleOf"] = dice.pick([1, 2, 3]);
  if (dice.chance(0.2))
    schema["format"] = type === "integer" ? dice.pick(["int32", "int64"]) : dice.pick(["float", "double"]);
  return schema;
}

/** A value that the schema mostly accepts; `exact`: without unknown fields and nulls. */
export function randomValue(schema: JsonObject, dice: Dice, exact = false): Json {
  if (!exact && dice.chance(schema["nullable"] === true ? 0.3 : 0.04)) return null;
  const choices = schema["enum"];
  if (Array.isArray(choices) && dice.chance(0.9)) return dice.pick(choices as readonly Json[]);
  if (schema["x-kubernetes-int-or-string"] === true)
    return dice.pick<Json>([...numbers.slice(0, 4), ...texts]);
  switch (schema["type"]) {
    case "object":
      return randomFields(schema, dice, exact);
    case "array":
      return randomItems(schema, dice, exact);
    case "string":
      return dice.pick(texts);
    case "integer":
      return dice.pick(numbers);
    case "number":
      return dice.pick([...numbers, 0.5, 2.5, 1e300]);
    case "boolean":
      return dice.chance(0.5);
    default:
      return dice.pick<Json>(["a", 1, true, ["a"], { a: { b: 1 } }]);
  }
}

function randomItems(schema: JsonObject, dice: Dice, exact: boolean): Json {
  return Array.from({ length: dice.between(0, 3) }, () =>
    randomValue(asSchema(schema["items"]), dice, exact),
  );
}

function randomFields(schema: JsonObject, dice: Dice, exact: boolean): Json {
  const fields: Record<string, Json> = {};
  const required = (schema["required"] ?? []) as readonly string[];
  for (const [name, child] of Object.entries(asSchema(schema["properties"]))) {
    if (dice.chance(required.includes(name) ? 0.95 : 0.6))
      fields[name] = randomValue(asSchema(child), dice, exact);
  }
  if (schema["additionalProperties"] !== undefined) {
    for (const name of dice.some(names))
      fields[name] = randomValue(asSchema(schema["additionalProperties"]), dice, exact);
  }
  if (schema["x-kubernetes-preserve-unknown-fields"] === true && !exact && dice.chance(0.5))
    fields[dice.pick(["a", "x", "y"])] ??= dice.pick<Json>(["a", 1, { b: 1 }]);
  if (!exact && dice.chance(0.02)) fields["z"] = 1;
  return fields;
}

function asSchema(value: unknown): JsonObject {
  return (typeof value === "object" && value !== null ? value : {}) as JsonObject;
}
