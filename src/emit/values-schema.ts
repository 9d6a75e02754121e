// values.schema.json from the registry of values: what Helm checks before it renders anything.
import { invariant } from "../diagnostics/internal-error.ts";
import { objectField } from "../kubernetes/object.ts";
import { orNull } from "../transform/nullable-schema.ts";
import { atPath, demandIf } from "../transform/setting-schema.ts";
import type { JsonSchema, Value } from "../transform/value.ts";
import { shareSubschemas } from "./shared-subschemas.ts";
import { rootTree, ValueSection, valueTree } from "./value-tree.ts";

/** The newest draft that Helm 3.17 knows as well; under it newer Helms check `format`, which we never emit. */
const draft = "http://json-schema.org/draft-07/schema#";

const longestList = 80;

/** What an empty CR cannot meet. Of a CR that is not rendered nothing is demanded. */
const demands = ["required", "minProperties", "allOf", "anyOf", "oneOf", "not", "if", "else"];

/** What a parent chart passes to every chart below it; other global values are none of our business. */
const globals: JsonSchema = {
  imageRegistry: { type: ["string", "null"] },
  imagePullSecrets: { type: ["array", "null"], items: { type: ["object", "string"] } },
};

const enabled: JsonSchema = {
  description: "Read by the condition of a parent chart.",
  type: ["boolean", "null"],
};

/**
 * The text of values.schema.json. Unknown keys are refused in every map of the chart, and the maps themselves
 * are required: an upgrade with --reuse-values whose values lack one stops with its path instead of rendering
 * half an operator. Leaves are optional and accept null. `global` is open, since every chart may read from it.
 */
export function valuesSchema(values: readonly Value[]): string {
  return print(shareSubschemas(rootSchema(values)));
}

/** The schema of a setting; that of a CR's tree without the demands that wait for its switch. */
function settingSchema(value: Value): JsonSchema {
  const description = value.description === "" ? value.schema["description"] : value.description;
  const described =
    description === undefined ? value.schema : { description, ...omit(value.schema, ["description"]) };
  return orNull(value.requiredWhen === undefined ? described : omit(described, demands));
}

/** What a CR's tree demands while its switch is on, as a condition on the root. */
function condition(value: Value): readonly JsonSchema[] {
  const demanded = Object.entries(value.schema).filter(([keyword]) => demands.includes(keyword));
  if (value.requiredWhen === undefined || demanded.length === 0) return [];
  const isRendered = atPath(value.requiredWhen, { const: true });
  return [demandIf(isRendered, atPath(value.path, Object.fromEntries(demanded)))];
}

function omit(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

function sectionSchema(section: ValueSection): JsonSchema {
  const entries = [...section.entries];
  const properties = entries.map(([key, entry]) => [
    key,
    entry instanceof ValueSection ? sectionSchema(entry) : settingSchema(entry),
  ]);
  const isRequired = (entry: ValueSection | Value) => entry instanceof ValueSection && !entry.isOptional;
  const required = entries.filter(([, entry]) => isRequired(entry)).map(([key]) => key);
  return {
    ...(section.description === "" ? {} : { description: section.description }),
    type: "object",
    properties: { ...Object.fromEntries(properties), ...objectField(section.schema, "properties") },
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The whole chart's schema. A CR whose spec is the root itself has the other values beside its own keys. */
function rootSchema(values: readonly Value[]): JsonSchema {
  const { properties, required: sections = [], ...closed } = sectionSchema(valueTree(values));
  const tree = rootTree(values);
  const { properties: fields, required = [], allOf = [], ...rest } = tree ? settingSchema(tree) : closed;
  const own = objectField(properties);
  const spec = objectField(fields);
  const taken = Object.keys(spec).find((key) => Object.hasOwn(own, key) || key === "global");
  invariant(taken === undefined, `the CR's spec has the key "${taken}" of another value`);
  const everyRequired = [sections, required].flat();
  const everyCondition = [
    allOf,
    values.flatMap(condition),
    values.flatMap((one) => one.conditions ?? []),
  ].flat();
  return {
    $schema: draft,
    ...rest,
    type: "object",
    properties: {
      ...spec,
      ...own,
      global: globalSchema(own["global"]),
      enabled: own["enabled"] ?? spec["enabled"] ?? enabled,
    },
    ...(everyRequired.length === 0 ? {} : { required: everyRequired }),
    ...(everyCondition.length === 0 ? {} : { allOf: everyCondition }),
  };
}

/** `global` with what the registry says about it, open to the values of other charts. */
function globalSchema(own: unknown): JsonSchema {
  const { additionalProperties: _closed, ...registered } = objectField(own) as JsonSchema;
  return {
    description: "What a parent chart shares with all its charts.",
    type: "object",
    ...registered,
    properties: { ...globals, ...objectField(registered, "properties") },
  };
}

/** JSON in the form that editors and formatters give it: short lists of scalars on one line. */
function print(schema: JsonSchema): string {
  const scalar = '(?:"(?:[^"\\\\\n]|\\\\.)*"|[-+.0-9eE]+|true|false|null)';
  const list = new RegExp(`\\[\n +(${scalar}(?:,\n +${scalar})*)\n +\\]`, "g");
  const text = JSON.stringify(schema, null, 2).replace(list, (long, items: string) => {
    const short = `[${items.replace(/,\n +/g, ", ")}]`;
    return short.length <= longestList ? short : long;
  });
  return `${text}\n`;
}
