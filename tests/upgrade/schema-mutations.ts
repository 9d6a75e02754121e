// Changes of one schema: those that refuse or drop what was fine, each with the code that has to be reported, and those that
// are harmless or that depend on what is around.

import type { FindingCode } from "../../src/upgrade/finding-codes.ts";
import {
  type Dice,
  formats,
  names,
  patterns,
  randomSchema,
  type Schema,
  setDefault,
} from "./random-schemas.ts";

/** Changes a schema in place; false where there is nothing to change. */
export interface Mutation {
  readonly name: string;
  /** What compareSchemas has to say of it; undefined where it may be harmless. */
  readonly code?: FindingCode;
  readonly apply: (schema: Schema, dice: Dice) => boolean;
}

function when(condition: boolean, change: () => void): boolean {
  if (condition) change();
  return condition;
}

function numberAt(schema: Schema, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  return (schema["properties"] ?? {}) as Record<string, Schema>;
}

function requiredOf(schema: Schema): readonly string[] {
  return (schema["required"] ?? []) as readonly string[];
}

const isText = (schema: Schema) => schema["type"] === "string";
const isNumber = (schema: Schema) => schema["type"] === "integer" || schema["type"] === "number";
const isList = (schema: Schema) => schema["type"] === "array";
const isMap = (schema: Schema) => schema["type"] === "object" && schema["properties"] !== undefined;

/** Lowers a bound from above, or sets one. */
function lower(keyword: string, applies: (schema: Schema) => boolean): Mutation {
  return {
    name: `lower ${keyword}`,
    code: "crds/bound-tightened",
    apply: (schema, dice) =>
      when(applies(schema) && numberAt(schema, keyword) !== 0, () => {
        schema[keyword] = (numberAt(schema, keyword) ?? dice.between(2, 5)) - 1;
      }),
  };
}

/** Raises a bound from below, or sets one. */
function raise(keyword: string, applies: (schema: Schema) => boolean): Mutation {
  return {
    name: `raise ${keyword}`,
    code: "crds/bound-tightened",
    apply: (schema) =>
      when(applies(schema), () => {
        schema[keyword] = (numberAt(schema, keyword) ?? 0) + 1;
      }),
  };
}

export const tightening: readonly Mutation[] = [
  lower("maxLength", isText),
  lower("maxItems", isList),
  lower("maxProperties", isMap),
  lower("maximum", isNumber),
  raise("minLength", isText),
  raise("minItems", isList),
  raise("minProperties", isMap),
  raise("minimum", isNumber),
  {
    name: "leave a bound of numbers out of the range",
    code: "crds/bound-tightened",
    apply: (schema) =>
      when(
        schema["type"] === "number" && schema["maximum"] !== undefined && schema["exclusiveMaximum"] !== true,
        () => {
          schema["exclusiveMaximum"] = true;
        },
      ),
  },
  {
    name: "add multipleOf",
    code: "crds/bound-tightened",
    apply: (schema) =>
      when(isNumber(schema), () => {
        schema["multipleOf"] = (numberAt(schema, "multipleOf") ?? 1) * 2;
      }),
  },
  {
    name: "drop a value of enum",
    code: "crds/enum-narrowed",
    apply: (schema) =>
      when(Array.isArray(schema["enum"]) && schema["enum"].length > 1, () => {
        schema["enum"] = (schema["enum"] as unknown[]).slice(1);
      }),
  },
  {
    name: "add enum",
    code: "crds/enum-narrowed",
    apply: (schema) =>
      when(isText(schema) && schema["enum"] === undefined, () => {
        schema["enum"] = ["a", "abc"];
      }),
  },
  {
    name: "add pattern",
    code: "crds/pattern-added",
    apply: (schema, dice) =>
      when(isText(schema) && schema["pattern"] === undefined, () => {
        schema["pattern"] = dice.pick(patterns);
      }),
  },
  {
    name: "change pattern",
    code: "crds/pattern-changed",
    apply: (schema) =>
      when(schema["pattern"] !== undefined, () => {
        schema["pattern"] = `${String(schema["pattern"])}|^$`;
      }),
  },
  {
    name: "add format",
    code: "crds/format-changed",
    apply: (schema) =>
      when(isText(schema) && schema["format"] === undefined, () => {
        schema["format"] = "ipv4";
      }),
  },
  {
    name: "make it an int32",
    code: "crds/format-changed",
    apply: (schema) =>
      when(schema["type"] === "integer" && schema["format"] !== "int32", () => {
        schema["format"] = "int32";
      }),
  },
  {
    name: "change the type",
    code: "crds/type-changed",
    apply: (schema) =>
      when(isText(schema) || schema["type"] === "boolean", () => {
        const type = isText(schema) ? "boolean" : "string";
        for (const keyword of Object.keys(schema)) delete schema[keyword];
        schema["type"] = type;
      }),
  },
  {
    name: "allow no fractions",
    code: "crds/type-changed",
    apply: (schema) =>
      when(schema["type"] === "number", () => {
        schema["type"] = "integer";
      }),
  },
  {
    name: "allow no numbers",
    code: "crds/type-changed",
    apply: (schema) =>
      when(schema["x-kubernetes-int-or-string"] === true, () => {
        delete schema["x-kubernetes-int-or-string"];
        schema["type"] = "string";
      }),
  },
  {
    name: "give a type to what had none",
    code: "crds/field-typed",
    apply: (schema) =>
      when(schema["type"] === undefined && schema["x-kubernetes-preserve-unknown-fields"] === true, () => {
        schema["type"] = "object";
      }),
  },
  {
    name: "refuse null",
    code: "crds/nullable-removed",
    apply: (schema) =>
      when(schema["nullable"] === true, () => {
        delete schema["nullable"];
      }),
  },
  {
    name: "remove a field",
    code: "crds/field-removed",
    apply: (schema, dice) => {
      const known = Object.keys(propertiesOf(schema)).filter((name) => !requiredOf(schema).includes(name));
      return when(known.length > 0 && schema["x-kubernetes-preserve-unknown-fields"] !== true, () => {
        delete propertiesOf(schema)[dice.pick(known)];
      });
    },
  },
  {
    name: "close an object",
    code: "crds/closed",
    apply: (schema) =>
      when(isMap(schema) && schema["x-kubernetes-preserve-unknown-fields"] === true, () => {
        delete schema["x-kubernetes-preserve-unknown-fields"];
      }),
  },
  {
    name: "require a field",
    code: "crds/required-added",
    apply: (schema, dice) => {
      const free = Object.entries(propertiesOf(schema)).filter(
        ([name, child]) => child["default"] === undefined && !requiredOf(schema).includes(name),
      );
      return when(free.length > 0, () => {
        schema["required"] = [...requiredOf(schema), dice.pick(free)[0]];
      });
    },
  },
  {
    name: "take a default from a required field",
    code: "crds/required-without-default",
    apply: (schema) => {
      const name = requiredOf(schema).find((one) => propertiesOf(schema)[one]?.["default"] !== undefined);
      return when(name !== undefined, () => {
        delete propertiesOf(schema)[name ?? ""]?.["default"];
      });
    },
  },
  {
    name: "make a list a set",
    code: "crds/list-type-changed",
    apply: (schema) =>
      when(
        isList(schema) && schema["x-kubernetes-list-type"] === undefined && isText(schema["items"] as Schema),
        () => {
          schema["x-kubernetes-list-type"] = "set";
          delete (schema["items"] as Schema)["nullable"];
          delete (schema["items"] as Schema)["default"];
        },
      ),
  },
  {
    name: "know items by fewer keys",
    code: "crds/list-keys-changed",
    apply: (schema) =>
      when((schema["x-kubernetes-list-map-keys"] as unknown[] | undefined)?.length === 2, () => {
        schema["x-kubernetes-list-map-keys"] = ["key"];
      }),
  },
  {
    name: "add a rule",
    code: "crds/rule-added",
    apply: (schema) =>
      when(isText(schema) && schema["x-kubernetes-validations"] === undefined, () => {
        schema["x-kubernetes-validations"] = [{ rule: "self != 'abc'" }];
      }),
  },
  {
    name: "change a rule",
    code: "crds/rule-changed",
    apply: (schema) =>
      when(isText(schema) && schema["x-kubernetes-validations"] !== undefined, () => {
        schema["x-kubernetes-validations"] = [{ rule: "self.size() < 1" }];
      }),
  },
  {
    name: "exclude two fields together",
    code: "crds/combination-changed",
    apply: (schema) => {
      const known = Object.keys(propertiesOf(schema));
      return when(known.length > 0 && schema["not"] === undefined, () => {
        schema["not"] = { required: known.slice(0, 2) };
      });
    },
  },
  {
    name: "exclude one of anyOf",
    code: "crds/combination-changed",
    apply: (schema) =>
      when(
        new Set((schema["anyOf"] as unknown[] | undefined)?.map((one) => JSON.stringify(one))).size === 2,
        () => {
          schema["anyOf"] = (schema["anyOf"] as unknown[]).slice(1);
        },
      ),
  },
];

const without = (keyword: string): Mutation => ({
  name: `without ${keyword}`,
  apply: (schema) =>
    when(schema[keyword] !== undefined, () => {
      delete schema[keyword];
    }),
});

const widened = (keyword: string, by: number): Mutation => ({
  name: `wider ${keyword}`,
  apply: (schema) =>
    when(typeof schema[keyword] === "number", () => {
      schema[keyword] = Math.max(0, Number(schema[keyword]) + by);
    }),
});

export const harmless: readonly Mutation[] = [
  ..."enum pattern format minLength maxLength minItems maxItems minProperties maxProperties minimum maximum"
    .split(" ")
    .map(without),
  ..."exclusiveMinimum exclusiveMaximum multipleOf required not anyOf oneOf x-kubernetes-validations default"
    .split(" ")
    .map(without),
  ...["maxLength", "maxItems", "maxProperties", "maximum"].map((keyword) => widened(keyword, 1)),
  ...["minLength", "minItems", "minProperties", "minimum"].map((keyword) => widened(keyword, -1)),
  {
    name: "add a field",
    apply: (schema, dice) => {
      const free = names.filter((name) => propertiesOf(schema)[name] === undefined);
      return when(isMap(schema) && free.length > 0, () => {
        propertiesOf(schema)[dice.pick(free)] = randomSchema(dice, 1);
      });
    },
  },
  {
    name: "add a field that excludes another one",
    apply: (schema, dice) => {
      const [known, ...others] = Object.keys(propertiesOf(schema));
      const free = names.filter((name) => propertiesOf(schema)[name] === undefined);
      return when(isMap(schema) && known !== undefined && free.length > 0, () => {
        const name = dice.pick(free);
        const last = others.at(-1) ?? known;
        propertiesOf(schema)[name] = { type: "string" };
        schema["x-kubernetes-validations"] = [
          { rule: `!(has(self.${known}) && has(self.${name})) && (has(self.${last}) || !has(self.${name}))` },
        ];
      });
    },
  },
  {
    name: "add or change a default",
    apply: (schema, dice) => schema["type"] !== undefined && setDefault(schema, dice),
  },
  {
    name: "accept null",
    apply: (schema) =>
      when(schema["nullable"] !== true, () => {
        schema["nullable"] = true;
      }),
  },
  {
    name: "accept fractions",
    apply: (schema) =>
      when(schema["type"] === "integer", () => {
        schema["type"] = "number";
      }),
  },
  {
    name: "accept numbers and texts",
    apply: (schema) =>
      when(schema["type"] === "integer" || isText(schema), () => {
        delete schema["type"];
        schema["x-kubernetes-int-or-string"] = true;
      }),
  },
  {
    name: "keep unknown fields",
    apply: (schema) =>
      when(isMap(schema), () => {
        schema["x-kubernetes-preserve-unknown-fields"] = true;
      }),
  },
  {
    name: "one value more in enum",
    apply: (schema) =>
      when(Array.isArray(schema["enum"]), () => {
        schema["enum"] = [...(schema["enum"] as unknown[]), "another"];
      }),
  },
  {
    name: "one way more in anyOf",
    apply: (schema) =>
      when(Array.isArray(schema["anyOf"]), () => {
        schema["anyOf"] = [...(schema["anyOf"] as unknown[]), { minProperties: 3 }];
      }),
  },
  {
    name: "take a list for one value",
    apply: (schema) =>
      when(schema["x-kubernetes-list-type"] !== undefined, () => {
        delete schema["x-kubernetes-list-type"];
        delete schema["x-kubernetes-list-map-keys"];
      }),
  },
  {
    name: "require a field that has a default",
    apply: (schema) => {
      const found = Object.entries(propertiesOf(schema)).find(([, child]) => child["default"] !== undefined);
      return when(found !== undefined, () => {
        schema["required"] = [...new Set([...requiredOf(schema), found?.[0] ?? ""])];
      });
    },
  },
  {
    name: "another format",
    apply: (schema, dice) =>
      when(isText(schema), () => {
        schema["format"] = dice.pick(formats);
      }),
  },
  {
    name: "let anything be in a field",
    apply: (schema, dice) => {
      const known = Object.keys(propertiesOf(schema));
      return when(known.length > 0, () => {
        propertiesOf(schema)[dice.pick(known)] = { "x-kubernetes-preserve-unknown-fields": true };
      });
    },
  },
  {
    name: "make a map of an object",
    apply: (schema, dice) =>
      when(isMap(schema), () => {
        for (const keyword of Object.keys(schema)) if (keyword !== "type") delete schema[keyword];
        schema["additionalProperties"] = randomSchema(dice, 0);
      }),
  },
];

/** The schema and all below it, the outermost first. */
export function schemasOf(schema: Schema): readonly Schema[] {
  const below = [
    ...Object.values(propertiesOf(schema)),
    ...["items", "additionalProperties"].flatMap((keyword) =>
      schema[keyword] ? [schema[keyword] as Schema] : [],
    ),
  ];
  return [schema, ...below.flatMap(schemasOf)];
}
