// Operators of a few lines, planned; for the tests of this folder.

import { understand } from "../../src/compile.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import type { ChartSetPlan } from "../../src/plan/chart-plan.ts";
import { type PlanOptions, type PlanResult, plan } from "../../src/plan/plan.ts";

/** Plans the charts of the sources in `text`, which must be fine. */
export function planResult(text: string, options: Partial<PlanOptions> = {}): PlanResult {
  const { operator, diagnostics } = understand([{ name: "a.yaml", text }], {});
  if (!operator) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
  return plan(operator, { name: "quay", ...options });
}

/** The plan, which must be there. */
export function planned(text: string, options: Partial<PlanOptions> = {}): ChartSetPlan {
  const { plan: found, diagnostics } = planResult(text, options);
  if (!found) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
  return found;
}

/** The values' paths of the workloads and containers, by `Kind namespace/name` and `… container`. */
export function blockNames(set: ChartSetPlan): Readonly<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const { workload, path, containers } of set.charts.flatMap(({ blocks }) => blocks)) {
    const place = workload.manifest.reference.namespace ?? "";
    const name = `${workload.kind} ${place}/${workload.name}`;
    names[name] = path.join(".");
    for (const block of containers) names[`${name} ${block.container.name}`] = block.path.join(".");
  }
  return names;
}
