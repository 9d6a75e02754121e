// Folders → the projects that they hold: a folder is one itself, or a repository of several.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { projectFileName } from "../project/project.ts";

/** How far below a folder a project may stand: `operators/group/name` and two more. */
const deepest = 5;
const passedOver = new Set(["node_modules", "vendor"]);

/**
 * The projects of `paths`, each as it was given, or for a folder without a project file all that stand below it, by path.
 * Charts, folders that begin with a dot and what packages were unpacked into are not searched. Where nothing is found the
 * path itself stays: who reads it says what is wrong.
 */
export function findProjects(
  paths: readonly string[],
  workingFolder: string = process.cwd(),
): readonly string[] {
  return paths.flatMap((path) => {
    const absolute = resolve(workingFolder, path);
    if (isProject(absolute) || !isFolder(absolute)) return path;
    const found = [...projectsBelow(path, absolute, 0)];
    return found.length === 0 ? path : found;
  });
}

function* projectsBelow(path: string, absolute: string, depth: number): Iterable<string> {
  const names = readdirSync(absolute).toSorted();
  if (names.includes("Chart.yaml")) return;
  for (const name of names) {
    const below = join(absolute, name);
    if (name.startsWith(".") || passedOver.has(name) || !isFolder(below)) continue;
    if (isProject(below)) yield join(path, name);
    if (depth < deepest) yield* projectsBelow(join(path, name), below, depth + 1);
  }
}

/** Whether a folder has a project file. */
export function isProject(folder: string): boolean {
  return existsSync(join(folder, projectFileName));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
