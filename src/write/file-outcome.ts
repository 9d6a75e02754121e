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
  /**
   * `kept`: the new charts have nothing new for it; `merged`: it gets what is new; `conflict`: both changed the same
   * lines; `deleted`: it stays away; `orphaned`: the new charts do not have it, it stays; `unresolved`: markers of an
   * earlier merge are left in it, so that nothing can be written.
   */
  readonly outcome: "kept" | "merged" | "conflict" | "deleted" | "orphaned" | "unresolved";
  /** Of a conflict: where, in the merged text. */
  readonly conflicts?: readonly Conflict[];
  /** Of what is unresolved: the marker's line, counted from 1, and its text. */
  readonly marker?: { readonly line: number; readonly text: string };
}

/** What to do about a file; nothing where it can stay. */
export interface FileOutcome {
  readonly change?: Change;
  readonly edit?: HandEdit;
  /** The change that writes over an edit; where there is no edit, `change` does. */
  readonly overwriting?: Change;
}

/** A file in the folder and in the charts. */
export interface FileState {
  readonly path: string;
  /** The text in the folder; undefined for a link and where `isMissing`. */
  readonly before: string | undefined;
  readonly isMissing: boolean;
  /** The text of the charts; undefined where they do not have the file. */
  readonly after: string | undefined;
  /** The SHA-256 of what was last written; several where git merged the records of two branches. */
  readonly written: ReadonlySet<string> | undefined;
  readonly texts: BaseTexts;
  /** Whether the file's chart is not there at all: it was not this file that somebody deleted. */
  readonly isNewChart: boolean;
}

/** What becomes of a file. */
export function fileOutcome(state: FileState): FileOutcome {
  const { path, before, after, written } = state;
  if (state.isMissing) {
    if (after === undefined) return {};
    const change: Change = { path, kind: "create", after };
    if (!written || state.isNewChart) return { change };
    return { edit: { path, outcome: "deleted" }, overwriting: change };
  }
  if (before !== undefined && normaliseLineBreaks(before) === after) return {};
  const overwriting: Change = {
    path,
    kind: after === undefined ? "remove" : "replace",
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
  if (before === undefined || !written) {
    return { change: { ...overwriting, conflict: written ? "edited" : "foreign" } };
  }
  if (written.has(hashOf(before))) return { change: overwriting };
  return { ...editedOutcome({ ...state, before, written }), overwriting };
}

/** What becomes of a file that somebody edited. */
function editedOutcome(
  state: FileState & { readonly before: string; readonly written: ReadonlySet<string> },
): FileOutcome {
  const { path, before, after } = state;
  const line = unresolvedLine(path, before, after);
  if (line !== undefined) {
    const text = before.split(/\r?\n/)[line - 1] ?? "";
    return { edit: { path, outcome: "unresolved", marker: { line, text } } };
  }
  if (after === undefined) return { edit: { path, outcome: "orphaned" } };
  const merged = bestMerge(before, after, state.written, state.texts);
  if (!merged) return { change: { path, kind: "replace", before, after, conflict: "edited" } };
  if (merged.text === before) return { edit: { path, outcome: "kept" } };
  const change: Change = { path, kind: "replace", before, after: merged.text };
  const { conflicts } = merged;
  return conflicts.length > 0
    ? { change, edit: { path, outcome: "conflict", conflicts } }
    : { change, edit: { path, outcome: "merged" } };
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
