// Charts from anywhere → one release, as real Helm renders it. Writes nothing but on the workbench.
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import { type ReleaseOptions, withRenderedSets } from "./render-sets.ts";
import type { ChartRelease } from "./upgrade/chart-release.ts";
import { releasedCharts } from "./upgrade/released-chart.ts";

/** The charts of one set; with an error among the diagnostics there is none. */
export interface RenderReleaseResult {
  readonly rendered?: {
    /** The project's name; else that of the chart with the operator. */
    readonly name: string;
    readonly release: ChartRelease;
    readonly namespace: string;
    /** The version of Helm. */
    readonly helm: string;
    readonly values: readonly string[];
  };
  readonly diagnostics: readonly Diagnostic[];
}

/** Renders the charts that `references` mean (as `readCharts` has them), all of one set. Throws HelmError without Helm. */
export function renderRelease(
  references: readonly string[],
  workingFolder: string,
  options: ReleaseOptions,
): Promise<RenderReleaseResult> {
  return withRenderedSets(references, workingFolder, options, async (sets, diagnostics) => {
    const [set, ...others] = sets;
    if (!set || hasErrors(diagnostics)) return { diagnostics };
    if (others.length > 0)
      return { diagnostics: [...diagnostics, severalSets(sets.map(({ name }) => name))] };
    const { name, namespace, helm, values, charts } = set;
    const release = {
      charts: releasedCharts(
        charts.map(({ rendered }) => rendered),
        namespace,
      ),
    };
    return { rendered: { name, release, namespace, helm: helm.version, values }, diagnostics };
  });
}

function severalSets(names: readonly string[]): Diagnostic {
  return {
    severity: "error",
    code: "charts/several-sets",
    message: "These charts are no set of their own.",
    found: names.join(", "),
    expected: "the charts of one project, or charts that are given by themselves",
  };
}
