// The files to write against the output folder: what would be created, replaced, merged and removed, and what stands in
// the way. Reads only.
import { resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { invariant } from "../diagnostics/internal-error.ts";
import { normaliseLineBreaks } from "../yaml/stream.ts";
import { attributes, attributesPath, basePath, parseBase, printBase } from "./base-texts.ts";
import { type Change, type FileOutcome, fileOutcome, type HandEdit } from "./file-outcome.ts";
import { failure, isSystemError } from "./obstacles.ts";
import { OutputFolder } from "./output-folder.ts";
import { isInside, parseRecord, printRecord, recordPath } from "./record.ts";

/** The files of a chart set: paths below the output folder, with forward slashes, and their texts. */
export type FileTree = ReadonlyMap<string, string>;

/** How a tree differs from the output folder. */
export interface Comparison {
  /** The output folder as the user gave it. */
  readonly folder: string;
  readonly absoluteFolder: string;
  /** Sorted by path, chartwright's own files last. Edits by hand are in the texts to write. */
  readonly changes: readonly Change[];
  /** The changes that leave no edit by hand, in place of `changes`. */
  readonly overwriting: readonly Change[];
  /** The files that somebody edited or deleted, sorted by path. */
  readonly handEdits: readonly HandEdit[];
  readonly unchanged: number;
  /** What cannot be written at all: a folder or a symbolic link where a file's folder must be. */
  readonly obstacles: readonly Diagnostic[];
}

export interface CompareOptions {
  /** The output folder; a relative one starts at `workingFolder`. It need not exist. */
  readonly folder: string;
  /** The name of the chart set, under which the folder remembers what was written. */
  readonly name: string;
  readonly workingFolder?: string;
  /** Files of chartwright's own to keep beside the charts, by their paths below the output folder. */
  readonly own?: ReadonlyMap<string, string>;
}

/** Compares `tree` with the output folder, and merges what somebody edited there. */
export function compareTree(tree: FileTree, options: CompareOptions): Comparison {
  const { folder, name } = options;
  const absoluteFolder = resolve(options.workingFolder ?? process.cwd(), folder);
  try {
    const found = new OutputFolder(folder, absoluteFolder);
    const outcomes = outcomesOf(tree, found, name);
    const own = ownChanges(tree, found, options);
    const changes = outcomes.flatMap(({ change }) => change ?? []);
    return {
      folder,
      absoluteFolder,
      changes: [...changes, ...own],
      overwriting: [...outcomes.flatMap(({ change, overwriting }) => overwriting ?? change ?? []), ...own],
      handEdits: outcomes.flatMap(({ edit }) => edit ?? []),
      unchanged: tree.size - changes.filter(({ path, kind }) => tree.has(path) && kind !== "remove").length,
      obstacles: found.obstacles,
    };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const obstacles = [failure(folder, error, "read")];
    return { folder, absoluteFolder, changes: [], overwriting: [], handEdits: [], unchanged: 0, obstacles };
  }
}

/** What becomes of each file of the tree and of the record. */
function outcomesOf(tree: FileTree, folder: OutputFolder, name: string): readonly FileOutcome[] {
  const record = parseRecord(folder.text(recordPath(name)) ?? "");
  const texts = parseBase(folder.text(basePath(name)) ?? "");
  const paths = [...new Set([...tree.keys(), ...record.keys()])].toSorted();
  return paths.map((path) => {
    invariant(isInside(path), `"${path}" does not stay in its folder`);
    if (!folder.hasOpenWay(path)) return {};
    const kind = folder.kindOf(path);
    const after = tree.get(path);
    if (kind === "folder" || kind === "other") {
      if (after !== undefined)
        folder.inTheWay(path, kind === "folder" ? "a folder" : "no regular file", "a file");
      return {};
    }
    return fileOutcome({
      path,
      before: kind === "file" ? folder.text(path) : undefined,
      isMissing: kind === "nothing",
      after,
      written: record.get(path),
      texts,
      isNewChart: folder.kindOf(path.split("/")[0] ?? "") === "nothing",
    });
  });
}

/** The record, the texts that it names, and how git treats both: written last, the record before the texts. */
function ownChanges(
  tree: FileTree,
  folder: OutputFolder,
  { name, own: more = new Map() }: CompareOptions,
): readonly Change[] {
  const base = basePath(name);
  const known = parseBase(folder.text(base) ?? "");
  const own = [
    ...more,
    [recordPath(name), printRecord(tree)],
    [base, printBase(tree, known)],
    // People may have said more of their own about these files.
    [attributesPath, folder.text(attributesPath) ?? attributes],
  ] as const;
  return own.flatMap(([path, after]): readonly Change[] => {
    const before = folder.text(path);
    if (before === undefined) return [{ path, kind: "create", after }];
    const isSame = normaliseLineBreaks(before) === normaliseLineBreaks(after);
    return isSame ? [] : [{ path, kind: "replace", before, after }];
  });
}
