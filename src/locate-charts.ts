// Where the charts are that a path means: an archive, a chart's folder, a folder of these, or a project with the charts that
// it has built.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "./build.ts";
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import type { Chart, ChartSet } from "./emit/chart.ts";
import { isProject } from "./load/find-projects.ts";
import type { SourceOptions } from "./load/pinned-sources.ts";
import { projectsOf } from "./project-order.ts";
import { orphanedEdits, unresolvedEdits } from "./write/hand-edits.ts";
import { ownFolder } from "./write/record.ts";

/** A chart on the disk. */
export interface LocatedChart {
  /** As people find it from the working folder. */
  readonly path: string;
  readonly absolute: string;
  readonly isArchive: boolean;
  /** What it was compiled as; undefined for a chart that is given by itself. */
  readonly compiled?: { readonly chart: Chart; readonly set: ChartSet };
}

/** The charts of a path; with an error among the diagnostics there are none. */
export interface LocatedCharts {
  readonly charts: readonly LocatedChart[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface LocateOptions {
  /** How pinned sources of projects are come by. */
  readonly sources?: SourceOptions;
}

/**
 * The charts that `path` means, of a project in the order in which they are installed, of a folder of several projects
 * those of all, of a folder of charts and archives these, by their names. A relative path starts at `workingFolder`. The
 * charts of a project have to be up to date.
 */
export async function locateCharts(
  path: string,
  workingFolder: string,
  options: LocateOptions = {},
): Promise<LocatedCharts> {
  const nothing = nothingAt(path, workingFolder);
  if (nothing) return { charts: [], diagnostics: [nothing] };
  const given = chartAt(path, workingFolder);
  if (given) return { charts: [given], diagnostics: [] };
  const projects = await projectsOf([path], workingFolder);
  const isProjects = projects.length > 1 || projects[0] !== path || isProject(resolve(workingFolder, path));
  const charts = isProjects ? [] : chartsIn(path, workingFolder);
  if (charts.length > 0) return { charts, diagnostics: [] };
  const located: LocatedCharts[] = [];
  for (const project of projects) {
    located.push(await locateProject(project, workingFolder, options));
  }
  return {
    charts: located.flatMap(({ charts }) => charts),
    diagnostics: located.flatMap(({ diagnostics }) => diagnostics),
  };
}

/** The chart or archive at a path itself. */
function chartAt(path: string, workingFolder: string): LocatedChart | undefined {
  const absolute = resolve(workingFolder, path);
  const isFile = statSync(absolute, { throwIfNoEntry: false })?.isFile() ?? false;
  const isArchive = isFile && /\.(?:tgz|tar\.gz)$/.test(path);
  return isArchive || existsSync(join(absolute, "Chart.yaml")) ? { path, absolute, isArchive } : undefined;
}

/** The charts and archives in a folder that is none itself. */
function chartsIn(path: string, workingFolder: string): readonly LocatedChart[] {
  const absolute = resolve(workingFolder, path);
  if (!statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = readdirSync(absolute).toSorted();
  return names.flatMap((name) => chartAt(join(path, name), workingFolder) ?? []);
}

/** Says that there is nothing at a path; undefined where there is something, or where a registry has to be asked. */
export function nothingAt(path: string, workingFolder: string): Diagnostic | undefined {
  if (path.startsWith("oci://") || existsSync(resolve(workingFolder, path))) return undefined;
  return {
    severity: "error",
    code: "charts/not-found",
    message: `There is nothing at "${path}".`,
    found: "no file and no folder",
    expected: "a project, a chart, or an archive of one",
  };
}

/** Whether `reference` means charts by themselves: a chart's folder or one that holds some, an archive, one of a registry. */
export function meansCharts(reference: string, workingFolder: string): boolean {
  if (reference.startsWith("oci://") || chartAt(reference, workingFolder)) return true;
  return !isProject(resolve(workingFolder, reference)) && chartsIn(reference, workingFolder).length > 0;
}

async function locateProject(
  path: string,
  workingFolder: string,
  { sources }: LocateOptions,
): Promise<LocatedCharts> {
  const options = sources ? { sources } : {};
  const { chartSet, comparison, diagnostics } = await build(path, workingFolder, options);
  const problems = diagnostics.filter(({ severity }) => severity !== "info");
  if (!chartSet || !comparison || hasErrors(problems)) return { charts: [], diagnostics: problems };
  const unresolved = unresolvedEdits(comparison);
  if (unresolved.length > 0) return { charts: [], diagnostics: [...problems, ...unresolved] };
  // What chartwright remembers beside the charts is in none of them.
  const [change, ...others] = comparison.changes.filter(
    ({ path: file }) => !file.startsWith(`${ownFolder}/`),
  );
  if (change) {
    const stale: Diagnostic = {
      severity: "error",
      code: "archive/stale",
      message: `The charts of "${path}" are not what the project says.`,
      found: `${join(comparison.folder, change.path)} and ${others.length} other files to write`,
      expected: "charts that are up to date",
      hint: "Run `chartwright build` and look at what changed.",
    };
    return { charts: [], diagnostics: [...problems, stale] };
  }
  const charts = chartSet.charts.map((chart) => ({
    path: join(comparison.folder, chart.plan.name),
    absolute: join(comparison.absoluteFolder, chart.plan.name),
    isArchive: false,
    compiled: { chart, set: chartSet },
  }));
  return { charts, diagnostics: [...problems, ...orphanedEdits(comparison)] };
}
