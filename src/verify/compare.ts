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
  if (expected.length === found.length) return pairSameLength(expected, found);
  const start = commonStart(expected, found);
  const end = commonEnd(expected, found, start);
  const left = expected.slice(start, expected.length - end);
  const right = found.slice(start, found.length - end);
  const pairs: Pair[] = [];
  for (let index = 0; index < start; index += 1) pairs.push([index, index]);
  const anchors = left.length * right.length > alignmentLimit ? [] : commonItems(left, right);
  let leftAt = 0;
  let rightAt = 0;
  for (const [leftNext, rightNext] of [...anchors, [left.length, right.length] as const]) {
    pairs.push(...pairGap(start + leftAt, start + leftNext, start + rightAt, start + rightNext));
    if (leftNext < left.length) pairs.push([start + leftNext, start + rightNext]);
    leftAt = leftNext + 1;
    rightAt = rightNext + 1;
  }
  for (let index = end; index > 0; index -= 1) pairs.push([expected.length - index, found.length - index]);
  return pairs;
}

/** By index, unless the same items only stand in another order. */
function pairSameLength(expected: readonly Json[], found: readonly Json[]): readonly Pair[] {
  const free = new Set(found.keys());
  const pairs: Pair[] = [];
  for (const [index, item] of expected.entries()) {
    const match = jsonEqual(item, found[index]) ? index : [...free].find((at) => jsonEqual(item, found[at]));
    if (match === undefined || !free.delete(match)) return expected.map((_, at): Pair => [at, at]);
    pairs.push([index, match]);
  }
  return pairs;
}

function pairGap(left: number, leftEnd: number, right: number, rightEnd: number): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let step = 0; left + step < leftEnd || right + step < rightEnd; step += 1) {
    pairs.push([
      left + step < leftEnd ? left + step : undefined,
      right + step < rightEnd ? right + step : undefined,
    ]);
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

/** The longest common subsequence, as pairs of indices. */
function commonItems(
  left: readonly Json[],
  right: readonly Json[],
): readonly (readonly [left: number, right: number])[] {
  const lengths = commonLengths(left, right);
  const pairs: [number, number][] = [];
  let row = 0;
  let column = 0;
  while (row < left.length && column < right.length) {
    const here = lengths[row]?.[column] ?? 0;
    if (here === lengths[row + 1]?.[column]) row += 1;
    else if (here === lengths[row]?.[column + 1]) column += 1;
    else {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    }
  }
  return pairs;
}

/** `[row][column]`: the length of the longest common subsequence of what follows on both sides. */
function commonLengths(left: readonly Json[], right: readonly Json[]): readonly Uint32Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let row = left.length - 1; row >= 0; row -= 1) {
    const current = lengths[row] ?? new Uint32Array();
    const below = lengths[row + 1] ?? new Uint32Array();
    for (let column = right.length - 1; column >= 0; column -= 1) {
      current[column] = jsonEqual(left[row], right[column])
        ? (below[column + 1] ?? 0) + 1
        : Math.max(below[column] ?? 0, current[column + 1] ?? 0);
    }
  }
  return lengths;
}
