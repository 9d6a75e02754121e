// What is said of files that somebody edited: what is to be decided, what cannot be merged, what stays away.
import { join } from "node:path";
import { counted } from "../diagnostics/counted.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Comparison } from "./compare-tree.ts";
import type { HandEdit } from "./file-outcome.ts";
import type { Conflict } from "./merge-texts.ts";

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

/** The errors of files in which a merge was never finished. */
export function unresolvedEdits({ folder, handEdits }: Comparison): readonly Diagnostic[] {
  return handEdits.flatMap((edit) => unresolvedEdit(join(folder, edit.path), edit) ?? []);
}

/** The error of a file that holds the marker of a merge; `shown` is its name in messages. */
export function unresolvedEdit(shown: string, { marker }: Pick<HandEdit, "marker">): Diagnostic | undefined {
  if (!marker) return undefined;
  return {
    severity: "error",
    code: "write/unresolved",
    message: `"${shown}" holds a merge that nobody has decided.`,
    position: { source: shown, line: marker.line, column: 1, text: marker.text },
    found: "the marker of a conflict",
    expected: "one of both sides, or what both mean, without markers",
    hint: "Edit the file; `chartwright build --force` writes it as generated instead.",
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
    message: `"${shown}" was edited by hand, and the new charts have no such file: it stays.`,
    found: "edits in a file whose object or part is gone",
    expected: "a file that is in the charts",
    hint: "Delete it, or keep it: it is yours from now on, and no build touches it.",
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
