// The templates of several providers as one: what all share stays, what is not shared makes slots. For each provider
// the shared passages and its own ones of the slots are its template again, in its order.
import { diffArrays } from "diff";
import type { Passage } from "./passages.ts";

/** A passage that all templates share, as its index in each of them. */
export interface Shared {
  readonly kind: "shared";
  readonly at: ReadonlyMap<string, number>;
}

/** A place where the templates differ, and what each has there: a range of its passages, which may be empty. */
export interface Slot {
  readonly kind: "slot";
  readonly ranges: ReadonlyMap<string, readonly [start: number, end: number]>;
}

/** The templates of some providers, by provider. */
export type Templates = ReadonlyMap<string, readonly Passage[]>;

/** Shared passages and slots in order; no two slots stand side by side. */
export function mergePassages(templates: Templates): readonly (Shared | Slot)[] {
  const positions = sharedPositions(templates);
  const count = [...positions.values()][0]?.length ?? 0;
  const merged: (Shared | Slot)[] = [];
  const previous = new Map<string, number>([...templates.keys()].map((provider) => [provider, 0]));
  for (let index = 0; index <= count; index += 1) {
    const at = new Map(
      [...templates].map(([provider, passages]) => [
        provider,
        positions.get(provider)?.[index] ?? passages.length,
      ]),
    );
    const ranges = new Map(
      [...at].map(([provider, end]) => [provider, [previous.get(provider) ?? 0, end] as const]),
    );
    if ([...ranges.values()].some(([start, end]) => end > start)) merged.push({ kind: "slot", ranges });
    if (index < count) merged.push({ kind: "shared", at });
    for (const [provider, position] of at) previous.set(provider, position + 1);
  }
  return merged;
}

/** Where the shared passages stand in each template. */
function sharedPositions(templates: Templates): ReadonlyMap<string, readonly number[]> {
  let common = commonTokens([...templates.values()].map((passages) => passages.map(({ token }) => token)));
  for (;;) {
    const positions = new Map([...templates].map(([name, passages]) => [name, locate(common, passages)]));
    const lone = new Set(
      [...templates].flatMap(([name, passages]) => withoutContext(passages, positions.get(name) ?? [])),
    );
    if (lone.size === 0) return positions;
    common = common.filter((_, index) => !lone.has(index));
  }
}

/** A common subsequence of all lists: that of the first two, against the third, and so on. */
function commonTokens(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = lists;
  return others.reduce((common, other) => {
    const parts = diffArrays(common.slice(), other.slice());
    return parts.flatMap(({ added, removed, value }) => (added || removed ? [] : value));
  }, first);
}

function locate(common: readonly string[], passages: readonly Passage[]): readonly number[] {
  let next = 0;
  return common.map((token) => {
    while (next < passages.length && passages[next]?.token !== token) next += 1;
    next += 1;
    return next - 1;
  });
}

/**
 * Which of the shared passages cannot stay, as their indices: one whose parent does not, a part of a block that does
 * not stay as a whole, and a block that changes the dot around a passage that does not stay.
 */
function withoutContext(passages: readonly Passage[], positions: readonly number[]): readonly number[] {
  const stays = new Set(positions);
  const isBroken = ({ block }: Passage): boolean => {
    if (!block) return false;
    if (block.controls.some((control) => !stays.has(control))) return true;
    if (!block.changesDot) return false;
    return passages.some((_, index) => index > block.start && index < block.end && !stays.has(index));
  };
  return positions.flatMap((position, index) => {
    const passage = passages[position];
    if (!passage) return [];
    const hasParents = passage.parents.every((parent) => stays.has(parent));
    return hasParents && !isBroken(passage) ? [] : [index];
  });
}
