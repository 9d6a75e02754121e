// What emit asks of the providers of a chart.
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import type { ProviderFacts } from "../template/provider-settings.ts";
import type { Value } from "../transform/value.ts";
import { valueAt } from "./chart-facts.ts";

/** What the named templates of the chart depend on; undefined where it is not the one with the providers. */
export function providerFacts(
  { providers }: ChartSetPlan,
  chart: ChartPlan,
  values: readonly Value[],
): ProviderFacts | undefined {
  if (!providers || !hasProviders({ providers }, chart)) return undefined;
  return {
    chart: chart.name,
    names: providers.all.map(({ name }) => name),
    variable: providers.variable,
    hasOwnTexts: providers.all.some(({ namespaces }) => Object.keys(namespaces).length > 0),
    secrets: providers.secrets.map(({ name, existing, files }) => ({
      name,
      existing,
      files,
      isUsed: valueAt(values, ["secrets", existing]) !== undefined,
      fileKeys: files
        ? []
        : providers.secrets.flatMap(({ files: held }) =>
            held?.providers ? held.keys.map(({ value }) => value) : [],
          ),
    })),
  };
}

/** Whether the chart is the one with the providers' ConfigMap. */
export function hasProviders({ providers }: Pick<ChartSetPlan, "providers">, chart: ChartPlan): boolean {
  return chart.templates.some(({ manifest }) => manifest === providers?.configMap);
}
