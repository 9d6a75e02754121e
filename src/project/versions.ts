// `{version}` in the sources of a project: where it stands, and what it stands for. A source that has it, or that is a
// URL, is pinned.
import type { PathStep } from "../yaml/tree.ts";
import type { Project, ProjectSource } from "./project.ts";

/** What stands for the version in a path or URL. */
export const versionPlaceholder = "{version}";

/** A version as operators tag their releases; it becomes part of a path, so that it has no slash. */
export const releaseVersion: RegExp = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/;
export const expectedReleaseVersion = "the tag of a release, such as v1.8.4";

/** Addresses that sources are downloaded from: without TLS on this machine only, and never with a password. */
export const sourceAddress: RegExp =
  /^(?:https:\/\/[^\s/@?#]+|http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?)\/[^\s]*$/;
export const expectedSourceAddress =
  "an address that starts with https:// and has no password; http:// is for this machine only";

/** One source of a project, wherever the project file names it. */
export interface NamedSource {
  /** The path or URL as it is written. */
  readonly pattern: string;
  /** The same with the version in its place. */
  readonly name: string;
  readonly isUrl: boolean;
  /** Whether the lock has to say what it holds. */
  readonly isPinned: boolean;
  readonly hasVersion: boolean;
  /** Where it stands in the project file. */
  readonly at: readonly PathStep[];
}

/** A source of a project whose operator has the release `version`; `at` is where the source stands. */
export function namedSource(
  source: ProjectSource,
  version: string | undefined,
  at: readonly PathStep[],
): NamedSource {
  const isUrl = source.url !== undefined;
  const pattern = source.url ?? source.path ?? "";
  const hasVersion = pattern.includes(versionPlaceholder);
  return {
    pattern,
    name: version === undefined ? pattern : pattern.replaceAll(versionPlaceholder, version),
    isUrl,
    isPinned: isUrl || hasVersion,
    hasVersion,
    at: [...at, isUrl ? "url" : "path"],
  };
}

/** All sources of a project, those of providers too, in the order of the project file. */
export function projectSources(
  project: Project,
  version: string | undefined = project.version,
): readonly NamedSource[] {
  const lists: readonly (readonly [readonly PathStep[], readonly ProjectSource[] | undefined])[] = [
    [["sources"], project.sources],
    [["customResources"], project.customResources],
    ...Object.entries(project.providers?.overlays ?? {}).map(
      ([provider, { sources }]) => [["providers", "overlays", provider, "sources"], sources] as const,
    ),
  ];
  return lists.flatMap(([at, sources = []]) =>
    sources.map((source, index) => namedSource(source, version, [...at, index])),
  );
}
