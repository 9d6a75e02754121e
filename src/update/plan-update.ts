// A project and a release of its operator → all that an update changes: pins, project file, charts, versions, changelog.
// Writes nothing but the cache.
import { basename, resolve } from "node:path";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import { loadProject } from "../load/load-project.ts";
import type { SourceOptions } from "../load/pinned-sources.ts";
import { projectText } from "../load/project-text.ts";
import type { Project } from "../project/project.ts";
import { projectSources } from "../project/versions.ts";
import type { ReadProject } from "../project-inputs.ts";
import { changedComponents } from "./changed-components.ts";
import { pinProject } from "./pin-project.ts";
import { planCharts } from "./plan-charts.ts";
import type { ProjectPlace } from "./project-files.ts";
import type { UpdatePlan } from "./update-plan.ts";

export interface UpdateOptions {
  /** The release to bring the project to. */
  readonly to: string;
  /** The day of the changelog's entry, such as 2026-11-30. */
  readonly date: string;
  readonly sources?: SourceOptions;
  /** The Helm that renders the charts of both releases; default: the one on the PATH, if there is one. */
  readonly helm?: string;
}

/** The update; with an error among the diagnostics there is none. */
export interface PlannedUpdate {
  readonly plan?: UpdatePlan;
  readonly diagnostics: readonly Diagnostic[];
}

/** Plans to bring the project in `path` to another release, beside the `others` that change with it. */
export async function planUpdate(
  path: string,
  workingFolder: string,
  options: UpdateOptions,
  others: readonly UpdatePlan[] = [],
): Promise<PlannedUpdate> {
  const loaded = await loadForUpdate(path, workingFolder, options, others);
  if ("diagnostics" in loaded) return loaded;
  const { read } = loaded;
  if (!projectSources(read.project).some(({ hasVersion }) => hasVersion)) {
    return { diagnostics: [noSource(read.project, read.positionOf(["sources"]))] };
  }
  const pinned = await pinProject(read, options.to, workingFolder, options.sources ?? {});
  if (hasErrors(pinned.diagnostics)) return { diagnostics: pinned.diagnostics };
  return planCharts({ ...loaded, pinned }, options);
}

/**
 * Plans what changes of the project in `path` because of its components among the `others`; no plan where none of them
 * changes a chart that it has.
 */
export async function planFollower(
  path: string,
  workingFolder: string,
  options: UpdateOptions,
  others: readonly UpdatePlan[],
): Promise<PlannedUpdate> {
  const loaded = await loadForUpdate(path, workingFolder, options, others);
  // What is no project, or a broken one, has no component that is known of.
  if ("diagnostics" in loaded) return { diagnostics: [] };
  return loaded.components.length === 0 ? { diagnostics: [] } : planCharts(loaded, options);
}

/** A project file that was read, with what `planCharts` wants of it. */
interface LoadedForUpdate {
  readonly read: ReadProject;
  readonly text: string;
  readonly place: ProjectPlace;
  readonly components: UpdatePlan["components"];
}

async function loadForUpdate(
  path: string,
  workingFolder: string,
  { sources = {} }: UpdateOptions,
  others: readonly UpdatePlan[],
): Promise<LoadedForUpdate | { readonly diagnostics: readonly Diagnostic[] }> {
  const { project, name, folder, positionOf, diagnostics } = await loadProject(path, workingFolder);
  const text = projectText(resolve(workingFolder, name));
  if (!project || !positionOf || text === undefined) return { diagnostics };
  const read = { project, folder, positionOf };
  return {
    read,
    text,
    place: {
      path,
      workingFolder,
      folder,
      projectFile: basename(name),
      sources,
      others: new Map(others.flatMap(({ texts }) => [...texts])),
    },
    components: changedComponents(read, workingFolder, others),
  };
}

function noSource({ name, version }: Project, position: Position): Diagnostic {
  return {
    severity: "error",
    code: "sources/no-version",
    message: `No source of "${name}" follows the operator's release.`,
    position,
    found: version === undefined ? "no {version} in any path or URL" : "a version that no path or URL names",
    expected: "sources such as `url: https://example.com/releases/{version}/operator.yaml`",
    hint: "Write {version} where the release stands in them.",
  };
}
