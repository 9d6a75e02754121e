// The README of a chart that depends on others: which these are, and all of it where the chart holds nothing else.
import { componentKey } from "../plan/component.ts";
import type { ChartFacts } from "./chart-facts.ts";
import { chartDescription } from "./chart-file.ts";
import { plainTarget, uninstallCommand, upgradeCommand } from "./commands.ts";
import { code, markdownText, table } from "./markdown.ts";
import { installSection, shell } from "./readme-install.ts";
import { requirementsSection } from "./readme-overview.ts";

/** The charts that this one depends on, with the keys of their values. */
export function componentsSection({ chart }: ChartFacts): readonly string[] {
  const { components } = chart;
  if (components.length === 0) return [];
  const rows = components.map((component) => {
    const { name, version, condition, isEnabled, isDeclared, repository } = component;
    return [
      code(name),
      version,
      code(componentKey(component)),
      `${code(condition.join("."))}, ${isEnabled ? "on" : "off"}`,
      isDeclared ? "" : `only in the published chart, from ${code(repository)}`,
    ];
  });
  const hasNotes = rows.some((row) => row[4] !== "");
  const columns = ["Chart", "Version", "Values", "Switch", ...(hasNotes ? ["Where"] : [])];
  return [
    [
      "## Components",
      table(
        columns,
        rows.map((row) => row.slice(0, columns.length)),
      ),
      `Each has its values under its key, as its own README and ${code("values.yaml")} in ${code("charts/")} name them, and its own schema checks them. What is under ${code("global")} reaches all of them. With ${code("namespaceOverride")} under its key a component lives in another namespace than the release.`,
    ].join("\n\n"),
  ];
}

/** The README of a chart of components alone. */
export function componentsReadme(facts: ChartFacts, configuration: string): string {
  const { chart } = facts;
  const target = plainTarget(facts, chart);
  const parts = [
    `# ${chart.name}`,
    markdownText(chartDescription(facts)),
    "Every object keeps the name that its operator expects, so a cluster holds one release at most.",
    ...componentsSection(facts),
    requirementsSection(facts),
    installSection(facts),
    configuration,
    [
      "## Upgrade",
      shell([upgradeCommand(chart, target)]),
      `${code("--reset-then-reuse-values")} takes the defaults of the new chart and puts your own values on top.`,
    ].join("\n\n"),
    [
      "## Uninstall",
      shell([uninstallCommand(target)]),
      "What each component says about its own uninstall holds here too: the READMEs of the charts have it.",
    ].join("\n\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}
