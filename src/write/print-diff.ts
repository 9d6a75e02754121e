// What `build --check` shows: the changes that a build would make, as a unified diff.
import { join } from "node:path";
import type { Comparison } from "./compare-tree.ts";
import type { Change } from "./file-outcome.ts";
import { ownFolder } from "./record.ts";

/** Past this many differing lines a diff helps nobody, and computing it takes long. */
const maxEditLength = 4000;

/** The texts of an older chartwright, or those of one branch of two, that hand edits cannot be merged against. */
function remembered({ folder, changes }: Comparison): string {
  return changes.map(({ path }) => `${join(folder, path)}: not what was last written.\n`).join("");
}

/** The changes of `comparison` as a unified diff; empty when there are none. */
export async function printDiff(comparison: Comparison): Promise<string> {
  if (comparison.changes.length === 0) return "";
  const { createTwoFilesPatch } = await import("diff");
  const charts = comparison.changes.filter(({ path }) => !path.startsWith(`${ownFolder}/`));
  // The record follows from the charts; it says something only where nothing else does. Compressed texts say nothing.
  const readable = comparison.changes.filter(({ path }) => !path.endsWith(".base"));
  if (charts.length + readable.length === 0) return remembered(comparison);
  return (charts.length === 0 ? readable : charts).map(patchOf).join("");

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
