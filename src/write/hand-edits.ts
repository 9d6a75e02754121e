// What is said of files that somebody edited: what is to be decided, what cannot be merged, what stays away.
import { join } from "node:path";
import { counted } from "../diagnostics/counted.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Comparison } from "./compare-tree.ts";
import { type HandEdit, markerAt } from "./file-outcome.ts";
import { type Conflict, unresolvedLine } from "./merge-texts.ts";

/** Whether somebody has to decide about an edit after the charts are written. */
export function asksForDecision({ handEdits }: Comparison): boolean {
  return handEdits.some(({ outcome }) => outcome === "conflict" || outcome === "orphaned");
}

/** What a build has to say of edits, beside those that it merged: warnings where somebody has to decide. */
export function toldEdits(comparison: Comparison): readonly Diagnostic[] {
  return comparison.handEdits.flatMap((edit): readonly Diagnostic[] => {
    const shown = join(comparison.folder, edit.path);
    if (edit.outcome === "conflict") {
      return (edit.conflicts ?? []).map((conflict) => conflictDiagnostic(shown, conflict));
    }
    if (edit.outcome === "orphaned") return [orphaned(shown)];
    if (edit.outcome === "deleted") return [deleted(shown)];
    return [];
  });
}

/** The errors of files in which a merge was never finished; `isForced`: of those that writing everything anew leaves. */
export function unresolvedEdits(
  { folder, handEdits }: Comparison,
  isForced: boolean = false,
): readonly Diagnostic[] {
  return handEdits
    .filter(({ isForeign = false }) => isForeign || !isForced)
    .flatMap((edit) => unresolvedEdit(join(folder, edit.path), edit) ?? []);
}

/** The warnings of edited files that the charts have no more. */
export function orphanedEdits({ folder, handEdits }: Comparison): readonly Diagnostic[] {
  return handEdits
    .filter(({ outcome }) => outcome === "orphaned")
    .map(({ path }) => orphaned(join(folder, path)));
}

/** The errors of a chart's files, by their paths in its `folder`, that hold the markers of a merge, ours or git's. */
export function unresolvedFiles(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
): readonly Diagnostic[] {
  const decoder = new TextDecoder();
  return [...files].flatMap(([path, bytes]) => {
    const text = decoder.decode(bytes);
    const line = unresolvedLine(path, text);
    if (line === undefined) return [];
    return unresolvedEdit(join(folder, path), { isForeign: true, marker: markerAt(text, line) }) ?? [];
  });
}

/** The error of a file that holds the marker of a merge; `shown` is its name in messages. */
function unresolvedEdit(
  shown: string,
  { marker, isForeign }: Pick<HandEdit, "marker" | "isForeign">,
): Diagnostic | undefined {
  if (!marker) return undefined;
  return {
    severity: "error",
    code: "write/unresolved",
    message: `"${shown}" holds a merge that nobody has decided.`,
    position: { source: shown, line: marker.line, column: 1, text: marker.text },
    found: "the marker of a conflict",
    expected: "one of both sides, or what both mean, without markers",
    hint: isForeign
      ? "Edit the file: keep one side or make one of both, and remove the markers."
      : "Edit the file; `chartwright build --force` writes it as generated instead.",
  };
}

function conflictDiagnostic(shown: string, { line, yours, base, newer }: Conflict): Diagnostic {
  return {
    severity: "warning",
    code: "write/conflict",
    message:
      "An edit by hand and the new charts change the same lines; both are in the file, between markers.",
    position: { source: shown, line, column: 1, text: "" },
    found: linesInShort(yours),
    expected: linesInShort(newer),
    notes: [{ message: `before both: ${linesInShort(base)}` }],
    hint: "Keep one or make one of both, and remove the markers. What belongs in every release is better in `patches:` or in the sources.",
  };
}

function orphaned(shown: string): Diagnostic {
  return {
    severity: "warning",
    code: "write/orphaned",
    message: `"${shown}" was edited by hand, and what it was made of is gone: it stays, and is no part of the chart.`,
    found: "edits in a file that the new charts do not have",
    expected: "a decision about it",
    hint: "Delete it; or rename it, which makes it a file of your own, with the values that it reads.",
  };
}

function deleted(shown: string): Diagnostic {
  return {
    severity: "info",
    code: "write/deleted-by-hand",
    message: `"${shown}" was deleted by hand and stays away; \`--force\` writes it again.`,
  };
}

const longest = 60;

/** The first of the lines, and how many more there are. */
function linesInShort(lines: readonly string[]): string {
  const texts = lines.map((line) => line.trim()).filter((line) => line !== "");
  const [first] = texts;
  if (first === undefined) return lines.length === 0 ? "no line" : counted(lines.length, "blank line");
  const text = first.length > longest ? `${first.slice(0, longest)}…` : first;
  return texts.length === 1 ? text : `${text} and ${counted(texts.length - 1, "more line")}`;
}
