// Files into which people write, and whose new text keeps what they wrote: no record is needed to protect it.
import { isUtf8 } from "node:buffer";
import { lstatSync, readFileSync, type Stats } from "node:fs";
import { join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { normaliseLineBreaks } from "../yaml/stream.ts";
import type { Comparison } from "./compare-tree.ts";
import type { Change } from "./file-outcome.ts";
import { isSystemError, obstacle, unreadable } from "./obstacles.ts";
import { standingWords } from "./output-folder.ts";

/** Gives the text of a file from the one that it has; undefined leaves a file alone. */
export type NextText = (existing: string | undefined) => string | undefined;

/**
 * Compares the files at `paths` below `folder` with what they are to be. Reads only. A link is not followed: what it
 * leads to is somebody else's. `purpose` says in messages what they are written for.
 */
export function compareKept(
  paths: ReadonlyMap<string, NextText>,
  options: { readonly folder: string; readonly workingFolder: string; readonly purpose: string },
): Comparison {
  const { folder, purpose } = options;
  const absoluteFolder = resolve(options.workingFolder, folder);
  const changes: Change[] = [];
  const obstacles: Diagnostic[] = [];
  let unchanged = 0;
  for (const [path, next] of paths) {
    const shown = join(folder, path);
    try {
      const read = readKept(join(absoluteFolder, path));
      const inTheWay = (found: string, expected: string) =>
        obstacles.push(obstacle(shown, purpose, found, expected, purpose === "the settings"));
      if ("found" in read) {
        inTheWay(read.found, "a file");
        continue;
      }
      const before = read.text;
      const after = next(before);
      if (after === undefined) continue;
      // Read with other characters in the place of those that it does not understand, it would be written so.
      if (!read.isText) {
        inTheWay("bytes that are no UTF-8", "a text in UTF-8");
        continue;
      }
      if (before === undefined) changes.push({ path, kind: "create", after });
      else if (normaliseLineBreaks(before) === normaliseLineBreaks(after)) unchanged += 1;
      else changes.push({ path, kind: "replace", before, after });
    } catch (error) {
      if (!isSystemError(error)) throw error;
      obstacles.push(unreadable(shown, error));
    }
  }
  return {
    folder: options.folder,
    absoluteFolder,
    changes,
    overwriting: changes,
    handEdits: [],
    unchanged,
    obstacles,
  };
}

type ReadKept = { readonly text: string | undefined; readonly isText: boolean } | { readonly found: string };

/** The text of a file, undefined where there is none; or what stands in its place. */
function readKept(file: string): ReadKept {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats) return { text: undefined, isText: true };
  if (!stats.isFile()) return { found: standing(stats) };
  const bytes = readFileSync(file);
  return { text: bytes.toString("utf8"), isText: isUtf8(bytes) };
}

function standing(stats: Stats): string {
  if (stats.isSymbolicLink()) return standingWords.link;
  return stats.isDirectory() ? standingWords.folder : standingWords.other;
}
