// What becomes of one file: written anew, merged with what somebody made of it, left as it is, or removed. Pure.
import { normaliseLineBreaks } from "../yaml/stream.ts";
import { type BaseTexts, baseText } from "./base-texts.ts";
import { type Conflict, type MergedText, mergeTexts, unresolvedLine } from "./merge-texts.ts";
import { hashOf } from "./record.ts";

/** One file that is not as it would be written. */
export interface Change {
  readonly path: string;
  readonly kind: "create" | "replace" | "remove";
  /** The text in the folder; undefined for `create`, and for a link. */
  readonly before?: string;
  /** The text to write; undefined for `remove`. */
  readonly after?: string;
  /**
   * Why writing it would lose somebody's work: it was edited and what was written before is not known, or it was never
   * written by us.
   */
  readonly conflict?: "edited" | "foreign";
}

/** A file that somebody edited or deleted since it was written. */
export interface HandEdit {
  readonly path: string;
  /** Of a file that somebody gave another name: the one that it has in the charts. */
  readonly renamedFrom?: string;
  /**
   * `kept`: the new charts have nothing new for it; `merged`: it gets what is new; `conflict`: both changed the same
   * lines; `deleted`: it stays away; `orphaned`: the new charts do not have it, it stays and is no part of them;
   * `unresolved`: markers of a merge are left in it, so that nothing can be written.
   */
  readonly outcome: "kept" | "merged" | "conflict" | "deleted" | "orphaned" | "unresolved";
  /** Of a conflict: where, in the merged text. */
  readonly conflicts?: readonly Conflict[];
  /** Of what is unresolved: whether it is a file of their own. */
  readonly isForeign?: boolean;
  /** Of what is unresolved: the marker's line, counted from 1, and its text. */
  readonly marker?: { readonly line: number; readonly text: string };
}

/** What to do about a file; nothing where it can stay. */
export interface FileOutcome {
  readonly change?: Change;
  readonly edit?: HandEdit;
  /** The changes that write over an edit; where there is no edit, `change` does. */
  readonly overwriting?: readonly Change[];
}

/** A file in the folder and in the charts. */
export interface FileState {
  /** Where it stands in the folder. */
  readonly path: string;
  /** Of a file that somebody gave another name: the one that it has in the charts. */
  readonly renamedFrom: string | undefined;
  /** The text in the folder; undefined for a link and where `isMissing`. */
  readonly before: string | undefined;
  readonly isMissing: boolean;
  /** The text of the charts; undefined where they do not have the file. */
  readonly after: string | undefined;
  /** The SHA-256 of what was last written; several where git merged the records of two branches. */
  readonly written: ReadonlySet<string> | undefined;
  readonly texts: BaseTexts;
  /** Whether nobody can want to be without it: its chart is not there at all, or no chart without it. */
  readonly isNeeded: boolean;
}

/** What becomes of a file. */
export function fileOutcome(state: FileState): FileOutcome {
  const { path, before, after, written } = state;
  if (state.isMissing) {
    if (after === undefined) return {};
    const change: Change = { path, kind: "create", after };
    if (!written || state.isNeeded) return { change };
    return { edit: { path, outcome: "deleted" }, overwriting: [change] };
  }
  const change = writtenChange(state);
  if (before !== undefined && normaliseLineBreaks(before) === after) return renamed(state, "kept", {});
  if (before === undefined || !written) {
    return { change: { ...change, conflict: written ? "edited" : "foreign" } };
  }
  // A file that was only renamed goes with its object.
  if (written.has(hashOf(before)))
    return after === undefined ? { change } : renamed(state, "merged", { change });
  return editedOutcome({ ...state, before, written });
}

/** The change of a file, at its place, to the text of the charts. */
function writtenChange({ path, before, after }: FileState): Change {
  return {
    path,
    kind: after === undefined ? "remove" : "replace",
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

/** `outcome` with what is to be said of a new name, where there is one. */
function renamed(state: FileState, told: "kept" | "merged", outcome: FileOutcome): FileOutcome {
  const { path, renamedFrom } = state;
  if (renamedFrom === undefined) return outcome;
  return { ...outcome, edit: { path, renamedFrom, outcome: told }, overwriting: overwriting(state) };
}

/** The changes that make a file as the charts have it, under its own name. */
function overwriting(state: FileState): readonly Change[] {
  const { renamedFrom, after, ...rest } = state;
  if (renamedFrom === undefined) return [writtenChange(state)];
  const back = after === undefined ? [] : [{ path: renamedFrom, kind: "create" as const, after }];
  return [writtenChange({ ...rest, renamedFrom, after: undefined }), ...back];
}

/** What becomes of a file that somebody edited. */
function editedOutcome(
  state: FileState & { readonly before: string; readonly written: ReadonlySet<string> },
): FileOutcome {
  const { path, renamedFrom, before, after } = state;
  const told = (edit: Omit<HandEdit, "path">, change?: Change): FileOutcome => ({
    edit: { path, ...(renamedFrom === undefined ? {} : { renamedFrom }), ...edit },
    overwriting: overwriting(state),
    ...(change ? { change } : {}),
  });
  const line = unresolvedLine(path, before, after);
  if (line !== undefined) return told({ outcome: "unresolved", marker: markerAt(before, line) });
  if (after === undefined) return told({ outcome: "orphaned" });
  const merged = bestMerge(before, after, state.written, state.texts);
  if (!merged)
    return {
      change: { path, kind: "replace", before, after, conflict: "edited" },
      overwriting: overwriting(state),
    };
  if (normaliseLineBreaks(merged.text) === normaliseLineBreaks(before)) return told({ outcome: "kept" });
  const change: Change = { path, kind: "replace", before, after: merged.text };
  const { conflicts } = merged;
  return conflicts.length > 0
    ? told({ outcome: "conflict", conflicts }, change)
    : told({ outcome: "merged" }, change);
}

/** A line of a text, for messages. */
export function markerAt(text: string, line: number): NonNullable<HandEdit["marker"]> {
  return { line, text: text.split(/\r?\n/)[line - 1] ?? "" };
}

/** The merge over what was last written; of several such texts the one that leaves the fewest conflicts. */
function bestMerge(
  before: string,
  after: string,
  written: ReadonlySet<string>,
  texts: BaseTexts,
): MergedText | undefined {
  // A text that is written again needs no memory.
  if (written.has(hashOf(after))) return mergeTexts(after, before, after);
  const merges = [...written].flatMap((hash) => {
    const base = baseText(texts, hash);
    return base === undefined ? [] : [mergeTexts(base, before, after)];
  });
  return merges.toSorted((a, b) => a.conflicts.length - b.conflicts.length)[0];
}
