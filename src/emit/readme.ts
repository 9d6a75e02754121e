// README.md of a chart, for the administrator who installs it with plain Helm, Argo CD or Flux. Helm stores it in
// every release, so it has to stay small; what is long is in docs/values.md.
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import type { Value } from "../transform/value.ts";
import { type ChartFacts, chartFacts, contentsOf } from "./chart-facts.ts";
import { chartDescription } from "./chart-file.ts";
import { code, codeBlock, markdownText } from "./markdown.ts";
import { componentsReadme, componentsSection } from "./readme-components.ts";
import { type Differing, differencesSection } from "./readme-differences.ts";
import { gitopsSection } from "./readme-gitops.ts";
import { installSection } from "./readme-install.ts";
import { takeOverSection, uninstallSection, upgradeSection } from "./readme-lifecycle.ts";
import { experimentalNote } from "./readme-one-release.ts";
import { contentsSection, requirementsSection } from "./readme-overview.ts";
import { providersSection } from "./readme-providers.ts";
import { setExamples } from "./set-examples.ts";
import { valuesTables } from "./values-table.ts";

/**
 * The text of README.md. `objects` are the chart's objects with what their rendering adds, changes and leaves
 * out.
 */
export function readme(
  set: ChartSetPlan,
  chart: ChartPlan,
  values: readonly Value[],
  objects: readonly Differing[],
): string {
  const facts = chartFacts(set, chart, values);
  if (set.operator.manifests.length === 0) return componentsReadme(facts, configurationSection(facts));
  const parts = [
    `# ${chart.name}`,
    markdownText(chartDescription(facts)),
    introduction(facts),
    ...experimentalNote(facts),
    contentsSection(facts),
    ...componentsSection(facts),
    requirementsSection(facts),
    installSection(facts),
    ...providersSection(facts),
    configurationSection(facts),
    upgradeSection(facts),
    uninstallSection(facts),
    takeOverSection(facts),
    gitopsSection(facts),
    differencesSection(facts, objects),
  ];
  return `${parts.join("\n\n")}\n`;
}

function introduction({ set, operator, before, after }: ChartFacts): string {
  const { appVersion } = set.metadata;
  return [
    `Compiled from the published manifests of ${markdownText(set.name)} ${markdownText(appVersion)}. Every object keeps the name that the operator expects, so a cluster holds one release at most.`,
    ...before.map(
      (other) => `The chart ${code(other.name)} holds ${contentsOf(other, operator)} and is installed first.`,
    ),
    ...after.map(
      (other) =>
        `The chart ${code(other.name)} holds ${contentsOf(other, operator)} and is installed after this one.`,
    ),
  ].join(" ");
}

function configurationSection(facts: ChartFacts): string {
  const { chart } = facts;
  const examples = setExamples(facts).flatMap(({ flag, meaning }) => [`# ${meaning}`, flag]);
  return [
    "## Configuration",
    ...(examples.length === 0
      ? []
      : [
          "Values go into a file (`--values`) or on the command line of `helm install` and `helm upgrade`:",
          codeBlock("sh", examples),
        ]),
    `${code(`helm show values ./${chart.name}`)} prints the defaults with comments; [docs/values.md](docs/values.md) describes every value. A value set to ${code("null")} takes the default away.`,
    valuesTables(facts),
  ].join("\n\n");
}
