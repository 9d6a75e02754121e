// What `build --check` shows: the changes that a build would make, as a unified diff.
import { join } from "node:path";
import type { Change, Comparison } from "./compare-tree.ts";
import { ownFolder } from "./record.ts";

/** Past this many differing lines a diff helps nobody, and computing it takes long. */
const maxEditLength = 4000;

/** The changes of `comparison` as a unified diff; empty when there are none. */
export async function printDiff(comparison: Comparison): Promise<string> {
  if (comparison.changes.length === 0) return "";
  const { createTwoFilesPatch } = await import("diff");
  const charts = comparison.changes.filter(({ path }) => !path.startsWith(`${ownFolder}/`));
  // The record follows from the charts; it says something only where nothing else does.
  return (charts.length === 0 ? comparison.changes : charts).map(patchOf).join("");

  function patchOf(change: Change): string {
    const path = join(comparison.folder, change.path);
    const before = change.kind === "create" ? "/dev/null" : path;
    const after = change.kind === "remove" ? "/dev/null" : path;
    const patch = createTwoFilesPatch(
      before,
      after,
      change.before ?? "",
      change.after ?? "",
      undefined,
      undefined,
      {
        maxEditLength,
        headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
      },
    );
    return patch ?? `--- ${before}\n+++ ${after}\nThe files differ in more than ${maxEditLength} lines.\n`;
  }
}
