// The settings of the preflight.
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import type { Value } from "../transform/value.ts";
import { chartFacts } from "./chart-facts.ts";
import { checks } from "./preflight.ts";
import { hasProviders } from "./provider-facts.ts";

/** The settings of the preflight; none where the chart has nothing to look for. */
export function preflightValues(
  set: ChartSetPlan,
  chart: ChartPlan,
  values: readonly Value[],
): readonly Value[] {
  const provides = hasProviders(set, chart);
  const looks = checks(chartFacts(set, chart, values)).length > 0;
  if (!looks && !provides) return [];
  const words = [
    ...(looks
      ? [
          "Whether to refuse an install or upgrade that the cluster is not ready for. Looking needs the right to get Namespaces and CustomResourceDefinitions; where Helm has no cluster at hand (helm template, Argo CD) nothing is looked at.",
        ]
      : []),
    ...(provides ? ["Whether to refuse a provider whose required settings are not set."] : []),
  ];
  return [
    {
      path: ["preflight"],
      role: "section",
      description: `Checks ${looks ? "of the live cluster " : ""}before an install or upgrade. They can only refuse it.`,
      schema: { type: "object" },
    },
    {
      path: ["preflight", "enabled"],
      default: true,
      description: words.join(" "),
      schema: { type: "boolean" },
    },
  ];
}
