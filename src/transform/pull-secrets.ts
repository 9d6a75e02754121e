// Secrets for pulling images: those that the source names are values of what names them, and global ones come on top.
import { listField } from "../kubernetes/object.ts";
import { positionOf } from "../parse/manifest.ts";
import { isEdited } from "../template/edit.ts";
import { call, dot, type Expression, outputBlock, pipe, text, value } from "../template/expression.ts";
import { entryOf } from "../yaml/tree.ts";
import {
  appendEntries,
  appendItems,
  columnOf,
  isFilledSequence,
  newLine,
  replaceEntry,
  withItems,
  withValue,
} from "./block-edits.ts";
import { pullSecretList, pullSecretValues } from "./chart-values.ts";
import { emptyDifference, type FieldPlace } from "./fields.ts";
import type { Transformed } from "./transform-context.ts";
import type { Value } from "./value.ts";

const key = "imagePullSecrets";
const globalPath = ["global", key];
const reason = "pull secrets";

/** The secrets of a pod spec; `path` is the value that holds the source's, where it has any. */
export function podPullSecrets(place: FieldPlace, path: readonly string[]): Transformed {
  const { manifest, parent, earlier } = place;
  const { text: source } = manifest.document;
  const entry = entryOf(parent, key);
  const column = columnOf(source, parent.start);
  const values = pullSecretValues;
  if (entry && isFilledSequence(entry.value)) {
    if (isEdited(entry, earlier)) {
      const itemColumn = columnOf(source, entry.value.start);
      const lines = [newLine(itemColumn), ...withItems(globalPath, itemColumn)];
      return { values, edits: [appendItems(source, entry.value, lines, reason)] };
    }
    const own = call("default", call("list"), value(...path));
    const all: Expression = pipe(
      call("concat", own, call("default", call("list"), value(...globalPath))),
      call("uniq"),
    );
    const lines = [
      { kind: "with", expression: all } as const,
      newLine(column),
      text(`${key}:`),
      newLine(column + 2),
      outputBlock(call("toYaml", dot), column + 2),
      newLine(column),
      { kind: "end" } as const,
    ];
    return {
      values: [...values, secretsOf(place, path, "those of global.imagePullSecrets are added.")],
      edits: replaceEntry(source, entry, lines, reason),
    };
  }
  const lines = withValue(key, globalPath, column);
  if (entry) {
    const differences = emptyDifference(place, key);
    return { values, edits: replaceEntry(source, entry, lines, reason), differences };
  }
  return { values, edits: [appendEntries(source, parent, [newLine(column), ...lines], reason)] };
}

/** The secrets that a service account of the source hands to its Pods. */
export function accountPullSecrets(place: FieldPlace, path: readonly string[]): Transformed {
  const { manifest, parent, earlier } = place;
  const { text: source } = manifest.document;
  const entry = entryOf(parent, key);
  if (!entry || !isFilledSequence(entry.value) || isEdited(entry, earlier)) return {};
  const lines = withValue(key, path, columnOf(source, parent.start));
  return {
    values: [secretsOf(place, path, "every Pod of the account uses them.")],
    edits: replaceEntry(source, entry, lines, reason),
  };
}

function secretsOf({ manifest, path: place }: FieldPlace, path: readonly string[], more: string): Value {
  return {
    path,
    default: listField(manifest.object, ...place, key),
    description: `Secrets for pulling images; ${more}`,
    schema: pullSecretList,
    position: positionOf(manifest, [...place, key]),
  };
}
