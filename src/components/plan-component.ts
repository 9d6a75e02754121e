// A component of the project file → what the chart that depends on it says of it, or why it cannot.
import { posix } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import type { Chart, ChartSet } from "../emit/chart.ts";
import { gitopsValues } from "../emit/gitops-examples.ts";
import type { Component } from "../plan/component.ts";
import type { ProjectComponent } from "../project/components.ts";

/** A component, where the project file has it, and how it is built. */
export interface ComponentInput {
  readonly component: ProjectComponent;
  readonly position: Position;
  readonly switchPosition: Position;
  /** Whether the charts are for a release, which takes components from where they are published. */
  readonly isRelease: boolean;
}

/** The component, or why there is none. */
export type Planned<Result> =
  | ({ readonly ok: true } & Result)
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** A chart from a repository: only a release declares it, since Helm stops where a declared chart is missing. */
export function planForeign({ component, position, switchPosition, isRelease }: ComponentInput): Component {
  const { chart = "", version = "", repository = "" } = component;
  return {
    ...common(component, chart),
    name: chart,
    version,
    repository,
    isDeclared: isRelease,
    position,
    switchPosition,
  };
}

/** The chart of another project; `address` is where it stands from the folder of the chart that depends on it. */
export function planOwn(
  { component, position, switchPosition, isRelease }: ComponentInput,
  set: ChartSet,
  address: (chart: string) => string,
): Planned<{ readonly planned: Component; readonly chart: Chart }> {
  const { project = "", repository } = component;
  const names = set.charts.map(({ plan }) => plan.name);
  const name = component.chart ?? names[0] ?? "";
  const chart = set.charts.find(({ plan }) => plan.name === name);
  if (!chart || (component.chart === undefined && names.length > 1)) {
    return { ok: false, diagnostic: notOneChart(project, names, component.chart, position) };
  }
  if (isRelease && repository === undefined) return { ok: false, diagnostic: noAddress(name, position) };
  const planned: Component = {
    ...common(component, name),
    name,
    version: set.plan.metadata.version,
    repository: isRelease ? (repository ?? "") : `file://${posix.normalize(address(name))}`,
    isDeclared: true,
    description: set.plan.metadata.description,
    globals: chart.values.flatMap(({ path: [first, key] }) => (first === "global" && key ? [key] : [])),
    gitops: gitopsValues(set.plan, chart.plan, chart.values),
    position,
    switchPosition,
  };
  return { ok: true, planned, chart };
}

function common(
  { alias, condition, enabled = true, values = {} }: ProjectComponent,
  name: string,
): Pick<Component, "alias" | "condition" | "isEnabled" | "values"> {
  return {
    ...(alias === undefined ? {} : { alias }),
    condition: condition?.split(".") ?? [alias ?? name, "enabled"],
    isEnabled: enabled,
    values,
  };
}

function notOneChart(
  project: string,
  names: readonly string[],
  asked: string | undefined,
  position: Position,
): Diagnostic {
  return {
    severity: "error",
    code: "components/chart",
    message:
      asked === undefined
        ? `The project "${project}" has several charts, which are installed one after the other; those of a release are installed at once.`
        : `The project "${project}" has no chart "${asked}".`,
    position,
    found: names.join(", "),
    expected: asked === undefined ? "one chart" : "the name of one of its charts",
    hint:
      asked === undefined
        ? "Give the project a layout of one chart (one-chart or single), or name with `chart` the one that is meant."
        : `Write one of ${names.join(", ")}.`,
  };
}

function noAddress(name: string, position: Position): Diagnostic {
  return {
    severity: "error",
    code: "components/repository",
    message: `A release cannot tell where the chart "${name}" is published.`,
    position,
    found: "no repository",
    expected: "the address from which Helm fetches the chart",
    hint: "Set `repository` of the component, such as oci://ghcr.io/example/charts.",
  };
}

/** A project that depends on itself; `trail` are the folders from the first to the one that comes again. */
export function cycle(trail: readonly string[], position: Position): Diagnostic {
  return {
    severity: "error",
    code: "components/cycle",
    message: "A chart cannot depend on itself.",
    position,
    found: trail.map((folder) => `"${folder}"`).join(" → "),
    expected: "components that do not lead back",
    hint: "Take out the component that leads back.",
  };
}
