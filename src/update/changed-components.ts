// The components of a project that an update changes: what that means for the project's own charts, values and changelog.
import { resolve } from "node:path";
import type { ReadProject } from "../project-inputs.ts";
import { largestBump } from "../upgrade/finding.ts";
import type { ValueMove } from "../upgrade/moved-values.ts";
import type { ChartValueChanges, ReleaseChange, ReleaseItem } from "../upgrade/release-change.ts";
import { movesOf } from "./older-charts.ts";
import type { ChangedComponent, UpdatePlan } from "./update-plan.ts";

/** The components of the project whose charts one of the `plans` changes. */
export function changedComponents(
  { project, folder }: ReadProject,
  workingFolder: string,
  plans: readonly UpdatePlan[],
): readonly ChangedComponent[] {
  return (project.components ?? []).flatMap((component): readonly ChangedComponent[] => {
    if (component.project === undefined) return [];
    const own = resolve(workingFolder, folder, component.project);
    const plan = plans.find((other) => resolve(workingFolder, other.folder) === own);
    if (!plan || plan.charts.changes.length === 0) return [];
    const chart = component.chart ?? plan.chartSet.charts[0]?.plan.name ?? plan.project;
    return [{ plan, chart, key: component.alias ?? chart }];
  });
}

/** What became of the values of components, below their keys in the chart `chart`. */
export function componentValues(
  chart: string,
  components: readonly ChangedComponent[],
  part: "values" | "told",
): readonly ChartValueChanges[] {
  const changes = components.flatMap(({ plan, chart: own, key }) =>
    plan[part]
      .filter((one) => one.chart === own)
      .flatMap((one) => one.changes.map((change) => ({ ...change, path: [key, ...change.path] }))),
  );
  return changes.length === 0 ? [] : [{ chart, changes }];
}

/** The values of components that have another path, below their keys. */
export function componentMoves(components: readonly ChangedComponent[]): readonly ValueMove[] {
  return components.flatMap(({ plan, chart, key }) => {
    const own = plan.chartSet.charts.find((one) => one.plan.name === chart);
    const moves = own ? movesOf(own, plan.moves) : [];
    return moves.map(({ from, to }) => ({ from: [key, ...from], to: [key, ...to] }));
  });
}

/**
 * The change of a project together with those of its components: a chart holds them whole, so that its version is raised at
 * least as theirs are, also where they are off unless somebody switches them on.
 */
export function withComponentChanges(
  change: ReleaseChange,
  components: readonly ChangedComponent[],
): ReleaseChange {
  const items = components.map(componentItem);
  const bump = largestBump([change, ...components.flatMap(({ plan }) => plan.change ?? [])]);
  const because = components.find(({ plan }) => plan.change?.bump === bump);
  const reason =
    change.bump === bump || !because
      ? change.reason
      : `the component ${because.key}: ${because.plan.change?.reason}`;
  return { bump, reason, items: [...items, ...change.items] };
}

function componentItem({ key, plan }: ChangedComponent): ReleaseItem {
  const { project, from, to, chartVersion } = plan;
  const { before, after } = chartVersion;
  const release = from === to ? "" : `: ${project} ${from === undefined ? to : `${from} → ${to}`}`;
  return {
    kind: "changed",
    text: `Component \`${key}\` ${before === after ? after : `${before} → ${after}`}${release}.`,
  };
}
