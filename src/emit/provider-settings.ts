// The files that a chart for several providers has of its own: named templates of each provider, and Secrets that the
// sources do not hold.
import { fileNameOf } from "../kubernetes/names.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { requiredOf } from "../plan/providers.ts";
import { printExternalSecret, printFilesSecret } from "../template/provider-secrets.ts";
import { printRequirements } from "../template/provider-settings.ts";
import { providerFacts } from "./provider-facts.ts";

/** The files by path. */
export function providerFiles(set: ChartSetPlan, chart: ChartPlan): readonly (readonly [string, string])[] {
  const { providers } = set;
  const facts = providerFacts(set, chart);
  if (!providers || !facts) return [];
  const isHeld = (name: string) =>
    providers.secrets.some((secret) => secret.name === name && secret.manifest);
  return [
    ...providers.all.map(
      (provider) =>
        [
          `templates/_provider-${provider.name}.tpl`,
          printRequirements(chart.name, provider.name, {
            settings: requiredOf(provider, "settings"),
            secrets: requiredOf(provider, "secrets"),
          }),
        ] as const,
    ),
    ...facts.secrets
      .filter(({ name }) => !isHeld(name))
      .map(
        (secret) =>
          [`templates/secret-${fileNameOf(secret.name)}.yaml`, printFilesSecret(chart.name, secret)] as const,
      ),
    ...facts.secrets.map(
      (secret) =>
        [
          `templates/external-secret-${fileNameOf(secret.name)}.yaml`,
          printExternalSecret(chart.name, secret),
        ] as const,
    ),
  ];
}
