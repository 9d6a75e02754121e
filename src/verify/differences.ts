// The listed differences of an object, applied to its source: what the rendering must equal.
import { field, isObject, type Json, type JsonObject, jsonEqual } from "../kubernetes/object.ts";
import type { Difference } from "../transform/chart-template.ts";
import type { PathStep } from "../yaml/tree.ts";

/** A listed difference that cannot be right: the source or the rendering has something else. */
export interface StaleDifference {
  readonly difference: Difference;
  /** `source`: the source does not hold what is listed. `rendered`: the rendering is as the source. */
  readonly side: "source" | "rendered";
  readonly found: Json | undefined;
}

export interface ExpectedObject {
  readonly object: JsonObject;
  readonly applied: readonly Difference[];
  readonly stale: readonly StaleDifference[];
}

/**
 * `source` with `differences` applied, but for those that do not fit it or do not show in `rendered`. The path
 * of a change or a removal counts in the source, that of an addition in the rendering: so indices stay right
 * when items come and go.
 */
export function applyDifferences(
  source: JsonObject,
  differences: readonly Difference[],
  rendered: JsonObject | undefined,
): ExpectedObject {
  const stale: StaleDifference[] = [];
  const applied: Difference[] = [];
  for (const difference of differences) {
    const found = findStale(source, difference, rendered);
    if (found) stale.push(found);
    else applied.push(difference);
  }
  const additions = applied.filter((difference) => difference.source === undefined);
  const removals = applied.filter((difference) => difference.rendered === undefined);
  const changes = applied.filter(
    (difference) => !additions.includes(difference) && !removals.includes(difference),
  );
  let object: Json = source;
  for (const { path, rendered: value } of changes) object = setAt(object, path, value);
  for (const { path } of removals.toSorted((a, b) => comparePaths(b.path, a.path)))
    object = setAt(object, path);
  for (const { path, rendered: value } of additions.toSorted((a, b) => comparePaths(a.path, b.path))) {
    object = insertAt(object, path, value);
  }
  return { object: isObject(object) ? object : source, applied, stale };
}

function findStale(
  source: JsonObject,
  difference: Difference,
  rendered: JsonObject | undefined,
): StaleDifference | undefined {
  const { path } = difference;
  const isItem = typeof path.at(-1) === "number";
  const before = field(source, ...path);
  // An added item may push another one further, which then stands at its path in the source.
  if (!(difference.source === undefined && isItem) && !same(before, difference.source)) {
    return { difference, side: "source", found: before };
  }
  if (!rendered) return undefined;
  const after = field(rendered, ...path);
  // An item that is gone or new leaves its index to its neighbour; comparing the lists finds out.
  if (isItem && (difference.source === undefined || difference.rendered === undefined)) return undefined;
  if (same(after, difference.rendered) || !same(after, difference.source)) return undefined;
  return { difference, side: "rendered", found: after };
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : jsonEqual(a, b);
}

/** Copies `value` along `path` and sets what stands there; without `replacement` it is removed. */
function setAt(value: Json, path: readonly PathStep[], replacement?: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return replacement ?? null;
  if (typeof step === "number") {
    const items: Json[] = Array.isArray(value) ? [...value] : [];
    if (rest.length > 0) items[step] = setAt(items[step] ?? null, rest, replacement);
    else if (replacement === undefined) items.splice(step, 1);
    else items[step] = replacement;
    return items;
  }
  const copy: { [key: string]: Json } = isObject(value) ? { ...value } : {};
  if (rest.length > 0) copy[step] = setAt(copy[step] ?? null, rest, replacement);
  else if (replacement === undefined) delete copy[step];
  else copy[step] = replacement;
  return copy;
}

/** Like `setAt`, but makes room in a list instead of replacing an item. */
function insertAt(value: Json, path: readonly PathStep[], added?: Json): Json {
  const parent = field(value, ...path.slice(0, -1));
  const index = path.at(-1);
  if (added === undefined || typeof index !== "number" || !Array.isArray(parent))
    return setAt(value, path, added);
  return setAt(value, path.slice(0, -1), [...parent.slice(0, index), added, ...parent.slice(index)]);
}

function comparePaths(a: readonly PathStep[], b: readonly PathStep[]): number {
  for (const [index, step] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (step === other) continue;
    if (typeof step === "number" && typeof other === "number") return step - other;
    return String(step) < String(other) ? -1 : 1;
  }
  return a.length - b.length;
}
