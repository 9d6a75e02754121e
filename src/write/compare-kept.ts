// Files into which people write, and whose new text keeps what they wrote: no record is needed to protect it.
import { lstatSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { normaliseLineBreaks } from "../yaml/stream.ts";
import type { Comparison } from "./compare-tree.ts";
import type { Change } from "./file-outcome.ts";
import { failure, isSystemError, obstacle } from "./obstacles.ts";

/** Gives the text of a file from the one that it has; undefined leaves a file alone. */
export type NextText = (existing: string | undefined) => string | undefined;

/**
 * Compares the files at `paths` below `folder` with what they are to be. Reads only. A link is not followed: what it
 * leads to is somebody else's.
 */
export function compareKept(
  paths: ReadonlyMap<string, NextText>,
  options: { readonly folder: string; readonly workingFolder: string },
): Comparison {
  const absoluteFolder = resolve(options.workingFolder, options.folder);
  const changes: Change[] = [];
  const obstacles: Diagnostic[] = [];
  let unchanged = 0;
  for (const [path, next] of paths) {
    try {
      const file = join(absoluteFolder, path);
      const stats = lstatSync(file, { throwIfNoEntry: false });
      if (stats?.isSymbolicLink()) {
        obstacles.push(obstacle(join(options.folder, path), "the settings", "a symbolic link", "a file"));
        continue;
      }
      const before = stats ? readFileSync(file, "utf8") : undefined;
      const after = next(before);
      if (after === undefined) continue;
      if (before === undefined) changes.push({ path, kind: "create", after });
      else if (normaliseLineBreaks(before) === normaliseLineBreaks(after)) unchanged += 1;
      else changes.push({ path, kind: "replace", before, after });
    } catch (error) {
      if (!isSystemError(error)) throw error;
      obstacles.push(failure(options.folder, error, "read"));
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
