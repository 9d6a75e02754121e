// One field of the source as one value: a map, a list or a scalar that values.yaml shows as the source has it,
// or a list that values add to.
import {
  field,
  isObject,
  type Json,
  type JsonObject,
  listField,
  objectField,
  stringField,
} from "../kubernetes/object.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import { type Edit, isEdited } from "../template/edit.ts";
import {
  call,
  type Expression,
  type Fragment,
  outputBlock,
  pipe,
  text,
  value,
} from "../template/expression.ts";
import { commentOf, commentsIn } from "../yaml/comments.ts";
import { type Entry, entryOf, type MappingNode, type PathStep } from "../yaml/tree.ts";
import {
  alwaysValue,
  appendEntries,
  appendItems,
  columnOf,
  isFilledSequence,
  newLine,
  replaceEntry,
  withItems,
  withValue,
  wrapEntry,
} from "./block-edits.ts";
import type { Difference } from "./chart-template.ts";
import { exactIntegers } from "./exact-integers.ts";
import { fieldSchema, itemSchema } from "./field-schemas.ts";
import type { Transformed } from "./transform-context.ts";
import type { JsonSchema, Value } from "./value.ts";

/** Where a field stands: the mapping that has it or would have it, and the edits made there before. */
export interface FieldPlace {
  readonly manifest: Manifest;
  readonly parent: MappingNode;
  readonly path: readonly PathStep[];
  readonly earlier: readonly Edit[];
}

export interface FieldSpec {
  readonly key: string;
  readonly words: string;
  /** What Kubernetes takes there. */
  readonly schema: JsonObject;
  /** How the value is printed; toYaml without it. */
  readonly print?: Expression;
}

/**
 * Exposes a map or list that the values hold whole. Where the source's own text carries an expression (the
 * namespace in an affinity), the text stays and a value takes its place. A null in a map is left out: Helm 4 drops
 * those of values.yaml. As an entry of a map with free keys it means something, so that the text stays there too.
 */
export function exposeMap(place: FieldPlace, spec: FieldSpec, path: readonly string[]): Transformed {
  const { manifest, parent, earlier } = place;
  const { text: source } = manifest.document;
  const column = columnOf(source, parent.start);
  const entry = entryOf(parent, spec.key);
  const isList = spec.schema["type"] === "array";
  const empty: Json = isList ? [] : {};
  const found = field(manifest.object, ...place.path, spec.key);
  const schema = fieldSchema(spec.schema, found);
  const registered = (given: Json, words = spec.words): Value => ({
    path,
    default: given,
    description: words,
    schema,
    position: positionOf(manifest, [...place.path, spec.key]),
    ...commentsOf(source, entry),
  });
  const lines = withValue(spec.key, path, column, spec.print);
  if (!entry) {
    return {
      edits: [appendEntries(source, parent, [newLine(column), ...lines], spec.key)],
      values: [registered(empty)],
    };
  }
  const why = obstacle(entry, found, spec.schema, earlier);
  if (why !== undefined) {
    return {
      edits: overridable(source, entry, spec.key, path, column),
      values: [registered(empty, `${spec.words} Empty for the operator's own, which ${why}.`)],
    };
  }
  const kept = withoutNulls(found ?? empty);
  const isKeptEmpty = found !== null && isEmpty(kept);
  return {
    edits: replaceEntry(
      source,
      entry,
      isKeptEmpty ? alwaysValue(spec.key, path, column, isList ? "list" : "dict") : lines,
      spec.key,
    ),
    values: [registered(kept)],
    differences: [
      ...emptyDifference(place, spec.key),
      ...nullsIn(found).map((at) => unsetField([...place.path, spec.key, ...at], null)),
    ],
  };
}

/** Why a value cannot hold what the source has, in words that go on from "the operator's own, which". */
function obstacle(
  entry: Entry,
  found: Json | undefined,
  schema: JsonObject,
  earlier: readonly Edit[],
): string | undefined {
  if (exactIntegers(entry.value).length > 0) return "has more digits than a value can hold";
  if (isEdited(entry, earlier)) return "follows the namespace";
  const isFreeKey = (path: readonly string[]): boolean => {
    const parent = path.slice(0, -1).reduce((at, key) => objectField(at, "properties", key), schema);
    return !Object.hasOwn(objectField(parent, "properties"), path.at(-1) ?? "");
  };
  return nullsIn(found).some(isFreeKey) ? "has a key without a value" : undefined;
}

/** The paths of nulls in maps. Helm merges no lists, so that those in lists stay. */
function nullsIn(value: Json | undefined): readonly (readonly string[])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    child === null ? [[key]] : nullsIn(child).map((path) => [key, ...path]),
  );
}

function withoutNulls(value: Json): Json {
  if (!isObject(value)) return value;
  const set = Object.entries(value).filter(([, child]) => child !== null);
  return Object.fromEntries(set.map(([key, child]) => [key, withoutNulls(child)]));
}

function unsetField(path: readonly PathStep[], source: Json): Difference {
  return { path, source, reason: "an empty field sets nothing" };
}

/** A null or an empty text of the source, which says what its absence says, is left out where values print the field. */
export function emptyDifference(
  { manifest, path }: Pick<FieldPlace, "manifest" | "path">,
  key: string,
): readonly Difference[] {
  const at = [...path, key];
  const source = field(manifest.object, ...at);
  return source === null || source === "" ? [unsetField(at, source)] : [];
}

/** The comments of a field that becomes a value. */
export function commentsOf(source: string, entry: Entry | undefined): Pick<Value, "comments"> {
  if (!entry) return {};
  const comments = [...commentOf(source, entry, []), ...commentsIn(source, entry.value)];
  return comments.length > 0 ? { comments } : {};
}

function overridable(
  source: string,
  entry: Entry,
  key: string,
  path: readonly string[],
  column: number,
): readonly Edit[] {
  const before: readonly Fragment[] = [
    { kind: "if", expression: value(...path) },
    newLine(column),
    text(`${key}:`),
    newLine(column + 2),
    outputBlock(pipe(value(...path), call("toYaml")), column + 2),
    newLine(column),
    { kind: "else" },
  ];
  return wrapEntry(source, entry, before, [{ kind: "end" }], key);
}

function isEmpty(found: Json | undefined): boolean {
  if (found === null || found === undefined) return true;
  return Array.isArray(found) ? found.length === 0 : isObject(found) && Object.keys(found).length === 0;
}

export interface ListSpec {
  readonly key: string;
  readonly value: readonly string[];
  readonly words: string;
  /** What Kubernetes takes as an item. */
  readonly items: JsonObject;
  /** The field of an item whose value Kubernetes takes only once; those of the source are refused in values. */
  readonly mergeKey?: string;
  /** What is added, where it is more than the value holds. */
  readonly given?: Expression;
}

/** Exposes a list that values add to: the source's items stay in the template. */
export function exposeList(place: FieldPlace, spec: ListSpec): Transformed {
  const { manifest, parent } = place;
  const { text: source } = manifest.document;
  const column = columnOf(source, parent.start);
  const entry = entryOf(parent, spec.key);
  const given = spec.given ?? spec.value;
  const own = listField(manifest.object, ...place.path, spec.key);
  const items = butNotOneOf(itemSchema(spec.items), spec.mergeKey, own);
  const values: readonly Value[] = [
    { path: spec.value, default: [], description: spec.words, schema: { type: "array", items } },
  ];
  if (!entry) {
    const lines = [newLine(column), ...withValue(spec.key, given, column)];
    return { edits: [appendEntries(source, parent, lines, spec.key)], values };
  }
  if (isFilledSequence(entry.value)) {
    const itemColumn = columnOf(source, entry.value.start);
    const lines = [newLine(itemColumn), ...withItems(given, itemColumn)];
    return { edits: [appendItems(source, entry.value, lines, spec.key)], values };
  }
  const isNull = field(manifest.object, ...place.path, spec.key) === null;
  const lines = isNull ? withValue(spec.key, given, column) : alwaysValue(spec.key, given, column, "list");
  return {
    edits: replaceEntry(source, entry, lines, spec.key),
    values,
    differences: emptyDifference(place, spec.key),
  };
}

/** https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy */
function butNotOneOf(items: JsonSchema, mergeKey: string | undefined, own: readonly Json[]): JsonSchema {
  const taken = own.flatMap((item) => (mergeKey === undefined ? [] : (stringField(item, mergeKey) ?? [])));
  if (mergeKey === undefined || taken.length === 0) return items;
  const { properties } = items as { readonly properties: JsonObject };
  const free = { type: "string", not: { enum: [...new Set(taken)] } };
  return { ...items, properties: { ...properties, [mergeKey]: free } };
}
