// What ConfigMaps and Secrets hold: the texts of a ConfigMap are values, and a value takes the place of what stays in
// the template: long texts, those that carry an expression, and everything secret.
import { field, isObject, type JsonObject, objectField } from "../kubernetes/object.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import { noValue } from "../parse/rewritten-scalars.ts";
import { isAmong, itemOf, objectKeyOf } from "../plan/lookup.ts";
import { type Edit, isEdited } from "../template/edit.ts";
import {
  call,
  dot,
  type Expression,
  type Fragment,
  include,
  literal,
  outputBlock,
  text,
  value,
} from "../template/expression.ts";
import { helperName } from "../template/helpers.ts";
import { type Entry, entryOf, type MappingNode } from "../yaml/tree.ts";
import {
  appendEntries,
  columnOf,
  isFilledMapping,
  newLine,
  removeEntry,
  replaceEntry,
  wrapEntry,
} from "./block-edits.ts";
import { commentsOf } from "./fields.ts";
import { ownSecrets } from "./object-names.ts";
import type { Transform, TransformContext, Transformed } from "./transform-context.ts";
import { unreadableCharacter } from "./unrenderable-text.ts";
import type { JsonSchema } from "./value.ts";

const reason = "payload";

/** A longer text would hide the other values from a reader of values.yaml. */
const longestText = 2000;

const texts: JsonSchema = {
  type: "object",
  additionalProperties: { type: ["string", "number", "boolean", "null"] },
};

/** Exposes what a ConfigMap or a Secret holds. */
export const payloads: Transform = (manifest, context, earlier) => {
  const { operator, providers } = context.set;
  if (manifest === providers?.configMap) return {};
  if (isAmong(operator.configMaps, manifest)) return configMap(manifest, context, earlier);
  const secret = itemOf(ownSecrets(context), manifest);
  return secret ? secretTexts(manifest, secret.path, context) : {};
};

function configMap(manifest: Manifest, context: TransformContext, earlier: readonly Edit[]): Transformed {
  const section = ["configMaps", objectKeyOf(context.set.operator.configMaps, manifest)];
  const path = [...section, "data"];
  const { root, text: source } = manifest.document;
  const entry = entryOf(root, "data");
  if (!entry || !isFilledMapping(entry.value)) return {};
  const data = objectField(manifest.object, "data");
  const moves = (own: Entry) => isShortText(own.key, data[own.key]) && !isEdited(own, earlier);
  const moving = entry.value.entries.filter(moves);
  const staying = entry.value.entries.filter((own) => !moves(own));
  const given = include(
    helperName(context.chart.name, "texts"),
    call("dict", literal("texts"), value(...path)),
  );
  const edits =
    staying.length === 0
      ? replaceEntry(source, entry, whole("data", given), reason)
      : [
          ...moving.map((own) => removeEntry(source, own, reason)),
          ...givingWay(source, entry.value, staying, path, given),
        ];
  const own = staying.map(({ key }) => key);
  return {
    edits,
    values: [
      { path: ["configMaps"], role: "section", description: "ConfigMaps of the operator.", schema: {} },
      {
        path: section,
        role: "section",
        description: `ConfigMap "${manifest.reference.name}".`,
        schema: {},
        position: manifest.position,
      },
      {
        path,
        default: Object.fromEntries(moving.map(({ key }) => [key, data[key] ?? ""])),
        description: `What it holds, by key${templateHolds(own)}; null takes a key away.`,
        schema: texts,
        position: positionOf(manifest, ["data"]),
        ...commentsOf(source, entry),
      },
    ],
  };
}

/** What values cannot hold stays in the template, which can write it otherwise. */
function isShortText(key: string, found: unknown): boolean {
  if (typeof found !== "string" || found.length > longestText) return false;
  return ![key, found].some((held) => held.includes(noValue) || unreadableCharacter.test(held));
}

function secretTexts(
  manifest: Manifest,
  section: readonly string[],
  { chart }: TransformContext,
): Transformed {
  const { root, text: source } = manifest.document;
  const path = [...section, "stringData"];
  const maps = ["data", "stringData"].flatMap((key) => {
    const mapping = entryOf(root, key)?.value;
    return isFilledMapping(mapping) ? [{ key, mapping }] : [];
  });
  const [first, second] = maps;
  if (!first) return {};
  const encoded = first.key === "data" ? [literal("encoded"), literal(true)] : [];
  const facts = call("dict", literal("texts"), value(...path), ...encoded);
  const given = include(helperName(chart.name, "texts"), facts);
  const keys = Object.keys({
    ...payload(manifest.object, "data"),
    ...payload(manifest.object, "stringData"),
  });
  return {
    edits: [
      ...givingWay(source, first.mapping, first.mapping.entries, path, given),
      ...(second ? unlessGiven(source, second.mapping.entries, path) : []),
    ],
    values: [
      {
        path,
        default: {},
        description: `What it holds, by key, as plain text${templateHolds(keys)}; null takes a key away.`,
        schema: texts,
        position: positionOf(manifest, [first.key]),
      },
    ],
  };
}

function payload(object: JsonObject, key: string): JsonObject {
  const found = field(object, key);
  return isObject(found) ? found : {};
}

function templateHolds(keys: readonly string[]): string {
  return keys.length === 0
    ? ""
    : ` (the template holds ${keys.join(", ")}; a value here takes ${keys.length === 1 ? "its" : "their"} place)`;
}

/** The whole map from values, where there is anything in it. */
function whole(key: string, given: Expression): readonly Fragment[] {
  return [
    { kind: "with", expression: given },
    newLine(0),
    text(`${key}:`),
    newLine(2),
    outputBlock(dot, 2),
    newLine(0),
    { kind: "end" },
  ];
}

/** The source's own entries where no value takes their place, and those of values behind them. */
function givingWay(
  source: string,
  mapping: MappingNode,
  staying: readonly Entry[],
  path: readonly string[],
  given: Expression,
): readonly Edit[] {
  const column = columnOf(source, mapping.start);
  const lines: readonly Fragment[] = [
    newLine(column),
    { kind: "with", expression: given },
    newLine(column),
    outputBlock(dot, column),
    newLine(column),
    { kind: "end" },
  ];
  return [...unlessGiven(source, staying, path), appendEntries(source, mapping, lines, reason)];
}

function unlessGiven(source: string, entries: readonly Entry[], path: readonly string[]): readonly Edit[] {
  const map = call("default", call("dict"), value(...path));
  return entries.flatMap((entry) => {
    const expression = call("not", call("hasKey", map, literal(entry.key)));
    return wrapEntry(source, entry, [{ kind: "if", expression }], [{ kind: "end" }], reason);
  });
}
