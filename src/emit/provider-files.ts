// `templates/_provider-<name>.tpl`: what the chart has for each provider alone, and where its other templates look into it.
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { type ProviderPlan, requiredOf } from "../plan/providers.ts";
import type { Template } from "../template/edit.ts";
import { printTemplate } from "../template/print.ts";
import { partialPath, printProviderPartial, providerValues } from "../template/provider-parts.ts";
import { printOwnSettings, printRequirements } from "../template/provider-settings.ts";
import type { TransformedChart } from "../transform/chart-template.ts";
import { hasProviders } from "./provider-facts.ts";

/** A file for each provider: what its overlay has alone, and the settings that it must have. */
export function providerPartials(
  set: ChartSetPlan,
  transformed: TransformedChart,
): readonly (readonly [string, string])[] {
  const { plan, partials, common = [] } = transformed;
  const known = providersOf(set, plan);
  const hasOwnTexts = known.some(({ namespaces }) => Object.keys(namespaces).length > 0);
  return providerFileNames(set, transformed).map((name) => {
    // A provider without an overlay has what most of the others have.
    const own = partials?.find(({ provider }) => provider === name) ?? {
      provider: name,
      defaults: common,
      parts: [],
    };
    const provider = known.find((candidate) => candidate.name === name);
    const blocks = [
      ...(partials ? [printProviderPartial(plan.name, own)] : []),
      ...(provider && hasOwnTexts ? [ownSettings(plan.name, provider)] : []),
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

function ownSettings(chart: string, { name, settings, namespaces }: ProviderPlan): string {
  const texts = Object.entries(namespaces).map(([key, tokens]) => {
    const text = settings[key] ?? "";
    const starts = [0, ...tokens.map(({ end }) => end)];
    const ends = [...tokens.map(({ start }) => start), text.length];
    return [key, starts.map((start, index) => text.slice(start, ends[index]))] as const;
  });
  return printOwnSettings(chart, name, texts);
}

function requirements(chart: string, provider: ProviderPlan): string {
  return printRequirements(chart, provider.name, {
    settings: requiredOf(provider, "settings"),
    secrets: requiredOf(provider, "secrets"),
  });
}

/** The template with the providers' defaults set first, if it reads a value that may have one. */
export function withProviderValues(chart: TransformedChart, template: Template): Template {
  if (!readsProviderValues(chart, template.text)) return template;
  const lines = template.text.split("\n");
  // What stands in front of a named template is not part of it.
  const at = /^\{\{-? define /.test(lines[0] ?? "") ? 1 : 0;
  const origin = template.origins[at] ?? 0;
  return {
    text: lines.toSpliced(at, 0, firstLine(chart)).join("\n"),
    origins: template.origins.toSpliced(at, 0, origin),
  };
}

/** A file of templates that stands for no object of the sources, with the same in front. */
export function fileWithProviderValues(
  chart: TransformedChart,
  [path, text]: readonly [string, string],
): readonly [string, string] {
  const isRendered = /^templates\/(?:.*\/)?[^_/][^/]*$/.test(path);
  return isRendered && readsProviderValues(chart, text)
    ? [path, `${firstLine(chart)}\n${text}`]
    : [path, text];
}

function firstLine({ plan }: TransformedChart): string {
  return printTemplate([{ kind: "output", expression: providerValues(plan.name), trimLeft: true }]);
}

function readsProviderValues({ plan, partials = [] }: TransformedChart, text: string): boolean {
  const paths = partials.flatMap(({ defaults }) => defaults.map(({ path }) => path));
  // Named templates for names of objects read the values that they are called after.
  return [...new Set(paths.map(([key = ""]) => key))].some((key) =>
    [`.Values.${key}`, `.Values "${key}"`, `"${plan.name}.${key}.`].some((words) => text.includes(words)),
  );
}
