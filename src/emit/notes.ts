// templates/NOTES.txt: what `helm install` and `helm upgrade` print. Helm renders it, so the commands carry the
// release's own names; words of the source are escaped when they are printed.
import { scopeOfKind } from "../kubernetes/scope.ts";
import type { ChartPlan, ChartSetPlan, CustomResourceBlock } from "../plan/chart-plan.ts";
import { call, dot, type Expression, include, literal, value } from "../template/expression.ts";
import { helperName } from "../template/helpers.ts";
import { printTemplate } from "../template/print.ts";
import type { Value } from "../transform/value.ts";
import {
  type ChartFacts,
  chartFacts,
  contentsOf,
  customResourceKinds,
  resourceName,
  valueAt,
} from "./chart-facts.ts";
import {
  createCommand,
  deleteCommands,
  labelNamespaceCommands,
  listCommand,
  mostCustomResources,
  readyCommands,
  renderedTarget,
  rolloutCommands,
  type Target,
  uninstallCommand,
  upgradeOrInstallCommand,
} from "./commands.ts";
import { providerNotes } from "./notes-providers.ts";
import { readinessOf } from "./readiness.ts";
import { joinWords, printed, type Words, words } from "./words.ts";

/** More kinds than this are counted, not listed. */
const mostListed = 12;

/** The text of templates/NOTES.txt. */
export function notes(set: ChartSetPlan, chart: ChartPlan, values: readonly Value[]): string {
  const facts = chartFacts(set, chart, values);
  const target = renderedTarget(include(helperName(chart.name, "namespace"), dot));
  const parts = chart.role === "crds" ? crdParts(facts, target) : operatorParts(facts, target);
  return printTemplate(joinWords([...parts, "\n"]));
}

/** Each part but the first begins with the blank line in front of it, so that a condition can take it away. */
function crdParts(facts: ChartFacts, target: Target): readonly Words[] {
  const { crds, set } = facts;
  const names = crds.map(resourceName);
  const listed = names.length > mostListed ? [`${names.length} in all`] : names;

  return [
    words`${headline()} holds the CustomResourceDefinitions of ${oneLine(set.name)}:\n`,
    commandLines(listed.map((name) => words`${name}`)),
    ...nextCharts(facts, target),
    keptCrds(facts, target, "them"),
  ];
}

/** The charts that come after this one. */
function nextCharts({ after, operator }: ChartFacts, target: Target): readonly Words[] {
  return after
    .slice(0, 1)
    .flatMap((next) => [
      words`\n\nNext, install or upgrade ${contentsOf(next, operator)}, in the same namespace:\n`,
      commandLines([upgradeOrInstallCommand(next, { ...target, release: words`${next.name}` })]),
    ]);
}

function operatorParts(facts: ChartFacts, target: Target): readonly Words[] {
  const labels = labelNamespaceCommands(facts, target);
  const rollouts = rolloutCommands(facts, target);
  let step = 0;
  const next = () => {
    step += 1;
    return String(step);
  };
  return [
    words`${headline()} is release "${target.release}" in namespace "${target.releaseNamespace}".`,
    ...(hasClusterObjects(facts)
      ? [words`\nIts cluster-wide objects keep the operator's own names: a cluster holds one such release.`]
      : []),
    ...providerNotes(facts),
    ...(labels.length === 0
      ? []
      : [
          words`\n\n${next()}. Give the namespace what the operator's own manifests give it. Once is enough:\n`,
          commandLines(labels),
        ]),
    ...(rollouts.length === 0
      ? []
      : [words`\n\n${next()}. Wait until the operator runs:\n`, commandLines(rollouts)]),
    ...customResourceSteps(facts, target, next),
    ...nextCharts(facts, target),
    ...(facts.chart.uninstall?.strategies.includes("job")
      ? [uninstallWords(facts, target)]
      : [words`\n\n${uninstallWords(facts, target)}`]),
    ...(facts.crds.length > 0 ? [keptCrds(facts, target, "the CustomResourceDefinitions")] : []),
  ];
}

/** Whether a second release would find objects of its own names, in whatever namespace it is. */
function hasClusterObjects({ chart }: ChartFacts): boolean {
  return chart.templates.some(
    ({ manifest: { object, reference } }) => scopeOfKind(reference.group, object.kind) === "Cluster",
  );
}

/** A step for each CR, or one for all of many. */
function customResourceSteps(facts: ChartFacts, target: Target, next: () => string): readonly Words[] {
  const blocks = facts.chart.customResources;
  if (blocks.length <= mostCustomResources) {
    return blocks.map((block) => customResourceStep(facts, block, target, next()));
  }
  const later = blocks.filter(({ createByDefault }) => !createByDefault);
  const commands = [
    ...(later.length > 0 ? [createCommand(facts.chart, later, target)] : []),
    ...readyCommands(facts, blocks, target),
  ];
  const title = later.length > 0 ? "Once the operator runs, create" : "Look at";
  return [
    joinWords([
      words`\n\n${next()}. ${title} the ${String(blocks.length)} custom resources:\n`,
      commandLines(commands),
    ]),
  ];
}

/** Wait for a CR that the release has; create one that it leaves out. */
function customResourceStep(
  facts: ChartFacts,
  block: CustomResourceBlock,
  target: Target,
  step: string,
): Words {
  const { kind } = block.customResource.crd;
  const hint =
    readinessOf(block.customResource).kind === "convention"
      ? words` (Available by convention; its CRD names no conditions)`
      : [];
  const created = joinWords([
    words`\n\n${step}. Wait until the ${kind} is ready${hint}:\n`,
    commandLines(readyCommands(facts, [block], target)),
  ]);
  const absent = joinWords([
    words`\n\n${step}. Once the operator runs, create the ${kind}:\n`,
    commandLines([createCommand(facts.chart, [block], target)]),
  ]);
  const createPath = [...block.metaPath, "create"];
  if (!valueAt(facts.values, createPath)) return block.createByDefault ? created : absent;
  return choice(value(...createPath), created, absent);
}

function uninstallWords(facts: ChartFacts, target: Target): Words {
  const { chart, operator } = facts;
  const uninstall = uninstallCommand(target);
  const { customResources, uninstall: plan } = chart;
  const warning = plan?.warning === undefined ? [] : [words`\n\n${oneLine(plan.warning)}`];
  if (customResources.length > 0) {
    const deletions = deleteCommands(facts, customResources, target);
    const kinds = customResourceKinds(customResources);
    const byHand = joinWords([
      `To uninstall, delete ${kinds} first and wait, since only the running operator can clean up:\n`,
      commandLines([...deletions, uninstall]),
      ...warning,
    ]);
    if (!plan?.strategies.includes("job")) return byHand;
    const byJob = joinWords([
      `To uninstall; a Job deletes ${kinds} first and waits until the operator has cleaned up:\n`,
      commandLines([uninstall]),
      words`\n\nIf it fails, this says why:`,
      "\n",
      commandLines([jobLogCommand(facts, target)]),
      ...warning,
    ]);
    return choice(jobRuns(facts), joinWords(["\n\n", byJob]), joinWords(["\n\n", byHand]));
  }
  if (operator.crds.length > 0 && operator.crds.length <= mostListed) {
    return joinWords([
      "To uninstall, first delete the objects that the operator works for, and wait until they are gone:\n",
      commandLines([listCommand(operator.crds), uninstall]),
    ]);
  }
  return joinWords(["To uninstall:\n", commandLines([uninstall])]);
}

/** Whether the chart holds the Job, as its template has it. */
function jobRuns({ chart, values }: ChartFacts): Expression {
  const switches = chart.customResources.flatMap(({ metaPath }) => {
    const create = [...metaPath, "create"];
    return valueAt(values, create) ? [value(...create)] : [];
  });
  const [only] = switches;
  return call(
    "and",
    call("not", value("gitops")),
    call("eq", value("uninstall", "strategy"), literal("job")),
    ...(switches.length > 1 ? [call("or", ...switches)] : only ? [only] : []),
  );
}

/** Helm before 3.18 does not print what the Job says. */
function jobLogCommand({ chart }: ChartFacts, target: Target): Words {
  const name = printed(include(`${chart.name}.uninstallName`, dot));
  return words`kubectl logs job/${name} --all-containers --namespace ${target.namespace}`;
}

/** What becomes of the CRDs when the release goes. */
function keptCrds({ values }: ChartFacts, target: Target, crds: string): Words {
  const uninstall = uninstallCommand(target);
  const stay = words`"${uninstall}" leaves ${crds} in the cluster, and with them every object of their kinds.`;
  const isRemoved = ["crds", "remove", "enabled"];
  if (valueAt(values, isRemoved)) {
    const goes = words`"${uninstall}" deletes ${crds} last. While there are other objects of their kinds, it refuses and names them.`;
    return choice(value(...isRemoved), words`\n\n${goes}`, words`\n\n${stay}`);
  }
  if (!valueAt(values, ["crds", "keep"])) return words`\n\n${stay}`;
  const go = words`"${uninstall}" deletes ${crds}, and with them every object of their kinds; crds.keep=true keeps them.`;
  return choice(value("crds", "keep"), words`\n\n${stay}`, words`\n\n${go}`);
}

/** One of two texts. The line breaks in front of the actions are for who reads the template: `{{-` takes them. */
function choice(condition: Expression, then: Words, otherwise: Words): Words {
  return joinWords([
    "\n",
    [{ kind: "if", expression: condition }],
    then,
    "\n",
    [{ kind: "else" }],
    otherwise,
    "\n",
    [{ kind: "end" }],
  ]);
}

/** `kubevirt 1.9.0 (v1.9.0)`, as the packaged chart says it. */
function headline(): Words {
  const chart = (field: string) => printed({ kind: "object", name: `.Chart.${field}` });
  return words`${chart("Name")} ${chart("Version")} (${chart("AppVersion")})`;
}

function commandLines(commands: readonly Words[]): Words {
  return joinWords(commands.map((command) => words`\n  ${command}`));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
