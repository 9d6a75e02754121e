// What a patch changed of an object, place by place: differences that parity lists.
import { isObject, type Json, jsonEqual } from "../kubernetes/object.ts";
import type { PatchedPlace } from "../parse/manifest.ts";
import type { PathStep } from "../yaml/tree.ts";

/** The places where `after` is not as `before`. */
export function patchedPlaces(
  before: Json,
  after: Json,
  path: readonly PathStep[] = [],
): readonly PatchedPlace[] {
  if (jsonEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key): readonly PatchedPlace[] => {
      const at = [...path, key];
      const [was, is] = [before[key], after[key]];
      if (was === undefined) return is === undefined ? [] : [{ path: at, after: is }];
      return is === undefined ? [{ path: at, before: was }] : patchedPlaces(was, is, at);
    });
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    return listPlaces(before, after, path) ?? [{ path, before, after }];
  }
  return [{ path, before, after }];
}

/** Items changed one by one, or only added, or only taken out; undefined where it is more than that. */
function listPlaces(
  before: readonly Json[],
  after: readonly Json[],
  path: readonly PathStep[],
): readonly PatchedPlace[] | undefined {
  if (before.length === after.length) {
    const isMoved = before.some((item, index) => !isLike(item, after[index]));
    if (isMoved) return undefined;
    return before.flatMap((item, index) => patchedPlaces(item, after[index] ?? null, [...path, index]));
  }
  const [few, many] = before.length < after.length ? [before, after] : [after, before];
  const others: number[] = [];
  let at = 0;
  for (const [index, item] of many.entries()) {
    if (at < few.length && jsonEqual(item, few[at])) at += 1;
    else others.push(index);
  }
  if (at < few.length) return undefined;
  return others.map((index) =>
    many === after
      ? { path: [...path, index], after: many[index] ?? null }
      : { path: [...path, index], before: many[index] ?? null },
  );
}

/** Whether two items at one place are versions of one: maps of one name. */
function isLike(item: Json, other: Json | undefined): boolean {
  if (!isObject(item) || !isObject(other)) return !isObject(item) && !isObject(other ?? null);
  return item["name"] === other["name"];
}
