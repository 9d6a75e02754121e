// Projects and a release → the updates of all of them, and of the projects that have them as components.
import { resolve } from "node:path";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { dependentsOf, projectsOf } from "../project-order.ts";
import { planFollower, planUpdate, type UpdateOptions } from "./plan-update.ts";
import type { UpdatePlan } from "./update-plan.ts";

/** The updates, components first; with an error among the diagnostics they are not all. */
export interface PlannedUpdates {
  readonly plans: readonly UpdatePlan[];
  /** Projects that cannot follow their components: the errors among the diagnostics are theirs. */
  readonly stuck: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Plans to bring the projects in `paths`, components first, to another release, and along with them those below the
 * working folder that have one of them as a component; without `hasDependents` these are only named.
 */
export async function planUpdates(
  paths: readonly string[],
  workingFolder: string,
  { hasDependents, ...options }: UpdateOptions & { readonly hasDependents: boolean },
): Promise<PlannedUpdates> {
  const plans: UpdatePlan[] = [];
  const stuck: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of paths) {
    const planned = await planUpdate(path, workingFolder, options, plans);
    diagnostics.push(...planned.diagnostics);
    if (planned.plan) plans.push(planned.plan);
  }
  if (hasErrors(diagnostics)) return { plans, stuck: [], diagnostics };
  if (!hasDependents) return { plans: await withDependents(plans, workingFolder), stuck: [], diagnostics };
  const folders = new Set(plans.map(({ folder }) => resolve(workingFolder, folder)));
  // Components first, so that what follows a project that follows another one is found, too.
  for (const path of await projectsOf(["."], workingFolder)) {
    if (folders.has(resolve(workingFolder, path))) continue;
    const planned = await planFollower(path, workingFolder, options, plans);
    diagnostics.push(...planned.diagnostics);
    if (planned.plan) plans.push(planned.plan);
    else if (hasErrors(planned.diagnostics)) stuck.push(path);
  }
  return { plans, stuck, diagnostics };
}

/** The plans with the names of the projects that stay as they are, of which they are components. */
async function withDependents(
  plans: readonly UpdatePlan[],
  workingFolder: string,
): Promise<readonly UpdatePlan[]> {
  const folders = new Set(plans.map(({ folder }) => resolve(workingFolder, folder)));
  const named: UpdatePlan[] = [];
  for (const plan of plans) {
    const dependents = await dependentsOf(plan.folder, workingFolder);
    named.push({
      ...plan,
      dependents: dependents.filter((path) => !folders.has(resolve(workingFolder, path))),
    });
  }
  return named;
}
