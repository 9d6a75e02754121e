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
  readonly lock: string;
  readonly changelog?: string;
}

/** Where the project stands. */
export interface ProjectPlace {
  readonly path: string;
  readonly workingFolder: string;
  readonly folder: string;
  readonly projectFile: string;
  readonly sources: SourceOptions;
}

/** The files by their names in the project's folder. */
function namedFiles(files: ProjectFiles, { projectFile }: ProjectPlace): ReadonlyMap<string, string> {
  return new Map([
    [projectFile, files.project],
    [lockFileName, files.lock],
    ...(files.changelog === undefined ? [] : [[changelogName, files.changelog] as const]),
  ]);
}

/** Builds the project as if its files were these already. */
export function buildWith(files: ProjectFiles, place: ProjectPlace): Promise<BuildResult> {
  const { path, workingFolder, folder, sources } = place;
  const texts = [...namedFiles(files, place)].map(
    ([name, text]) => [resolve(workingFolder, folder, name), text] as const,
  );
  return build(path, workingFolder, { sources, texts: new Map(texts) });
}

/** The files against those that are there. */
export function compareFiles(files: ProjectFiles, place: ProjectPlace): Comparison {
  const { folder, workingFolder } = place;
  const next = [...namedFiles(files, place)].map(([name, text]): [string, NextText] => [name, () => text]);
  return compareKept(new Map(next), { folder, workingFolder });
}
