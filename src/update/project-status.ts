// What a project has pinned, and which newer releases there are: of paths on the disk, for URLs where to look.
import { resolve } from "node:path";
import { compare as compareVersions, parse as parseVersion } from "semver";
import { build } from "../build.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { loadProject } from "../load/load-project.ts";
import { localVersions } from "../load/local-versions.ts";
import type { SourceOptions } from "../load/pinned-sources.ts";
import { readLock } from "../load/read-lock.ts";
import type { Pin } from "../project/lock.ts";
import { type NamedSource, projectSources } from "../project/versions.ts";
import { ownFolder } from "../write/record.ts";

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
  /** The charts in the output folder, against what is compiled of the sources as they are now, without the network. */
  readonly charts: ChartsStatus;
}

/**
 * `current`: as `build` would write them; `stale`: it would write `files` of them; `absent`: there are none yet; `unknown`:
 * they cannot be compiled, and `reason` says why.
 */
export type ChartsStatus =
  | { readonly state: "current" | "absent" }
  | { readonly state: "stale"; readonly files: number }
  | { readonly state: "unknown"; readonly reason: string };

export interface ProjectStatusResult {
  readonly status?: ProjectStatus;
  readonly diagnostics: readonly Diagnostic[];
}

/** The status of the project in `path`. */
export async function projectStatus(
  path: string,
  workingFolder: string,
  options: SourceOptions = {},
): Promise<ProjectStatusResult> {
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
      charts: await chartsStatus(path, workingFolder, options),
    },
  };
}

async function chartsStatus(
  path: string,
  workingFolder: string,
  options: SourceOptions,
): Promise<ChartsStatus> {
  const { comparison, diagnostics } = await build(path, workingFolder, {
    sources: { ...options, offline: true },
  });
  const [error] = [...diagnostics, ...(comparison?.obstacles ?? [])].filter(
    ({ severity }) => severity === "error",
  );
  if (!comparison || error) return { state: "unknown", reason: error?.message ?? "" };
  const changes = comparison.changes.filter((change) => !change.path.startsWith(`${ownFolder}/`));
  if (changes.length === 0) return { state: "current" };
  const isAbsent = changes.every(({ kind }) => kind === "create") && comparison.unchanged === 0;
  return isAbsent ? { state: "absent" } : { state: "stale", files: changes.length };
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
