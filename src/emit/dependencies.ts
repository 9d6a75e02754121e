// What a chart depends on, as Chart.yaml and Chart.lock name it.
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { crdSubchart } from "../plan/single.ts";
import { hasCrdSubchart } from "./chart-facts.ts";
import { hasCrdLibrary } from "./crd-library.ts";

/** One entry of `dependencies`: https://helm.sh/docs/topics/charts/#chart-dependencies */
export interface Dependency {
  readonly name: string;
  readonly version: string;
  /** Undefined for a chart that Helm finds in charts/ and nowhere else. */
  readonly repository?: string;
  /** Undefined for one that is always there. */
  readonly condition?: string;
  readonly alias?: string;
}

/** The bundled subchart or library of CRDs, then the components that this build declares. */
export function dependencies({ metadata, operator }: ChartSetPlan, chart: ChartPlan): readonly Dependency[] {
  const bundled: Dependency = {
    name: crdSubchart,
    version: metadata.version,
    condition: `${crdSubchart}.enabled`,
  };
  const declared = chart.components.filter(({ isDeclared }) => isDeclared);
  return [
    ...(hasCrdSubchart(chart) ? [bundled] : []),
    ...(hasCrdLibrary(chart, operator) ? [{ name: crdSubchart, version: metadata.version }] : []),
    ...declared.map(
      ({ name, version, repository, condition, alias }): Dependency => ({
        name,
        version,
        repository,
        condition: condition.join("."),
        ...(alias === undefined ? {} : { alias }),
      }),
    ),
  ];
}
