// What the report of an upgrade says in text and in Markdown alike.
import { counted } from "../diagnostics/counted.ts";
import type { Area, Place, Severity, UpgradeFinding } from "./finding.ts";
import type { ComparedChart, UpgradeReport } from "./upgrade-report.ts";

export const areaTitles: Readonly<Record<Area, string>> = {
  crds: "CRDs",
  rbac: "Rights",
  workloads: "Workloads",
  webhooks: "Webhooks",
  objects: "Objects",
  values: "Values",
  chart: "Charts",
};

export const severityTitles: Readonly<Record<Severity, string>> = {
  error: "Errors",
  warning: "Warnings",
  info: "Notes",
};

/** `tidegate 1.2.0 → 1.3.0`, for each chart; one that a side has not is named. */
export function chartSteps({ older, newer }: UpgradeReport): readonly string[] {
  const isAlone = older.length === 1 && newer.length === 1;
  const before = (chart: ComparedChart) => older.find(({ name }) => isAlone || name === chart.name);
  const steps = newer.map((chart) => {
    const then = before(chart);
    if (!then) return `${chart.name} ${chart.version} (new)`;
    const name = then.name === chart.name ? chart.name : `${then.name} → ${chart.name}`;
    return `${name} ${then.version} → ${chart.version}`;
  });
  const gone = older.filter(({ name }) => !isAlone && !newer.some((chart) => chart.name === name));
  return [...steps, ...gone.map(({ name, version }) => `${name} ${version} (gone)`)];
}

/** `1 error, 3 warnings, 12 notes`. */
export function countsText({ summary: { errors, warnings, infos } }: UpgradeReport): string {
  return [counted(errors, "error"), counted(warnings, "warning"), counted(infos, "note")].join(", ");
}

/** What the whole comes to, in one sentence. */
export function verdict({ summary }: UpgradeReport): string {
  if (summary.fails) return "helm upgrade fails as things are: see the errors for what to do before.";
  const told = "As far as charts tell, helm upgrade goes through";
  if (summary.errors > 0) return `${told}, and something is lost with it: see the errors.`;
  if (summary.warnings > 0) return `${told}; the warnings are for a person to look at.`;
  return `${told}, and nothing is left to do.`;
}

/** `templates/x.yaml:12`; with the chart's name in front, where there are several. */
function placeText({ chart, file, line }: Place, hasSeveral: boolean): string {
  const isOfChart = /^(?:templates|crds|charts)\/|^(?:Chart|values)\.yaml$|^values\.schema\.json$/.test(file);
  return `${hasSeveral && isOfChart ? `${chart}/` : ""}${file}:${line}`;
}

/** Both places, or the one that there is; once where they are the same. */
export function placesText({ older, newer }: UpgradeFinding, hasSeveral: boolean): string {
  const places = [older, newer].flatMap((place) => (place ? [placeText(place, hasSeveral)] : []));
  return [...new Set(places)].join(" → ");
}

/** Whether a side has several charts, so that places have to say which. */
export function hasSeveralCharts({ older, newer }: UpgradeReport): boolean {
  return older.length > 1 || newer.length > 1;
}
