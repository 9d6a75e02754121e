// Objects that are gone and objects that are new: which of them are one, under another name.
import { withoutContentHash } from "../kubernetes/names.ts";
import { isObject, type Json, type JsonObject, stringField } from "../kubernetes/object.ts";
import { compareValues } from "../verify/compare.ts";
import type { ReleasedObject } from "./finding.ts";
import { type ObjectPair, ownContent } from "./object-pairs.ts";

/** Two objects that are nearly one have this much in common. */
const enough = 0.85;
/** Objects with less than this in them are one only where there is no other choice. */
const fewLeaves = 4;

/** The pairs of `removed` and `added` that are one object, each in one pair. */
export function findRenamed(
  removed: readonly ReleasedObject[],
  added: readonly ReleasedObject[],
): readonly ObjectPair[] {
  const free = new Set(added);
  return removed.flatMap((older) => {
    const alike = [...free].filter((newer) => isSameKind(older, newer));
    const rivals = removed.filter((other) => isSameKind(older, other)).length;
    const newer = sameButForHash(older, alike) ?? mostAlike(older, alike, rivals);
    if (!newer) return [];
    free.delete(newer);
    return [{ older, newer }];
  });
}

/** Whether the names differ in nothing but the hash of the content that they end with. */
export function isHashChange({ older, newer }: ObjectPair): boolean {
  return withoutContentHash(nameOf(older)) === withoutContentHash(nameOf(newer));
}

function isSameKind(a: ReleasedObject, b: ReleasedObject): boolean {
  return a.object.kind === b.object.kind && (a.namespace === b.namespace || nameOf(a) === nameOf(b));
}

function sameButForHash(
  older: ReleasedObject,
  candidates: readonly ReleasedObject[],
): ReleasedObject | undefined {
  const name = withoutContentHash(nameOf(older));
  if (name === nameOf(older)) return undefined;
  return candidates.find((newer) => withoutContentHash(nameOf(newer)) === name);
}

function mostAlike(
  older: ReleasedObject,
  candidates: readonly ReleasedObject[],
  rivals: number,
): ReleasedObject | undefined {
  const ranked = candidates
    .map((newer) => ({ newer, likeness: likeness(older, newer) }))
    .toSorted((a, b) => b.likeness - a.likeness);
  const [best] = ranked;
  if (!best || best.likeness < enough) return undefined;
  const isClear = leavesOf(ownContent(older)) >= fewLeaves || (candidates.length === 1 && rivals === 1);
  return isClear ? best.newer : undefined;
}

/** The share of what stands in both, once the one is called as the other. */
function likeness(older: ReleasedObject, newer: ReleasedObject): number {
  const before = renamed(ownContent(older), nameOf(older), nameOf(newer)) as JsonObject;
  const after = ownContent(newer);
  const size = Math.max(leavesOf(before), leavesOf(after), 1);
  return 1 - compareValues(before, after).length / size;
}

function renamed(value: Json, from: string, to: string): Json {
  if (typeof value === "string") return value.replaceAll(from, to);
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(inner, from, to)]));
}

function leavesOf(value: Json): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + leavesOf(item), 0);
  if (!isObject(value)) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + leavesOf(item), 0);
}

function nameOf({ object }: ReleasedObject): string {
  return stringField(object, "metadata", "name") ?? "";
}
