// The project's own files as an update leaves them: what the charts are of them, and what is other on the disk.
import { resolve } from "node:path";
import { build } from "../build.ts";
import type { BuildResult } from "../convert.ts";
import type { SourceOptions } from "../load/pinned-sources.ts";
import { changelogName } from "../project/changelog.ts";
import { lockFileName } from "../project/lock.ts";
import { compareKept, type NextText } from "../write/compare-kept.ts";
import type { Comparison } from "../write/compare-tree.ts";

/** The texts of the project's own files as they are to be. */
export interface ProjectFiles {
  readonly project: string;
  /** Absent where nothing of the project is pinned anew. */
  readonly lock?: string;
  readonly changelog?: string;
}

/** Where the project stands. */
export interface ProjectPlace {
  readonly path: string;
  readonly workingFolder: string;
  readonly folder: string;
  readonly projectFile: string;
  readonly sources: SourceOptions;
  /** The files of other projects that the same update changes, by their absolute paths. */
  readonly others: ReadonlyMap<string, string>;
}

/** The files by their names in the project's folder. */
function namedFiles(files: ProjectFiles, { projectFile }: ProjectPlace): ReadonlyMap<string, string> {
  return new Map([
    [projectFile, files.project],
    ...(files.lock === undefined ? [] : [[lockFileName, files.lock] as const]),
    ...(files.changelog === undefined ? [] : [[changelogName, files.changelog] as const]),
  ]);
}

/** The files by their absolute paths. */
export function textsOf(files: ProjectFiles, place: ProjectPlace): ReadonlyMap<string, string> {
  const named = [...namedFiles(files, place)];
  return new Map(named.map(([name, text]) => [resolve(place.workingFolder, place.folder, name), text]));
}

/** Builds the project as if its files, and those of the others, were these already. */
export function buildWith(files: ProjectFiles, place: ProjectPlace): Promise<BuildResult> {
  const { path, workingFolder, sources, others } = place;
  return build(path, workingFolder, { sources, texts: new Map([...others, ...textsOf(files, place)]) });
}

/** The files against those that are there. */
export function compareFiles(files: ProjectFiles, place: ProjectPlace): Comparison {
  const { folder, workingFolder } = place;
  const next = [...namedFiles(files, place)].map(([name, text]): [string, NextText] => [name, () => text]);
  return compareKept(new Map(next), { folder, workingFolder, purpose: "the update" });
}
