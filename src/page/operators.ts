// The operators of a chart set: its own, and those of the components that are inside its charts.
import type { Operator } from "../classify/operator.ts";
import type { ChartSet } from "../emit/chart.ts";

/** All of them, the set's own first. */
export function operatorsOf({ plan, components = [] }: ChartSet): readonly Operator[] {
  return [plan.operator, ...components.map((component) => component.plan.operator)];
}
