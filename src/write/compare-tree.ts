// The files to write against the output folder: what would be created, replaced, merged and removed, and what stands in
// the way. Reads only.
import { resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { normaliseLineBreaks } from "../yaml/stream.ts";
import { attributes, attributesPath, basePath, parseBase, printBase } from "./base-texts.ts";
import type { Change, FileOutcome, HandEdit } from "./file-outcome.ts";
import { hashesOf, outcomeAt, readRemembered, renamesIn, unresolvedIn } from "./folder-outcomes.ts";
import { failure, isSystemError } from "./obstacles.ts";
import { withoutOrphans } from "./orphans.ts";
import { OutputFolder, standingWords } from "./output-folder.ts";
import { printRecord, recordPath } from "./record.ts";

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
    const remembered = readRemembered(found, name);
    const renames = renamesIn(found, tree, remembered);
    const outcomeOf = (path: string, files: FileTree) =>
      outcomeAt(path, renames.get(path), files, found, remembered);
    const gone = [...remembered.record.keys()]
      .filter((path) => !tree.has(path))
      .toSorted()
      .map((path) => ({ path, outcome: outcomeOf(path, tree) }));
    const orphans = gone.flatMap(({ path, outcome: { edit } }) =>
      edit?.outcome === "orphaned" ? [[edit.path, hashesOf(path, remembered)] as const] : [],
    );
    // What becomes of the charts' own files depends on what is kept out of them.
    const files = withoutOrphans(
      tree,
      orphans.map(([path]) => path),
    );
    const there = [...files.keys()].map((path) => ({ path, outcome: outcomeOf(path, files) }));
    const outcomes = inOrder([...gone, ...there]);
    const own = ownChanges(files, new Map(orphans), found, options);
    // Who overwrites edits has no orphans left.
    const anew = there.map((one) =>
      files.get(one.path) === tree.get(one.path) ? one : { ...one, outcome: outcomeOf(one.path, tree) },
    );
    const foreign = unresolvedIn(found, files, remembered, renames);
    return {
      folder,
      absoluteFolder,
      changes: [...outcomes.flatMap(({ change }) => change ?? []), ...own],
      overwriting: [
        ...inOrder([...gone, ...anew]).flatMap(({ change, overwriting }) => overwriting ?? change ?? []),
        ...ownChanges(tree, new Map(), found, options),
      ],
      handEdits: [...outcomes.flatMap(({ edit }) => edit ?? []), ...foreign].toSorted(byPath),
      unchanged: there.filter(({ outcome }) => !outcome.change).length,
      obstacles: found.obstacles,
    };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const obstacles = [failure(folder, error, "read")];
    return { folder, absoluteFolder, changes: [], overwriting: [], handEdits: [], unchanged: 0, obstacles };
  }
}

function inOrder(
  found: readonly { readonly path: string; readonly outcome: FileOutcome }[],
): readonly FileOutcome[] {
  return found.toSorted(byPath).map(({ outcome }) => outcome);
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : 1;
}

/** The record, the texts that it names, and how git treats both: written last, the record before the texts. */
function ownChanges(
  tree: FileTree,
  orphans: ReadonlyMap<string, ReadonlySet<string>>,
  folder: OutputFolder,
  { name, own: more = new Map() }: CompareOptions,
): readonly Change[] {
  const base = basePath(name);
  const known = parseBase(folder.text(base) ?? "");
  const kept = [...orphans.values()].flatMap((hashes) => [...hashes]);
  const own = [
    ...more,
    [recordPath(name), printRecord(tree, orphans)],
    [base, printBase(tree, known, kept)],
    // People may have said more of their own about these files.
    [attributesPath, folder.text(attributesPath) ?? attributes],
  ] as const;
  return own.flatMap(([path, after]): readonly Change[] => {
    const kind = folder.kindOf(path);
    if (kind !== "file" && kind !== "nothing") {
      folder.inTheWay(path, standingWords[kind], "a file");
      return [];
    }
    const before = folder.text(path);
    if (before === undefined) return [{ path, kind: "create", after }];
    const isSame = normaliseLineBreaks(before) === normaliseLineBreaks(after);
    return isSame ? [] : [{ path, kind: "replace", before, after }];
  });
}
