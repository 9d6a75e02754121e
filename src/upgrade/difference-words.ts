// What is other between two values, in words.
import type { Json } from "../kubernetes/object.ts";
import { type Change, compareValues } from "../verify/compare.ts";
import { formatPath, formatValue } from "../verify/wording.ts";
import type { PathStep } from "../yaml/tree.ts";

const mostDifferences = 4;
const longestValue = 60;

/** Where two values differ, with both sides: `maximum is 8 and was 9`. Of many places the first, and how many more. */
export function differenceWords(before: Json | undefined, after: Json | undefined): string {
  return changeWords(compareValues(before ?? null, after ?? null), formatPath);
}

/** The same for changes that are found already, with paths as `nameOf` writes them. */
export function changeWords(
  changes: readonly Change[],
  nameOf: (path: readonly PathStep[]) => string,
): string {
  const words = changes.slice(0, mostDifferences).map(({ path, kind, expected, found }) => {
    const name = nameOf(path) || "it";
    if (kind === "lost") return `${name} is gone (${shown(expected)})`;
    if (kind === "added") return `${name} is ${shown(found)}`;
    if (kind === "reordered") return `${name} is in another order`;
    const [before, after] = shownSides(expected, found);
    return `${name} is ${after} and was ${before}`;
  });
  const more = changes.length - words.length;
  return `${words.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Two values that differ, each in few words: of long ones the part in which they begin to differ. */
export function shownSides(before: Json | undefined, after: Json | undefined): readonly [string, string] {
  const [then, now] = [shown(before), shown(after)];
  if (then !== now) return [then, now];
  const [older, newer] = [textOf(before), textOf(after)];
  let same = 0;
  while (same < older.length && older[same] === newer[same]) same += 1;
  const start = Math.max(older.lastIndexOf("\n", same - 1) + 1, same - longestValue / 2, 0);
  const part = (text: string) => {
    const end = start + longestValue;
    return `${JSON.stringify(`${start > 0 ? "…" : ""}${text.slice(start, end)}`).slice(0, -1)}${end < text.length ? "…" : ""}"`;
  };
  return [part(older), part(newer)];
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function shown(value: Json | undefined): string {
  return value === undefined ? "none" : formatValue(value, longestValue);
}
