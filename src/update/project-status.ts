// What a project has pinned, and which newer releases there are: of paths on the disk, for URLs where to look.
import { resolve } from "node:path";
import { compare as compareVersions, parse as parseVersion } from "semver";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { loadProject } from "../load/load-project.ts";
import { localVersions } from "../load/local-versions.ts";
import { readLock } from "../load/read-lock.ts";
import type { Pin } from "../project/lock.ts";
import { type NamedSource, projectSources } from "../project/versions.ts";

/** What `chartwright update` says without `--to`. */
export interface ProjectStatus {
  readonly project: string;
  readonly folder: string;
  /** The release that the project file names. */
  readonly version?: string;
  /** The sources that follow the release, or are URLs; `pin` where the lock has them. */
  readonly sources: readonly { readonly name: string; readonly pin?: Pin }[];
  /** Newer releases whose local sources are there, the oldest first; absent where sources are URLs alone. */
  readonly newer?: readonly string[];
  /** Pages that list releases. */
  readonly pages: readonly string[];
}

export interface ProjectStatusResult {
  readonly status?: ProjectStatus;
  readonly diagnostics: readonly Diagnostic[];
}

/** The status of the project in `path`. */
export async function projectStatus(path: string, workingFolder: string): Promise<ProjectStatusResult> {
  const { project, folder, diagnostics } = await loadProject(path, workingFolder);
  if (!project) return { diagnostics };
  const read = readLock(folder, workingFolder);
  if (hasErrors(read.diagnostics)) return { diagnostics: read.diagnostics };
  const sources = projectSources(project);
  const there = localVersions(sources, resolve(workingFolder, folder));
  const { version } = project;
  return {
    diagnostics: [],
    status: {
      project: project.name,
      folder,
      ...(version === undefined ? {} : { version }),
      sources: sources
        .filter(({ isPinned }) => isPinned)
        .map(({ name }) => {
          const pin = read.lock.get(name);
          return { name, ...(pin ? { pin } : {}) };
        }),
      ...(there ? { newer: newerThan(version, there) } : {}),
      pages: pagesOf(sources),
    },
  };
}

/** The versions after `version`, the oldest first; what is no version does not count. */
function newerThan(version: string | undefined, all: readonly string[]): readonly string[] {
  const parsed = (text: string) => parseVersion(text, { loose: true });
  const current = version === undefined ? null : parsed(version);
  return all
    .flatMap((text) => {
      const found = parsed(text);
      return found && (!current || compareVersions(found, current) > 0) ? [{ text, found }] : [];
    })
    .toSorted((a, b) => compareVersions(a.found, b.found))
    .map(({ text }) => text);
}

/** GitHub lists the releases of a repository beside its downloads. */
function pagesOf(sources: readonly NamedSource[]): readonly string[] {
  const pages = sources.flatMap(({ pattern, hasVersion }) => {
    const [, repository] =
      /^https:\/\/(?:github\.com|raw\.githubusercontent\.com)\/([^/]+\/[^/]+)\//.exec(pattern) ?? [];
    return hasVersion && repository !== undefined ? [`https://github.com/${repository}/releases`] : [];
  });
  return [...new Set(pages)];
}
