// The README's part on installing with Helm.
import { isInitialNamespace } from "../kubernetes/names.ts";
import { type ChartFacts, contentsOf, customResourceKinds, hasCrdSubchart } from "./chart-facts.ts";
import {
  createCommand,
  installCommand,
  labelNamespaceCommands,
  plainTarget,
  readyCommands,
  rolloutCommands,
} from "./commands.ts";
import { code, codeBlock } from "./markdown.ts";
import { installNotes } from "./readme-one-release.ts";
import { plainText, type Words, words } from "./words.ts";

export function installSection(facts: ChartFacts): string {
  const { chart, set, before, after, operator } = facts;
  const target = plainTarget(facts, chart);
  const labels = labelNamespaceCommands(facts, target);
  const isThere = isInitialNamespace(facts.namespace);
  const flags = labels.length === 0 && !isThere ? ["--create-namespace"] : [];
  const charts = [...before, chart];
  const commands = [
    ...(labels.length === 0 || isThere ? [] : [words`kubectl create namespace ${target.namespace}`]),
    ...labels,
    ...charts.map((one, index) => installCommand(one, plainTarget(facts, one), index === 0 ? flags : [])),
  ];
  return [
    "## Install",
    ...(labels.length === 0
      ? []
      : [
          "The operator's manifests label its namespace, which a chart cannot do for the namespace that it is in:",
        ]),
    shell(commands),
    `${code(`./${chart.name}`)} is the chart's folder; from a registry, ${code(`oci://… --version ${set.metadata.version}`)} stands in its place.`,
    ...installNotes(facts),
    ...(chart.role === "crds" ? [] : followUp(facts)),
    ...after.flatMap((other) => [
      `Then ${contentsOf(other, operator)}, from the chart ${code(other.name)} beside this one:`,
      shell([installCommand(other, plainTarget(facts, other))]),
    ]),
  ].join("\n\n");
}

/** Wait for the operator, then for the CRs or their second step. */
function followUp(facts: ChartFacts): readonly string[] {
  const { chart } = facts;
  const target = plainTarget(facts, chart);
  const rollouts = rolloutCommands(facts, target);
  const later = chart.customResources.filter(({ createByDefault }) => !createByDefault);
  const ready = readyCommands(facts, chart.customResources, target);
  if (rollouts.length + ready.length === 0) return [];
  if (later.length === 0) return ["Wait until it works:", shell([...rollouts, ...ready])];
  return [
    `The first install cannot create ${customResourceKinds(later)}: ${secondStepReason(facts)}. A second step does:`,
    shell([...rollouts, createCommand(chart, later, target), ...ready]),
  ];
}

function secondStepReason({ crdChart, chart }: ChartFacts): string {
  return crdChart || hasCrdSubchart(chart)
    ? "a webhook of the operator must answer first"
    : "Helm finds the kinds of all objects before it creates one, and the CRD comes with this chart";
}

/** Commands as a block for a shell. */
export function shell(commands: readonly Words[]): string {
  return codeBlock("sh", commands.map(plainText));
}
