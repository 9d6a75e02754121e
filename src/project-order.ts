// Which projects a command works on, and in which order: those of components in front.
import { join, resolve } from "node:path";
import { findProjects } from "./load/find-projects.ts";
import { loadProject } from "./load/load-project.ts";

/**
 * The projects in `paths` with those of their components in front, each once: what a component's `file://` address leads
 * to is there before the chart that has it.
 */
export async function projectsInOrder(
  paths: readonly string[],
  workingFolder: string = process.cwd(),
): Promise<readonly string[]> {
  const ordered = new Map<string, string>();
  const visit = async (path: string, trail: readonly string[]): Promise<void> => {
    const { project, folder, diagnostics } = await loadProject(path, workingFolder);
    const identity = resolve(workingFolder, folder);
    // Where there is no such project, the one that names it can say where it does.
    if (trail.length > 0 && diagnostics.some(({ code }) => code === "project/not-found")) return;
    if (trail.includes(identity)) return;
    for (const { project: other } of project?.components ?? []) {
      if (other !== undefined) await visit(join(folder, other), [...trail, identity]);
    }
    if (!ordered.has(identity)) ordered.set(identity, path);
  };
  for (const path of paths) await visit(path, []);
  return [...ordered.values()];
}

/**
 * The projects of `paths`, folders of several searched, in the order in which they are needed. Components that were
 * neither named nor found are not among them.
 */
export async function projectsOf(
  paths: readonly string[],
  workingFolder: string = process.cwd(),
): Promise<readonly string[]> {
  const found = findProjects(paths, workingFolder);
  if (found.length < 2) return found;
  const named = new Set(found.map((path) => resolve(workingFolder, path)));
  const ordered = await projectsInOrder(found, workingFolder);
  return ordered.filter((path) => named.has(resolve(workingFolder, path)));
}

/** The projects below the working folder that have the one in `folder` as a component. */
export async function dependentsOf(folder: string, workingFolder: string): Promise<readonly string[]> {
  const own = resolve(workingFolder, folder);
  const dependents: string[] = [];
  for (const path of findProjects(["."], workingFolder)) {
    const { project, folder: other } = await loadProject(path, workingFolder);
    const components = project?.components ?? [];
    const has = components.some(
      (component) =>
        component.project !== undefined && resolve(workingFolder, other, component.project) === own,
    );
    if (has) dependents.push(path);
  }
  return dependents;
}
