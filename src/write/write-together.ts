// Several folders brought to a new state together: all of them, or none.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Comparison } from "./compare-tree.ts";
import type { Change } from "./file-outcome.ts";
import { type WriteResult, write } from "./write.ts";

/** What was done, by folder; with an error among the diagnostics, nothing was. */
export interface WrittenTogether {
  readonly results: readonly WriteResult[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Writes the comparisons one after the other; where one cannot be written, those before it go back. */
export function writeTogether(comparisons: readonly Comparison[]): WrittenTogether {
  const results: WriteResult[] = [];
  for (const [index, comparison] of comparisons.entries()) {
    const result = write(comparison);
    if (result.diagnostics.length > 0) {
      const stuck = comparisons
        .slice(0, index)
        .toReversed()
        .flatMap((earlier) => write(inverse(earlier)).diagnostics);
      return { results: [], diagnostics: [...result.diagnostics, ...stuck] };
    }
    results.push(result);
  }
  return { results, diagnostics: [] };
}

/** The changes that take those of `comparison` back. */
function inverse(comparison: Comparison): Comparison {
  const back = ({ path, kind, before, after }: Change): Change => ({
    path,
    kind: kind === "create" ? "remove" : kind === "remove" ? "create" : "replace",
    ...(after === undefined ? {} : { before: after }),
    ...(before === undefined ? {} : { after: before }),
  });
  return { ...comparison, changes: comparison.changes.map(back).toReversed() };
}
