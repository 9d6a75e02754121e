// A chart as one provider alone has it: without the files and the values of the others, so that a fault of theirs is not
// seen. What all share is there as it is.
import type { ChartSet } from "../emit/chart.ts";
import { settingsFileName } from "../emit/settings-files.ts";
import { partialPath } from "../template/provider-parts.ts";
import type { Value } from "../transform/value.ts";
import type { CheckedChart } from "./place.ts";
import { unreadValues } from "./value-use.ts";

/** All providers that the charts know: those with an overlay, and those with settings. */
export function knownProviders({ plan, views = [] }: ChartSet): readonly string[] {
  const planned = plan.providers?.all.map(({ name }) => name) ?? [];
  return [...new Set([...views.map(({ provider }) => provider), ...planned])];
}

/** `checked` without what belongs to the providers in `others`, both as it stands and as it was compiled. */
export function withoutProviders(checked: CheckedChart, others: readonly string[]): CheckedChart {
  const isOthers = ({ path: [section = "", provider = ""] }: Value) =>
    sections.includes(section) && others.includes(provider);
  const values = checked.chart.values.filter((value) => !isOthers(value));
  const chart = { ...checked.chart, files: withoutFiles(checked.chart.files, others), values };
  // What is read nowhere else is read by templates of the others.
  const unread = new Set(unreadValues({ ...checked, chart, files: chart.files }));
  return {
    ...checked,
    files: withoutFiles(checked.files, others),
    chart: { ...chart, values: values.filter((value) => !unread.has(value)) },
    othersValues: checked.chart.values.filter((value) => isOthers(value) || unread.has(value)),
  };
}

const sections = ["providerConfigs", "providerSecrets"];

function withoutFiles(
  files: ReadonlyMap<string, string>,
  others: readonly string[],
): ReadonlyMap<string, string> {
  const own = new Set(
    others.flatMap((name) => [
      partialPath(name),
      ...(["settings", "secrets"] as const).map((kind) => `providers/${settingsFileName(name, kind)}`),
    ]),
  );
  const isOthers = (path: string) =>
    own.has(path) || others.some((name) => path.startsWith(`templates/${name}/`));
  return new Map([...files].filter(([path]) => !isOthers(path)));
}
