// Brings the output folder to the state that a comparison found missing: everything or nothing. New files are
// written beside and renamed into place; when anything fails, what was renamed goes back.
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Comparison } from "./compare-tree.ts";
import type { Change } from "./file-outcome.ts";
import { unresolvedEdits } from "./hand-edits.ts";
import { failure, isSystemError } from "./obstacles.ts";
import { ownFolder } from "./record.ts";

export interface WriteOptions {
  /** Whether to overwrite files that were edited by hand or that chartwright did not write. */
  readonly force?: boolean;
}

/** What was done; with an error among the diagnostics, nothing was. */
export interface WriteResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly created: number;
  readonly replaced: number;
  readonly removed: number;
  readonly unchanged: number;
}

/**
 * Writes the charts of `comparison`, with what somebody edited in them. Files that chartwright did not write are left
 * alone.
 */
export function write(comparison: Comparison, options: WriteOptions = {}): WriteResult {
  const refusals = options.force
    ? unresolvedEdits(comparison, true)
    : [...refuse(comparison), ...unresolvedEdits(comparison)];
  const changes = options.force ? comparison.overwriting : comparison.changes;
  const diagnostics = [...comparison.obstacles, ...refusals];
  if (diagnostics.length > 0) return { diagnostics, created: 0, replaced: 0, removed: 0, unchanged: 0 };
  if (changes.length > 0) {
    const failed = new Transaction(comparison, changes).run();
    if (failed) return { diagnostics: [failed], created: 0, replaced: 0, removed: 0, unchanged: 0 };
  }
  const charts = chartsIn(changes);
  const count = (kind: Change["kind"]) => charts.filter((change) => change.kind === kind).length;
  const files = comparison.unchanged + written(chartsIn(comparison.changes));
  return {
    diagnostics: [],
    created: count("create"),
    replaced: count("replace"),
    removed: count("remove"),
    unchanged: files - written(charts),
  };
}

function chartsIn(changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ path }) => !path.startsWith(`${ownFolder}/`));
}

/** How many of the changes write a file. */
function written(changes: readonly Change[]): number {
  return changes.filter(({ kind }) => kind !== "remove").length;
}

/** Why the charts cannot be written without losing what somebody did. */
function refuse(comparison: Comparison): readonly Diagnostic[] {
  return comparison.changes
    .filter((change) => change.conflict !== undefined)
    .map((change) => {
      const shown = join(comparison.folder, change.path);
      const edited = change.conflict === "edited";
      const verb = change.kind === "remove" ? "removed" : "overwritten";
      return {
        severity: "error",
        code: edited ? "write/edited-by-hand" : "write/foreign-file",
        message: edited
          ? `"${shown}" was edited by hand and would be ${verb}.`
          : `"${shown}" was not written by chartwright and would be ${verb}.`,
        found: edited ? "other content than chartwright last wrote" : "a file of another origin",
        expected: edited ? "the file as chartwright wrote it" : "no file, or one that chartwright wrote",
        hint: edited
          ? "What was written before is not remembered: move the edit into your values or the sources; `--force` writes over it."
          : "Write to another folder, or use `--force` to write over it.",
      };
    });
}

/** One run over the changes, undone as a whole when a step fails. */
class Transaction {
  readonly #folder: string;
  readonly #shownFolder: string;
  readonly #staging: string;
  readonly #changes: readonly Change[];
  readonly #undo: (() => void)[] = [];

  constructor(comparison: Comparison, changes: readonly Change[]) {
    this.#folder = comparison.absoluteFolder;
    this.#shownFolder = comparison.folder;
    this.#changes = changes;
    this.#staging = join(this.#folder, ownFolder, `staging-${process.pid}`);
  }

  run(): Diagnostic | undefined {
    try {
      this.#stage();
      for (const [index, change] of this.#changes.entries()) this.#apply(change, String(index));
    } catch (error) {
      const undone = this.#rollBack();
      if (!isSystemError(error)) throw error;
      const diagnostic = failure(this.#shownFolder, error, "write");
      const hint = `The files that could not be put back are in "${this.#staging}".`;
      return undone ? diagnostic : { ...diagnostic, message: `The charts are half written.`, hint };
    }
    rmSync(this.#staging, { recursive: true, force: true });
    // Files that need no record leave nothing of ours behind.
    if (isEmpty(join(this.#folder, ownFolder))) rmdirSync(join(this.#folder, ownFolder));
    for (const change of this.#changes) if (change.kind === "remove") this.#removeEmptyFolders(change.path);
    return undefined;
  }

  /** Takes back every step, the last one first, and says whether that was possible. */
  #rollBack(): boolean {
    try {
      for (const step of this.#undo.toReversed()) step();
      return true;
    } catch {
      return false;
    }
  }

  /** Writes every new text beside the charts, on the same file system, so that only renaming is left to do. */
  #stage(): void {
    this.#makeFolder(join(this.#folder, ownFolder));
    for (const name of readdirSync(join(this.#folder, ownFolder))) {
      // What a run left that was killed; its process is gone, or its number is ours now.
      const pid = Number(/^staging-(\d+)$/.exec(name)?.[1]);
      if (pid && (pid === process.pid || !isAlive(pid)))
        rmSync(join(this.#folder, ownFolder, name), { recursive: true, force: true });
    }
    // Each must be new: a link in its place would lead elsewhere.
    mkdirSync(this.#staging);
    this.#undo.push(() => rmSync(this.#staging, { recursive: true, force: true }));
    for (const part of ["new", "old"]) mkdirSync(join(this.#staging, part));
    for (const [index, { after }] of this.#changes.entries()) {
      if (after !== undefined) writeFileSync(join(this.#staging, "new", String(index)), after);
    }
  }

  #apply(change: Change, id: string): void {
    const target = join(this.#folder, change.path);
    const backup = join(this.#staging, "old", id);
    if (change.kind === "replace" && change.before !== undefined) {
      // A copy, and then one step: somebody's edits are in the folder whenever we are stopped.
      copyFileSync(target, backup, constants.COPYFILE_EXCL);
      renameSync(join(this.#staging, "new", id), target);
      this.#undo.push(() => renameSync(backup, target));
      return;
    }
    if (change.kind !== "create") {
      renameSync(target, backup);
      this.#undo.push(() => renameSync(backup, target));
    }
    if (change.after === undefined) return;
    this.#makeFolder(dirname(target));
    renameSync(join(this.#staging, "new", id), target);
    this.#undo.push(() => rmSync(target));
  }

  /** Makes `folder` and those above it, remembering each one that was not there. */
  #makeFolder(folder: string): void {
    if (existsSync(folder)) return;
    this.#makeFolder(dirname(folder));
    mkdirSync(folder);
    this.#undo.push(() => rmdirSync(folder));
  }

  #removeEmptyFolders(path: string): void {
    const folder = dirname(path);
    if (folder === "." || !isEmpty(join(this.#folder, folder))) return;
    rmdirSync(join(this.#folder, folder));
    this.#removeEmptyFolders(folder);
  }
}

function isEmpty(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length === 0;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and somebody else's.
    return isSystemError(error) && error.code === "EPERM";
  }
}
