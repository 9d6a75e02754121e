// One string or integer of the source as one value, left out when it is empty or null.
import { field } from "../kubernetes/object.ts";
import { positionOf } from "../parse/manifest.ts";
import { isEdited } from "../template/edit.ts";
import { call, dot, type Fragment, output, pipe, quoted, text, value } from "../template/expression.ts";
import { entryOf } from "../yaml/tree.ts";
import { appendEntries, columnOf, newLine, replaceEntry, withScalar } from "./block-edits.ts";
import { commentsOf, emptyDifference, type FieldPlace } from "./fields.ts";
import type { Transformed } from "./transform-context.ts";

/** Exposes a string that is left out when empty. */
export function exposeString(
  place: FieldPlace,
  key: string,
  path: readonly string[],
  words: string,
): Transformed {
  const { manifest, parent, earlier } = place;
  const { text: source } = manifest.document;
  const column = columnOf(source, parent.start);
  const entry = entryOf(parent, key);
  const found = field(manifest.object, ...place.path, key);
  if (entry && isEdited(entry, earlier)) return {};
  const lines = withScalar(key, path, column, quoted(dot));
  const edits = entry
    ? replaceEntry(source, entry, lines, key)
    : [appendEntries(source, parent, [newLine(column), ...lines], key)];
  const position = positionOf(manifest, [...place.path, key]);
  return {
    edits,
    differences: emptyDifference(place, key),
    values: [
      {
        path,
        default: typeof found === "string" ? found : "",
        description: words,
        schema: { type: "string" },
        position,
        ...commentsOf(source, entry),
      },
    ],
  };
}

/**
 * Exposes an integer; null leaves the field out, so that an autoscaler or the API server decides. `assumed` is what the
 * latter takes where the source says nothing.
 */
export function exposeInteger(
  place: FieldPlace,
  key: string,
  path: readonly string[],
  words: string,
  assumed: number,
): Transformed {
  const { manifest, parent } = place;
  const { text: source } = manifest.document;
  const column = columnOf(source, parent.start);
  const entry = entryOf(parent, key);
  const found = field(manifest.object, ...place.path, key);
  const given = call("not", call("kindIs", { kind: "literal", value: "invalid" }, value(...path)));
  const lines: readonly Fragment[] = [
    { kind: "if", expression: given },
    newLine(column),
    text(`${key}: `),
    output(pipe(value(...path), call("int64"))),
    newLine(column),
    { kind: "end" },
  ];
  const edits = entry
    ? replaceEntry(source, entry, lines, key)
    : [appendEntries(source, parent, [newLine(column), ...lines], key)];
  return {
    edits,
    differences: emptyDifference(place, key),
    values: [
      {
        path,
        ...(typeof found === "number" ? { default: found } : { example: assumed }),
        description: words,
        schema: { type: ["integer", "null"], minimum: 0 },
        position: positionOf(manifest, [...place.path, key]),
        ...commentsOf(source, entry),
      },
    ],
  };
}
