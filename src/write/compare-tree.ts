// The files to write against the output folder: what would be created, replaced and removed, and what stands in
// the way. Reads only.
import { lstatSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { invariant } from "../diagnostics/internal-error.ts";
import { normaliseLineBreaks } from "../yaml/stream.ts";
import { hashOf, isInside, parseRecord, printRecord, recordPath } from "./record.ts";

/** The files of a chart set: paths below the output folder, with forward slashes, and their texts. */
export type FileTree = ReadonlyMap<string, string>;

/** One file that is not as it would be written. */
export interface Change {
  readonly path: string;
  readonly kind: "create" | "replace" | "remove";
  /** The text in the folder; undefined for `create`, and for a link. */
  readonly before?: string;
  /** The text to write; undefined for `remove`. */
  readonly after?: string;
  /** Why writing it would lose somebody's work: it was edited since it was written, or never written by us. */
  readonly conflict?: "edited" | "foreign";
}

/** How a tree differs from the output folder. */
export interface Comparison {
  /** The output folder as the user gave it. */
  readonly folder: string;
  readonly absoluteFolder: string;
  /** Sorted by path, the record last. */
  readonly changes: readonly Change[];
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
}

/** Compares `tree` with the output folder. */
export function compareTree(tree: FileTree, options: CompareOptions): Comparison {
  const absoluteFolder = resolve(options.workingFolder ?? process.cwd(), options.folder);
  try {
    return new Comparing(options.folder, absoluteFolder).compare(tree, recordPath(options.name));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const obstacles = [failure(options.folder, error, "read")];
    return { folder: options.folder, absoluteFolder, changes: [], unchanged: 0, obstacles };
  }
}

/** Says that the file system refused to read or write the output folder. */
export function failure(folder: string, error: NodeJS.ErrnoException, verb: "read" | "write"): Diagnostic {
  return {
    severity: "error",
    code: "write/failed",
    message: `The output folder "${folder}" cannot be ${verb === "read" ? "read" : "written; it is as it was"}.`,
    found: error.message,
    expected: "a folder that can be read and written",
    hint: "Mend what the message names, or write to another folder.",
  };
}

/** Whether `error` comes from the file system, not from a mistake of ours. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

class Comparing {
  readonly #folder: string;
  readonly #absoluteFolder: string;
  readonly #obstacles = new Map<string, Diagnostic>();

  constructor(folder: string, absoluteFolder: string) {
    this.#folder = folder;
    this.#absoluteFolder = absoluteFolder;
  }

  compare(tree: FileTree, ownRecordPath: string): Comparison {
    // The output folder itself may be a link: the user named it.
    const root = statSync(this.#absoluteFolder, { throwIfNoEntry: false });
    if (root && !root.isDirectory()) this.#obstacle("", "a file", "a folder");
    const recorded = this.#text(ownRecordPath);
    const record = parseRecord(recorded ?? "");
    const paths = [...new Set([...tree.keys(), ...record.keys()])].toSorted();
    const changes = paths.flatMap((path) => {
      invariant(isInside(path), `"${path}" does not stay in its folder`);
      return this.#change(path, tree.get(path), record.get(path)) ?? [];
    });
    const nextRecord = printRecord(tree);
    if (recorded === undefined) changes.push({ path: ownRecordPath, kind: "create", after: nextRecord });
    else if (normaliseLineBreaks(recorded) !== nextRecord) {
      changes.push({ path: ownRecordPath, kind: "replace", before: recorded, after: nextRecord });
    }
    return {
      folder: this.#folder,
      absoluteFolder: this.#absoluteFolder,
      changes,
      unchanged: tree.size - changes.filter(({ path, kind }) => tree.has(path) && kind !== "remove").length,
      obstacles: [...this.#obstacles.values()],
    };
  }

  #change(
    path: string,
    after: string | undefined,
    written: ReadonlySet<string> | undefined,
  ): Change | undefined {
    if (!this.#hasOpenWay(path)) return undefined;
    const kind = this.#kindOf(path);
    if (kind === "nothing") return after === undefined ? undefined : { path, kind: "create", after };
    if (kind === "folder" || kind === "other") {
      if (after !== undefined)
        this.#obstacle(path, kind === "folder" ? "a folder" : "no regular file", "a file");
      return undefined;
    }
    return toChange(path, kind === "link" ? undefined : this.#text(path), after, written);
  }

  /** Whether every folder above `path` is a folder or still to be made; links are not followed. */
  #hasOpenWay(path: string): boolean {
    const segments = path.split("/").slice(0, -1);
    return segments.every((_, index) => {
      const parent = segments.slice(0, index + 1).join("/");
      const kind = this.#kindOf(parent);
      if (kind === "folder" || kind === "nothing") return true;
      this.#obstacle(parent, kind === "link" ? "a symbolic link" : "a file", "a folder");
      return false;
    });
  }

  #text(path: string): string | undefined {
    if (!this.#hasOpenWay(path) || this.#kindOf(path) !== "file") return undefined;
    return readFileSync(join(this.#absoluteFolder, path), "utf8");
  }

  #kindOf(path: string): "nothing" | "file" | "folder" | "link" | "other" {
    const stats = lstat(join(this.#absoluteFolder, path));
    if (!stats) return "nothing";
    if (stats.isSymbolicLink()) return "link";
    if (stats.isDirectory()) return "folder";
    return stats.isFile() ? "file" : "other";
  }

  #obstacle(path: string, found: string, expected: string): void {
    this.#obstacles.set(path, obstacle(join(this.#folder, path), "the charts", found, expected));
  }
}

/** Says that something else stands at `shown`, where a file of `what` or its folder must be. */
export function obstacle(shown: string, what: string, found: string, expected: string): Diagnostic {
  return {
    severity: "error",
    code: "write/obstacle",
    message: `"${shown}" is in the way of ${what}.`,
    found,
    expected,
    hint: `Move "${shown}" away, or write to another folder.`,
  };
}

/** What becomes of a file, or of a link, which has no text of its own; undefined when it can stay. */
function toChange(
  path: string,
  before: string | undefined,
  after: string | undefined,
  written: ReadonlySet<string> | undefined,
): Change | undefined {
  if (before !== undefined && normaliseLineBreaks(before) === after) return undefined;
  const change = {
    path,
    kind: after === undefined ? "remove" : "replace",
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  } as const;
  const isOurs = before !== undefined && written?.has(hashOf(before));
  return isOurs ? change : { ...change, conflict: written ? "edited" : "foreign" };
}

function lstat(path: string): ReturnType<typeof lstatSync> | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A file stands where a parent folder should be: reported for the parent.
    if (isSystemError(error) && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}
