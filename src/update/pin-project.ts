// A project's sources at one release of its operator → the lock that pins them. Writes nothing but the cache.
import { resolve } from "node:path";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { pinSources, type SourceOptions } from "../load/pinned-sources.ts";
import { readLock } from "../load/read-lock.ts";
import { type Lock, type Pin, printLock } from "../project/lock.ts";
import { projectSources } from "../project/versions.ts";
import type { ReadProject } from "../project-inputs.ts";

/** A lock to be; with an error among the diagnostics it is not whole. */
export interface PinnedProjectLock {
  readonly text: string;
  readonly pins: readonly Pin[];
  /** What was pinned before. */
  readonly earlier: Lock;
  readonly diagnostics: readonly Diagnostic[];
}

/** Pins the sources of a project as they are at the release `version`. */
export async function pinProject(
  { project, folder, positionOf }: ReadProject,
  version: string | undefined,
  workingFolder: string,
  options: SourceOptions,
): Promise<PinnedProjectLock> {
  const { lock: earlier, diagnostics } = readLock(folder, workingFolder);
  if (hasErrors(diagnostics)) return { text: "", pins: [], earlier, diagnostics };
  const sources = projectSources(project, version);
  const place = { folder: resolve(workingFolder, folder), shown: folder, positionOf };
  const pinned = await pinSources(sources, version, earlier, place, options);
  return { text: printLock(pinned.pins), pins: pinned.pins, earlier, diagnostics: pinned.diagnostics };
}

/** The one release that all pins of a lock are of. */
export function releaseOfLock(lock: Lock): string | undefined {
  const versions = new Set([...lock.values()].flatMap(({ version }) => version ?? []));
  const [only] = versions;
  return versions.size === 1 ? only : undefined;
}
