// The sources that a project names, ready to be loaded: versions in their places, and what is pinned held against the lock.
import { resolve } from "node:path";
import { type OverlayInput, overlaysOf } from "./convert-overlays.ts";
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import type { LoadInput } from "./load/load.ts";
import type { LoadedProject } from "./load/load-project.ts";
import { type LoadedPatch, loadPatches } from "./load/patch-files.ts";
import { type PinnedSources, readPinned, type SourceOptions } from "./load/pinned-sources.ts";
import { readLock } from "./load/read-lock.ts";
import type { ProjectSource } from "./project/project.ts";
import { namedSource, projectSources } from "./project/versions.ts";
import type { PathStep } from "./yaml/tree.ts";

/** A project file that was read, with a project in it. */
export type ReadProject = Required<Pick<LoadedProject, "project" | "folder" | "positionOf">>;

export interface ProjectInputsOptions {
  /** How pinned sources are come by. */
  readonly sources?: SourceOptions;
  /** Texts that stand for files of projects, by absolute path. */
  readonly texts?: ReadonlyMap<string, string>;
}

/** What to load; with an error among the diagnostics, nothing. */
export interface ProjectInputs {
  /** The sources and custom resources that all providers share. */
  readonly shared: readonly LoadInput[];
  /** Those of each provider, whole, the default's first; none without overlays. */
  readonly overlays: readonly OverlayInput[];
  /** What the project changes of them. */
  readonly patches: readonly LoadedPatch[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The inputs of a project; paths of its folder start at `workingFolder`. */
export async function projectInputs(
  read: ReadProject,
  workingFolder: string,
  options: ProjectInputsOptions = {},
): Promise<ProjectInputs> {
  const { project, positionOf } = read;
  const { contents, diagnostics } = await readSources(read, workingFolder, options);
  const place = { folder: resolve(workingFolder, read.folder), shown: read.folder, positionOf };
  const { patches, diagnostics: unread } = loadPatches(project.patches ?? [], place);
  const found = [...diagnostics, ...unread];
  if (hasErrors(found)) return { shared: [], overlays: [], patches: [], diagnostics: found };
  const inputsOf = (sources: readonly ProjectSource[] = [], ...list: readonly PathStep[]) =>
    sources.map((source, index): LoadInput => {
      const { name: path, at } = namedSource(source, project.version, [...list, index]);
      const content = contents.get(path);
      return {
        path,
        customResource: list[0] === "customResources",
        position: positionOf(at),
        ...(content ? { content } : {}),
      };
    });
  const own = inputsOf(project.sources, "sources");
  const customResources = inputsOf(project.customResources, "customResources");
  const overlays = overlaysOf(project.providers).map(([provider, { sources }]) => ({
    provider,
    inputs: [...own, ...inputsOf(sources, "providers", "overlays", provider, "sources"), ...customResources],
  }));
  return { shared: [...own, ...customResources], overlays, patches, diagnostics: found };
}

async function readSources(
  { project, folder, positionOf }: ReadProject,
  workingFolder: string,
  { sources: options = {}, texts }: ProjectInputsOptions,
): Promise<PinnedSources> {
  const sources = projectSources(project);
  if (!sources.some(({ isPinned }) => isPinned)) return { contents: new Map(), diagnostics: [] };
  const { lock, diagnostics } = readLock(folder, workingFolder, texts);
  if (hasErrors(diagnostics)) return { contents: new Map(), diagnostics };
  const place = { folder: resolve(workingFolder, folder), shown: folder, positionOf };
  return readPinned(sources, lock, place, options);
}
