// Which items of a list became which of another.
import { isObject, type Json, jsonEqual } from "../kubernetes/object.ts";

/** An index on each side; undefined where the other side has the item alone. */
export type ItemPair = readonly [before: number | undefined, after: number | undefined];

/**
 * Items by their name, or what they hold, in the order of both; undefined where items changed places, so that the list is
 * another one.
 */
export function pairItems(before: readonly Json[], after: readonly Json[]): readonly ItemPair[] | undefined {
  const pairs: ItemPair[] = [];
  let next = 0;
  for (const [index, item] of before.entries()) {
    const found = after.findIndex((other, at) => at >= next && isSame(item, other));
    if (found < 0) {
      // It is elsewhere: the items changed places.
      if (after.some((other) => isSame(item, other))) return undefined;
      pairs.push([index, undefined]);
      continue;
    }
    for (; next < found; next += 1) pairs.push([undefined, next]);
    pairs.push([index, found]);
    next = found + 1;
  }
  for (; next < after.length; next += 1) pairs.push([undefined, next]);
  return pairs;
}

function isSame(a: Json, b: Json): boolean {
  const keys = ["name", "containerPort", "port", "mountPath", "devicePath"];
  if (!isObject(a) || !isObject(b)) return jsonEqual(a, b);
  const key = keys.find((one) => a[one] !== undefined || b[one] !== undefined);
  return key === undefined ? jsonEqual(a, b) : a[key] === b[key];
}
