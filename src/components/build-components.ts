// The components of a project, each compiled from its own project, in the order of the project file.
import { join, relative, sep } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import type { ChartSet } from "../emit/chart.ts";
import type { ParentChart } from "../plan/chart-plan.ts";
import type { ProjectComponent } from "../project/components.ts";
import { defaultOutput, type Project } from "../project/project.ts";
import type { PathStep } from "../yaml/tree.ts";
import { cycle, planForeign, planOwn } from "./plan-component.ts";
import { presetFaults } from "./preset-faults.ts";
import { switchFaults } from "./switch-faults.ts";
import type { BuiltComponent } from "./vendor.ts";

/** Where a project stands among those that have it as a component: the outermost release, and the way to it. */
export interface Place {
  readonly release: string;
  /** What Helm calls the chart there; its name when nothing else is said. */
  readonly key?: string;
  /** The folders of the projects from the outermost one to this one. */
  readonly trail: readonly string[];
}

/** A project that was compiled as a component. */
export interface BuiltProject {
  readonly chartSet?: ChartSet;
  /** The folder of its charts, as the folder of a project is seen. */
  readonly output: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** A project and how its components are compiled. */
export interface ComponentsInput {
  readonly project: Project;
  /** The project's folder; relative to where the folders of `build` start. */
  readonly folder: string;
  readonly positionOf: (path: readonly PathStep[]) => Position;
  readonly isRelease: boolean;
  /** Undefined for a project that is no component itself. */
  readonly place: Place | undefined;
  build(folder: string, place: Place): Promise<BuiltProject>;
}

export interface BuiltComponents {
  readonly built: readonly BuiltComponent[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles the components; with an error among the diagnostics the list is not complete. */
export async function buildComponents(input: ComponentsInput): Promise<BuiltComponents> {
  const built: BuiltComponent[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, component] of (input.project.components ?? []).entries()) {
    const field = component.project === undefined ? "chart" : "project";
    const position = input.positionOf(["components", index, field]);
    const at = (path: readonly PathStep[]) => input.positionOf(["components", index, ...path]);
    const switchPosition = component.condition === undefined ? position : at(["condition"]);
    if (component.project === undefined) {
      const foreign = planForeign({ component, position, switchPosition, isRelease: input.isRelease });
      built.push({ component: foreign });
      diagnostics.push(...switchFaults({ component: foreign, chart: undefined, positionOf: at }));
      continue;
    }
    const one = await buildOwn(input, component, component.project, { position, switchPosition });
    diagnostics.push(...one.diagnostics);
    if (one.built?.compiled) {
      const { chart } = one.built.compiled;
      diagnostics.push(
        ...presetFaults(chart, component.values ?? {}, (path) => at(["values", ...path])),
        ...switchFaults({ component: one.built.component, chart, positionOf: at }),
      );
    }
    if (one.built) built.push(one.built);
  }
  return { built, diagnostics };
}

async function buildOwn(
  { project, folder, isRelease, place, build }: ComponentsInput,
  component: ProjectComponent,
  path: string,
  { position, switchPosition }: { readonly position: Position; readonly switchPosition: Position },
): Promise<{ readonly built?: BuiltComponent; readonly diagnostics: readonly Diagnostic[] }> {
  const other = join(folder, path);
  const trail = [...(place?.trail ?? [folder]), other];
  if (trail.slice(0, -1).includes(other)) return { diagnostics: [cycle(trail, position)] };
  const key = component.alias ?? component.chart;
  const compiled = await build(other, {
    release: place?.release ?? operatorChart(project),
    ...(key === undefined ? {} : { key }),
    trail,
  });
  // What only warns or informs is told when that project itself is built.
  const diagnostics = compiled.diagnostics
    .filter(({ severity }) => severity === "error")
    .map((diagnostic) => (diagnostic.position ? diagnostic : { ...diagnostic, position }));
  if (!compiled.chartSet) return { diagnostics };
  const chartFolder = join(folder, project.output ?? defaultOutput, project.name);
  const address = (chart: string) => relative(chartFolder, join(compiled.output, chart)).replaceAll(sep, "/");
  const planned = planOwn({ component, position, switchPosition, isRelease }, compiled.chartSet, address);
  if (!planned.ok) return { diagnostics: [...diagnostics, planned.diagnostic] };
  const { chart } = planned;
  return {
    built: { component: planned.planned, compiled: { set: compiled.chartSet, chart, folder: path } },
    diagnostics,
  };
}

/** The chart that has the components: the one with the operator, which some layouts do not call after the set. */
function operatorChart({ name, layout }: Project): string {
  return layout === "operator-and-cr" || layout === "crds-operator-cr" ? `${name}-operator` : name;
}

/** How the chart of `project` is known where it is a component. */
export function parentOf({ name }: Project, { release, key = name }: Place): ParentChart {
  return { release, key };
}
