// What became of files that somebody edited, as plain data: for the documents of `convert`, `build` and `update`.
import type { Comparison } from "../write/compare-tree.ts";
import type { HandEdit } from "../write/file-outcome.ts";
import type { Conflict } from "../write/merge-texts.ts";

/** A file that somebody edited, renamed or deleted since it was written. */
export interface HandEditDescription {
  /** Below the output folder; of an update with it in front. */
  readonly path: string;
  /** The name that the charts have for it, where somebody gave it another one. */
  readonly renamedFrom?: string;
  readonly outcome: HandEdit["outcome"];
  /** Of a conflict: each place in the file, as it is written, at which somebody has to decide. */
  readonly conflicts?: readonly Conflict[];
}

/** Describes the edits that `comparison` found, sorted by path. */
export function describeHandEdits({ handEdits }: Comparison): readonly HandEditDescription[] {
  return handEdits.map(({ path, renamedFrom, outcome, conflicts }) => ({
    path,
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    outcome,
    ...(conflicts === undefined ? {} : { conflicts }),
  }));
}
