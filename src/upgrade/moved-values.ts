// Values that have another path than before, as far as what they hold tells.
import { failingPath } from "../emit/alias-descriptions.ts";
import { isObject, type Json, jsonEqual, stringField } from "../kubernetes/object.ts";
import type { ValueChange } from "./compare-values.ts";
import type { ValuesTexts } from "./values-texts.ts";

/** A value that is at another path now. */
export interface ValueMove {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** A block with fewer settings than this may look like another one by chance. */
const fewSettings = 3;

/**
 * Values whose older name fails and says the new one; and values that are gone and values that are new where only one of
 * each holds the same: a block of the same settings, or a default that says something, under the same last key.
 */
export function findMoves(
  changes: readonly ValueChange[],
  { older, newer }: { readonly older: ValuesTexts; readonly newer: ValuesTexts },
): readonly ValueMove[] {
  const gone = withMarks(changes, "removed", older);
  const come = withMarks(changes, "added", newer);
  const told = changes.flatMap(({ kind, path: from }): readonly ValueMove[] => {
    const to = failingPath(stringField(newer.schemaAt(from), "description") ?? "");
    return to && kind !== "added" ? [{ from, to }] : [];
  });
  const alike = gone.flatMap(({ path: from, mark }) => {
    const targets = come.filter((one) => one.mark === mark);
    const rivals = gone.filter((one) => one.mark === mark);
    const [target] = targets;
    return target && targets.length === 1 && rivals.length === 1 ? [{ from, to: target.path }] : [];
  });
  return [...told, ...alike];
}

function withMarks(changes: readonly ValueChange[], kind: ValueChange["kind"], texts: ValuesTexts) {
  return changes
    .filter((change) => change.kind === kind)
    .flatMap(({ path }) => {
      const mark = markOf(path, texts.default(path));
      return mark === undefined ? [] : [{ path, mark }];
    });
}

/** What a value is known by wherever it stands; undefined for one that is like many. */
function markOf(path: readonly string[], value: Json | undefined): string | undefined {
  if (isObject(value)) {
    const leaves = leafPaths(value);
    return leaves.length < fewSettings ? undefined : `block ${leaves.toSorted().join(" ")}`;
  }
  const saysNothing = [undefined, null, "", true, false, 0, 1].some((one) => jsonEqual(one, value));
  if (saysNothing || (Array.isArray(value) && value.length === 0)) return undefined;
  return `${path.at(-1)} ${JSON.stringify(value)}`;
}

function leafPaths(value: Json): readonly string[] {
  if (!isObject(value) || Object.keys(value).length === 0) return [""];
  return Object.entries(value).flatMap(([key, inner]) => leafPaths(inner).map((path) => `${key}.${path}`));
}
