// The patches of a project: their texts, from the project file or files of their own.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import type { ProjectPatch, ProjectPatchTarget } from "../project/patches.ts";
import type { PathStep } from "../yaml/tree.ts";
import { decode } from "./decode.ts";

/** A patch with its text: what `patches/` reads. */
export interface LoadedPatch {
  /** Its place in the list, from 1. */
  readonly number: number;
  readonly text: string;
  /** Where it stands: in the project file, or at the start of a file of its own. */
  readonly position: Position;
  readonly target?: ProjectPatchTarget;
}

/** The patches; with an error among the diagnostics some are missing. */
export interface LoadedPatches {
  readonly patches: readonly LoadedPatch[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the patches of a project in `folder`, an absolute path that messages call `shown`. */
export function loadPatches(
  patches: readonly ProjectPatch[],
  place: {
    readonly folder: string;
    readonly shown: string;
    readonly positionOf: (path: readonly PathStep[]) => Position;
  },
): LoadedPatches {
  const diagnostics: Diagnostic[] = [];
  const loaded = patches.flatMap((patch, index): readonly LoadedPatch[] => {
    const position = place.positionOf(["patches", index]);
    const common = { number: index + 1, ...(patch.target ? { target: patch.target } : {}) };
    const { path, patch: text } = patch;
    if ((path === undefined) === (text === undefined)) {
      diagnostics.push(notOne(position, path !== undefined));
      return [];
    }
    if (path === undefined) {
      return [{ ...common, text: text ?? "", position: place.positionOf(["patches", index, "patch"]) }];
    }
    const name = join(place.shown, path);
    try {
      const decoded = decode(name, readFileSync(resolve(place.folder, path)));
      if (decoded.ok) {
        const [first = ""] = decoded.text.split("\n", 1);
        return [
          { ...common, text: decoded.text, position: { source: path, line: 1, column: 1, text: first } },
        ];
      }
      diagnostics.push(decoded.diagnostic);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && typeof error.code === "string")) throw error;
      diagnostics.push(noFile(path, place.positionOf(["patches", index, "path"]), error.code));
    }
    return [];
  });
  return { patches: loaded, diagnostics };
}

function notOne(position: Position, both: boolean): Diagnostic {
  return {
    severity: "error",
    code: "project/invalid",
    message: "A patch is a text or a file.",
    position,
    found: both ? "both patch and path" : "neither patch nor path",
    expected: "one of patch and path",
  };
}

function noFile(path: string, position: Position, code: string): Diagnostic {
  return {
    severity: "error",
    code: "patches/no-file",
    message: `The patch "${path}" cannot be read.`,
    position,
    found: code === "ENOENT" ? "no such file" : code,
    expected: "a file with a patch, relative to the project file",
  };
}
