// The annotations of an object: its own, the chart's, and those of values; no empty map where all of them may go.
import { field, isObject } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { Edit } from "../template/edit.ts";
import {
  type Action,
  call,
  dot,
  type Expression,
  type Fragment,
  outputBlock,
  text,
} from "../template/expression.ts";
import { entryOf, type MappingNode } from "../yaml/tree.ts";
import { appendEntries, columnOf, isFilledMapping, newLine, replaceEntry, wrapEntry } from "./block-edits.ts";
import type { Difference } from "./chart-template.ts";
import { merged, ownKeys } from "./merged-metadata.ts";
import type { AddedMetadata, ConditionalAnnotation, Transformed } from "./transform-context.ts";

/** What other transforms do to the annotations. */
type AddedAnnotations = Pick<Transformed, "annotations" | "conditionalAnnotations" | "leftOutAnnotations">;

const reason = "metadata";

/**
 * Adds what the chart and other transforms ask for, behind the object's own annotations. `helper` prints those that the
 * chart puts on objects like this one, `block` a map as lines of YAML.
 */
export function annotationEdits(
  manifest: Manifest,
  node: MappingNode,
  { helper, block }: { readonly helper: Expression; readonly block: Expression },
  {
    annotations: added = [],
    conditionalAnnotations: conditional = [],
    leftOutAnnotations = [],
  }: AddedAnnotations,
): readonly Edit[] {
  const { text: source } = manifest.document;
  const entry = entryOf(node, "annotations");
  const column = columnOf(source, node.start);
  const hasMaps = added.some(({ map }) => map);
  const given = hasMaps ? merged(helper, added, ownKeys(manifest, "annotations")) : helper;
  const print = hasMaps ? block : dot;
  const fixed = (inner: number) => added.flatMap(({ lines }) => lines?.(inner) ?? []);
  const left = ownKeys(manifest, "annotations").filter((key) => !leftOutAnnotations.includes(key));
  const conditions = conditionsOf(left, added, conditional);
  const any: Action | undefined = conditions && {
    kind: "if",
    expression: conditions.length === 0 ? given : call("or", ...conditions, given),
  };
  if (entry && isFilledMapping(entry.value)) {
    const inner = columnOf(source, entry.value.start);
    const lines = [...fixed(inner), newLine(inner), ...whenGiven(given, print, inner, [])];
    return [
      appendEntries(source, entry.value, lines, reason),
      ...(any ? wrapEntry(source, entry, [any], [{ kind: "end" }], reason) : []),
    ];
  }
  const inner = column + 2;
  const key = text("annotations:");
  const own = fixed(inner);
  const filled: readonly Fragment[] = [key, ...own, newLine(inner), ...whenGiven(given, print, inner, [])];
  const lines: readonly Fragment[] =
    own.length === 0
      ? whenGiven(given, print, column, [key, newLine(inner)])
      : any
        ? [any, newLine(column), ...filled, newLine(column), { kind: "end" }]
        : filled;
  return entry
    ? replaceEntry(source, entry, lines, reason)
    : [appendEntries(source, node, [newLine(column), ...lines], reason)];
}

/** The conditions one of which must hold for the map to have an entry beside those of values; undefined where it always has one. */
function conditionsOf(
  own: readonly string[],
  added: readonly AddedMetadata[],
  conditional: readonly ConditionalAnnotation[],
): readonly Expression[] | undefined {
  const lines = added.filter((one) => one.lines);
  const conditions = [
    ...own.map((key) => conditional.find((one) => one.key === key)?.when),
    ...lines.map(({ when }) => when),
  ];
  if (conditions.includes(undefined)) return undefined;
  return [...new Set(conditions)].flatMap((condition) => condition ?? []);
}

/** The entries of `given`, when there are any: `head` is what then stands before them. */
function whenGiven(
  given: Expression,
  print: Expression,
  column: number,
  head: readonly Fragment[],
): readonly Fragment[] {
  return [
    { kind: "with", expression: given },
    newLine(column),
    ...head,
    outputBlock(print, head.length > 0 ? column + 2 : column),
    newLine(column),
    { kind: "end" },
  ];
}

/** An empty map of annotations says nothing, and goes where nothing is added to it; so does one that has become empty. */
export function emptyAnnotations(
  manifest: Manifest,
  { annotations: added = [], leftOutAnnotations = [] }: AddedAnnotations,
): readonly Difference[] {
  const source = field(manifest.object, "metadata", "annotations");
  const isEmpty =
    source === null ||
    (isObject(source) && Object.keys(source).every((key) => leftOutAnnotations.includes(key)));
  if (!isEmpty || added.some(({ lines }) => lines)) return [];
  return [{ path: ["metadata", "annotations"], source, reason: "an empty map of annotations says nothing" }];
}
