// A project as it is → its lock, pinned anew. Writes nothing but the cache.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasErrors } from "../diagnostics/diagnostic.ts";
import { loadProject } from "../load/load-project.ts";
import type { SourceOptions } from "../load/pinned-sources.ts";
import { lockFileName } from "../project/lock.ts";
import { compareKept } from "../write/compare-kept.ts";
import type { Comparison } from "../write/compare-tree.ts";
import { pinProject } from "./pin-project.ts";

/** The lock against the one that is there; undefined where no source is pinned, or with an error. */
export interface PlannedPin {
  readonly comparison?: Comparison;
  readonly diagnostics: readonly Diagnostic[];
}

/** Pins the sources of the project in `path` at the release that its project file names. */
export async function planPin(
  path: string,
  workingFolder: string,
  sources: SourceOptions,
): Promise<PlannedPin> {
  const { project, folder, positionOf, diagnostics } = await loadProject(path, workingFolder);
  if (!project || !positionOf) return { diagnostics };
  const pinned = await pinProject({ project, folder, positionOf }, project.version, workingFolder, sources);
  if (hasErrors(pinned.diagnostics) || pinned.pins.length === 0) return { diagnostics: pinned.diagnostics };
  const comparison = compareKept(new Map([[lockFileName, () => pinned.text]]), {
    folder,
    workingFolder,
    purpose: "the lock",
  });
  return { comparison, diagnostics: pinned.diagnostics };
}
