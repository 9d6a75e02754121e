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
    return kind === "reordered"
      ? `${name} is in another order`
      : `${name} is ${shown(found)} and was ${shown(expected)}`;
  });
  const more = changes.length - words.length;
  return `${words.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function shown(value: Json | undefined): string {
  return formatValue(value, longestValue);
}
