// Maps of labels or annotations from several places as one, so that no key comes twice.
import { objectField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import {
  call,
  dot,
  type Expression,
  type Fragment,
  literal,
  outputBlock,
  pipe,
  value,
} from "../template/expression.ts";
import { newLine } from "./block-edits.ts";
import type { AddedMetadata } from "./transform-context.ts";

/** What the chart adds to every object and the maps of values as one map, so that no key comes twice. */
export function merged(
  helper: Expression,
  added: readonly AddedMetadata[],
  own: readonly string[],
): Expression {
  const maps = added.flatMap(({ map }) => (map ? [valuesBut(map, own)] : []));
  return call("merge", call("dict"), ...maps, pipe(helper, call("fromYaml")));
}

/** The map of values at `path` without the keys that the object has already. */
function valuesBut(path: readonly string[], own: readonly string[]): Expression {
  const map = call("default", call("dict"), value(...path));
  return own.length === 0 ? map : call("omit", map, ...own.map(literal));
}

/** The keys that the object itself sets. */
export function ownKeys(manifest: Manifest, map: "labels" | "annotations"): readonly string[] {
  return Object.keys(objectField(manifest.object, "metadata", map));
}

/** More entries from a map of values, on lines of their own, but for the keys that are there already. */
export function moreEntries(
  path: readonly string[],
  own: readonly string[],
  column: number,
  print: Expression = call("toYaml", dot),
): readonly Fragment[] {
  return [
    newLine(column),
    { kind: "with", expression: valuesBut(path, own) },
    newLine(column),
    outputBlock(print, column),
    newLine(column),
    { kind: "end" },
  ];
}
