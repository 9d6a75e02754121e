// Compares two values of manifests and says what changed, item by item. Lists count by index; where their
// lengths differ, equal items are lined up first, so that one lost rule is one change and not thirty.
import { isObject, type Json, jsonEqual } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";

/**
 * One change. `lost`, `changed`, `retyped` and `reordered` have the path in the expected value, `added` has the
 * path in the found one.
 */
export interface Change {
  readonly kind: "lost" | "added" | "changed" | "retyped" | "reordered";
  readonly path: readonly PathStep[];
  readonly expected?: Json;
  readonly found?: Json;
}

/** How a value's type is called in messages. */
export type TypeName = "null" | "boolean" | "number" | "text" | "list" | "map";

/** Above this many comparisons two lists are paired by index at once. */
const alignmentLimit = 250_000;

/** Every change from `expected` to `found`; none when they are equal. */
export function compareValues(
  expected: Json,
  found: Json,
  path: readonly PathStep[] = [],
): readonly Change[] {
  if (Object.is(expected, found)) return [];
  if (Array.isArray(expected) && Array.isArray(found)) return compareLists(expected, found, path);
  if (isObject(expected) && isObject(found)) return compareMaps(expected, found, path);
  if (typeName(expected) !== typeName(found)) return [{ kind: "retyped", path, expected, found }];
  return expected === found ? [] : [{ kind: "changed", path, expected, found }];
}

/** The type of a value, in the words of messages. */
export function typeName(value: Json): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  switch (typeof value) {
    case "boolean":
      return "boolean";
    case "number":
      return "number";
    case "string":
      return "text";
    default:
      return "map";
  }
}

function compareMaps(
  expected: { readonly [key: string]: Json },
  found: { readonly [key: string]: Json },
  path: readonly PathStep[],
): readonly Change[] {
  const changes: Change[] = [];
  for (const [key, value] of Object.entries(expected)) {
    const other = Object.hasOwn(found, key) ? found[key] : undefined;
    if (other === undefined) changes.push({ kind: "lost", path: [...path, key], expected: value });
    else changes.push(...compareValues(value, other, [...path, key]));
  }
  for (const [key, value] of Object.entries(found)) {
    if (!Object.hasOwn(expected, key)) changes.push({ kind: "added", path: [...path, key], found: value });
  }
  return changes;
}

function compareLists(
  expected: readonly Json[],
  found: readonly Json[],
  path: readonly PathStep[],
): readonly Change[] {
  if (jsonEqual(expected, found)) return [];
  const pairs = pairByName(expected, found) ?? pairByContent(expected, found);
  const changes: Change[] = [];
  let last = -1;
  let reordered = false;
  for (const [left, right] of pairs) {
    if (right === undefined) {
      changes.push({ kind: "lost", path: [...path, left ?? 0], expected: expected[left ?? 0] ?? null });
    } else if (left === undefined) {
      changes.push({ kind: "added", path: [...path, right], found: found[right] ?? null });
    } else {
      reordered ||= right < last;
      last = right;
      changes.push(...compareValues(expected[left] ?? null, found[right] ?? null, [...path, left]));
    }
  }
  if (reordered) changes.push({ kind: "reordered", path, expected, found });
  return changes;
}

/** An index on each side; undefined where the other side has the item alone. */
type Pair = readonly [left: number | undefined, right: number | undefined];

/** Pairs items by their `name`, where every item of both lists has one of its own. */
function pairByName(expected: readonly Json[], found: readonly Json[]): readonly Pair[] | undefined {
  const left = indexByName(expected);
  const right = indexByName(found);
  if (!left || !right) return undefined;
  const pairs: Pair[] = Array.from(left, ([name, index]) => [index, right.get(name)]);
  for (const [name, index] of right) if (!left.has(name)) pairs.push([undefined, index]);
  return pairs;
}

function indexByName(items: readonly Json[]): ReadonlyMap<string, number> | undefined {
  const names = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const name = isObject(item) ? item["name"] : undefined;
    if (typeof name !== "string" || names.has(name)) return undefined;
    names.set(name, index);
  }
  return names;
}

function pairByContent(expected: readonly Json[], found: readonly Json[]): readonly Pair[] {
  if (expected.length === found.length) {
    const moved = pairMoved(expected, found);
    if (moved) return moved;
    if (![...expected, ...found].some(isObject)) return expected.map((_, index): Pair => [index, index]);
  }
  const start = commonStart(expected, found);
  const end = commonEnd(expected, found, start);
  const left = expected.slice(start, expected.length - end);
  const right = found.slice(start, found.length - end);
  const pairs: Pair[] = [];
  for (let index = 0; index < start; index += 1) pairs.push([index, index]);
  for (const [at, other] of align(left, right)) {
    pairs.push([at === undefined ? undefined : start + at, other === undefined ? undefined : start + other]);
  }
  for (let index = end; index > 0; index -= 1) pairs.push([expected.length - index, found.length - index]);
  return pairs;
}

/** The same items in another order, or undefined when they are not the same. */
function pairMoved(expected: readonly Json[], found: readonly Json[]): readonly Pair[] | undefined {
  const free = new Set(found.keys());
  const pairs: Pair[] = [];
  for (const [index, item] of expected.entries()) {
    const match = [...free].find((at) => jsonEqual(item, found[at]));
    if (match === undefined) return undefined;
    free.delete(match);
    pairs.push([index, match]);
  }
  return pairs;
}

function commonStart(left: readonly Json[], right: readonly Json[]): number {
  let length = 0;
  const limit = Math.min(left.length, right.length);
  while (length < limit && jsonEqual(left[length], right[length])) length += 1;
  return length;
}

function commonEnd(left: readonly Json[], right: readonly Json[], start: number): number {
  let length = 0;
  const limit = Math.min(left.length, right.length) - start;
  while (length < limit && jsonEqual(left.at(-1 - length), right.at(-1 - length))) length += 1;
  return length;
}

/** Pairs in order, so that the paired items are as alike as they can be; what is like nothing stands alone. */
function align(left: readonly Json[], right: readonly Json[]): readonly Pair[] {
  if (left.length * right.length > alignmentLimit) {
    return Array.from({ length: Math.max(left.length, right.length) }, (_, index): Pair => {
      return [index < left.length ? index : undefined, index < right.length ? index : undefined];
    });
  }
  const scores = alignmentScores(left, right);
  const pairs: Pair[] = [];
  let row = 0;
  let column = 0;
  while (row < left.length || column < right.length) {
    const here = scores[row]?.[column] ?? 0;
    if (row < left.length && here === (scores[row + 1]?.[column] ?? 0)) pairs.push([row++, undefined]);
    else if (column < right.length && here === (scores[row]?.[column + 1] ?? 0))
      pairs.push([undefined, column++]);
    else pairs.push([row++, column++]);
  }
  return pairs;
}

/** `[row][column]`: how alike the rest of both sides is at best. */
function alignmentScores(left: readonly Json[], right: readonly Json[]): readonly Float64Array[] {
  const scores = Array.from({ length: left.length + 1 }, () => new Float64Array(right.length + 1));
  for (let row = left.length - 1; row >= 0; row -= 1) {
    const current = scores[row] ?? new Float64Array();
    const below = scores[row + 1] ?? new Float64Array();
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const alike = likeness(left[row] ?? null, right[column] ?? null);
      const apart = Math.max(below[column] ?? 0, current[column + 1] ?? 0);
      current[column] = alike === 0 ? apart : Math.max(apart, alike + (below[column + 1] ?? 0));
    }
  }
  return scores;
}

/** 1 for equal items, 0 for items that share nothing; maps count the keys on which they agree. */
function likeness(left: Json, right: Json): number {
  if (jsonEqual(left, right)) return 1;
  if (!isObject(left) || !isObject(right)) return 0;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  const agreed = [...keys].filter((key) => Object.hasOwn(left, key) && jsonEqual(left[key], right[key]));
  return agreed.length / keys.size;
}
