// `templates/_provider-<name>.tpl`: what the chart has for each provider alone, and where its other templates look into it.
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { type ProviderPlan, requiredOf } from "../plan/providers.ts";
import type { Template } from "../template/edit.ts";
import { printTemplate } from "../template/print.ts";
import { partialPath, printProviderPartial, providerValues } from "../template/provider-parts.ts";
import { printRequirements } from "../template/provider-settings.ts";
import type { TransformedChart } from "../transform/chart-template.ts";
import { hasProviders } from "./provider-facts.ts";

/** A file for each provider: what its overlay has alone, and the settings that it must have. */
export function providerPartials(
  set: ChartSetPlan,
  transformed: TransformedChart,
): readonly (readonly [string, string])[] {
  const { plan, partials } = transformed;
  const known = providersOf(set, plan);
  return providerFileNames(set, transformed).map((name) => {
    // A provider without an overlay has what most of the others have.
    const own = partials?.find(({ provider }) => provider === name) ?? {
      provider: name,
      defaults: [],
      parts: [],
    };
    const provider = known.find((candidate) => candidate.name === name);
    const blocks = [
      ...(partials ? [printProviderPartial(plan.name, own)] : []),
      ...(provider ? [requirements(plan.name, provider)] : []),
    ];
    return [partialPath(name), blocks.join("\n")];
  });
}

/** The providers that have a file: those with an overlay, and those with settings. */
export function providerFileNames(
  set: ChartSetPlan,
  { plan, partials = [] }: TransformedChart,
): readonly string[] {
  const overlays = partials.map(({ provider }) => provider);
  return [...new Set([...overlays, ...providersOf(set, plan).map(({ name }) => name)])];
}

function providersOf(set: ChartSetPlan, chart: ChartPlan): readonly ProviderPlan[] {
  return hasProviders(set, chart) ? (set.providers?.all ?? []) : [];
}

function requirements(chart: string, provider: ProviderPlan): string {
  return printRequirements(chart, provider.name, {
    settings: requiredOf(provider, "settings"),
    secrets: requiredOf(provider, "secrets"),
  });
}

/** The template with the providers' defaults set first, if it reads a value that may have one. */
export function withProviderValues(chart: TransformedChart, template: Template): Template {
  const { plan, partials = [] } = chart;
  const keys = new Set(partials.flatMap(({ defaults }) => defaults.map(({ path }) => path[0] ?? "")));
  // Named templates for names of objects read the values that they are called after.
  const reads = [...keys].some((key) =>
    [`.Values.${key}`, `.Values "${key}"`, `"${plan.name}.${key}.`].some((words) =>
      template.text.includes(words),
    ),
  );
  if (!reads) return template;
  const first = printTemplate([{ kind: "output", expression: providerValues(plan.name), trimLeft: true }]);
  return { text: `${first}\n${template.text}`, origins: [0, ...template.origins] };
}
