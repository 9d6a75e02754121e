// The README's part on installing: with Helm, and what to know for Argo CD and Flux.
import {
  type ChartFacts,
  contentsOf,
  customResourceKinds,
  hasCrdSubchart,
  ownNamespaceMetadata,
} from "./chart-facts.ts";
import {
  createCommand,
  installCommand,
  labelNamespaceCommands,
  plainTarget,
  readyCommands,
  rolloutCommands,
} from "./commands.ts";
import { code, codeBlock } from "./markdown.ts";
import { gitOpsNotes } from "./readme-one-release.ts";
import { plainText, type Words, words } from "./words.ts";

/** `kubectl apply` keeps a copy of what it applied in an annotation, and those have this limit. */
const annotationLimit = 262_144;

export function installSection(facts: ChartFacts): string {
  const { chart, before, after, operator } = facts;
  const target = plainTarget(facts, chart);
  const labels = labelNamespaceCommands(facts, target);
  const flags = labels.length === 0 ? ["--create-namespace"] : [];
  const charts = [...before, chart];
  const commands = [
    ...(labels.length === 0 ? [] : [words`kubectl create namespace ${target.namespace}`, ...labels]),
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
    ...(chart.role === "crds" ? [] : followUp(facts)),
    ...after.flatMap((other) => [
      `Then ${contentsOf(other, operator)}, from the chart ${code(other.name)} beside this one:`,
      shell([installCommand(other, plainTarget(facts, other))]),
    ]),
    gitOps(facts),
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

/** What a controller that applies charts from a repository needs to know. */
function gitOps(facts: ChartFacts): string {
  const { chart, set } = facts;
  const { labels } = ownNamespaceMetadata(facts.operator);
  const large = facts.operator.crds.some(
    ({ manifest }) => JSON.stringify(manifest.object).length > annotationLimit,
  );
  const notes = gitOpsNotes(facts);
  const secondStep = chart.customResources.some(({ createByDefault }) => !createByDefault);
  const argo = [
    ...(set.charts.length > 1
      ? [
          `One Application for each chart, with the annotation ${code("argocd.argoproj.io/sync-wave")}: ${set.charts.map(({ name }, wave) => `${code(`"${wave}"`)} for ${code(name)}`).join(", ")}.`,
        ]
      : []),
    ...(labels.length > 0
      ? [`The namespace's labels go under ${code("syncPolicy.managedNamespaceMetadata.labels")}.`]
      : []),
    ...(large
      ? [`A CRD is too large for client-side apply: set ${code("syncOptions: [ServerSideApply=true]")}.`]
      : []),
    "Argo CD renders charts without a look at the cluster, so the preflight refuses nothing.",
    ...notes.argo,
  ];
  const flux =
    set.charts.length > 1
      ? set.charts.slice(1).map(({ name }, index) => {
          const dependency = set.charts[index]?.name ?? "";
          return `One HelmRelease for each chart; that of ${code(name)} gets ${code(`dependsOn: [{name: ${dependency}}]`)}.`;
        })
      : ["One HelmRelease.", ...notes.flux];
  return [
    "### Argo CD and Flux",
    `Argo CD:\n\n${argo.map((item) => `- ${item}`).join("\n")}`,
    `Flux:\n\n${flux.map((item) => `- ${item}`).join("\n")}`,
    ...(secondStep
      ? [`With both, the second step is a commit that sets the CR's ${code("create")} to ${code("true")}.`]
      : []),
  ].join("\n\n");
}

/** Commands as a block for a shell. */
export function shell(commands: readonly Words[]): string {
  return codeBlock("sh", commands.map(plainText));
}
