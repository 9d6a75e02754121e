// The files that a chart for several providers has of its own: values files of each provider, and Secrets that the
// sources do not hold.
import type { SettingGroup } from "../flags/setting.ts";
import { fileNameOf } from "../kubernetes/names.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import type { ProviderPlan } from "../plan/providers.ts";
import { printExternalSecret, printFilesSecret } from "../template/provider-secrets.ts";
import type { Value } from "../transform/value.ts";
import { providerFacts } from "./provider-facts.ts";
import { settingsFile, settingsFileName, settingsIn } from "./settings-files.ts";

/** The files by path. */
export function providerFiles(
  set: ChartSetPlan,
  chart: ChartPlan,
  values: readonly Value[],
): readonly (readonly [string, string])[] {
  const { providers } = set;
  const facts = providerFacts(set, chart, values);
  if (!providers || !facts) return [];
  const isHeld = (name: string) =>
    providers.secrets.some((secret) => secret.name === name && secret.manifest);
  return [
    ...providers.all.flatMap((provider) => valuesFiles(chart, provider, provider.name === providers.default)),
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

/** The values files of a provider, for those who install the chart. */
function valuesFiles(
  chart: ChartPlan,
  provider: ProviderPlan,
  isDefault: boolean,
): readonly (readonly [string, string])[] {
  const { name, documented, valuesFiles: own } = provider;
  return (["settings", "secrets"] as const).flatMap((kind) => {
    if (kind === "secrets" && settingsIn(documented, kind).length === 0 && own.secrets === undefined)
      return [];
    const path = `providers/${settingsFileName(name, kind)}`;
    const group = isDefault ? withTexts(documented, provider.settings) : documented;
    // The chart is published: secrets that somebody filled in stay with them.
    const printed = (existing?: string) =>
      settingsFile(path, group, kind, existing, header(chart, name, kind));
    const file = printed(kind === "settings" ? own.settings : undefined);
    const secrets = new Set(documented.settings.flatMap(({ env, secret }) => (secret && env ? [env] : [])));
    const holdsSecret = file.diagnostics.some(({ found = "" }) => secrets.has(found));
    return [[path, (holdsSecret ? printed() : file).text] as const];
  });
}

/** What the chart itself sets is the default of its users, whatever the program's own is. */
function withTexts(group: SettingGroup, texts: Readonly<Record<string, string>>): SettingGroup {
  const settings = group.settings.map((setting) => {
    const text = texts[setting.env ?? ""];
    return text === undefined || setting.secret ? setting : { ...setting, default: text };
  });
  return { ...group, settings };
}

function header(chart: ChartPlan, provider: string, kind: "settings" | "secrets"): string {
  return kind === "settings"
    ? `Values of the chart ${chart.name} for the provider ${provider}. What is commented out is at its default: uncomment what you want otherwise, in a copy of this file.`
    : `Secrets of the chart ${chart.name} for the provider ${provider}: a template for secrets.mode create. Fill in a copy, and keep it out of version control.`;
}
