// docs/troubleshooting.md: what can go wrong in a release's life, and the commands that lead out. Each is tested on a real
// control plane (tests/e2e/faults.e2e.ts and crashes.e2e.ts), with the commands as they stand here. Like docs/values.md it
// is not in the package, where it would count towards the size of the release.
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import type { Value } from "../transform/value.ts";
import { nameInRelease } from "./added-reference.ts";
import {
  type ChartFacts,
  chartFacts,
  customResourceKinds,
  hasCrdSubchart,
  holdsCrds,
} from "./chart-facts.ts";
import {
  deleteCommands,
  installCommand,
  plainTarget,
  rollbackCommand,
  uninstallCommand,
  upgradeCommand,
  upgradeOrInstallCommand,
} from "./commands.ts";
import { code } from "./markdown.ts";
import { shell } from "./readme-install.ts";
import { type Words, words } from "./words.ts";

/** The file, by path; none for a chart without the operator: what can happen to its release happens to the operator's too. */
export function troubleshootingFiles(
  set: ChartSetPlan,
  chart: ChartPlan,
  values: readonly Value[],
): readonly (readonly [string, string])[] {
  if (!hasTroubleshooting(chart)) return [];
  const facts = chartFacts(set, chart, values);
  const strategies = chart.uninstall?.strategies ?? [];
  const parts = [
    `# When something goes wrong with ${chart.name}`,
    ...failedUpgrade(facts),
    ...interruptions(facts),
    ...(strategies.includes("job") ? failedJob(facts) : []),
    ...(strategies.includes("guard") ? refusals(facts) : []),
    ...missingCrd(facts),
  ];
  return [["docs/troubleshooting.md", `${parts.join("\n\n")}\n`]];
}

/** Whether the chart has the file. */
export function hasTroubleshooting(chart: ChartPlan): boolean {
  return chart.blocks.length > 0;
}

function failedUpgrade(facts: ChartFacts): readonly string[] {
  const { chart } = facts;
  return [
    "## An upgrade fails",
    `The release is ${code("failed")}, and the next upgrade may succeed. To go back to the revision before:`,
    shell([rollbackCommand(plainTarget(facts, chart))]),
    ...rollbackWords(facts),
    `With ${code("--atomic")} (Helm 3) or ${code("--rollback-on-failure")} (Helm 4) an upgrade does that by itself.`,
    `Helm 4 goes on with a release of Helm 3 as Helm 3 would, until ${code("--server-side=true")}.`,
  ];
}

/** What a rollback does to the CRDs, which may belong to another release. */
function rollbackWords({ chart, crdChart, operator }: ChartFacts): readonly string[] {
  // The README says it of these.
  if (hasCrdSubchart(chart)) return [];
  if (holdsCrds(chart, operator)) {
    return ["That brings back its CRDs too: what they do not know is lost at the next write."];
  }
  if (crdChart === undefined) return [];
  return [`The CRDs are those of ${code(crdChart.name)}, and stay as they are.`];
}

/** Helm marks a release before it begins, and refuses everybody else until it has ended. */
function interruptions(facts: ChartFacts): readonly string[] {
  const { chart } = facts;
  const target = plainTarget(facts, chart);
  return [
    "## Helm or the API server died",
    `${code("helm status")} tells what Helm was doing. ${code("pending-install")}: take away what is there, and begin again.`,
    shell([uninstallCommand(target), installCommand(chart, target)]),
    `${code("pending-upgrade")} or ${code("pending-rollback")}: go back to the revision before, and upgrade again.`,
    shell([rollbackCommand(target), upgradeCommand(chart, target)]),
    `${code("uninstalling")}: the same ${code("helm uninstall")} goes on. To keep the release instead, roll back to its last revision, whose number the first command shows:`,
    shell([historyCommand(facts, chart), rollbackCommand(target, "REVISION")]),
  ];
}

function failedJob(facts: ChartFacts): readonly string[] {
  const { chart } = facts;
  const target = plainTarget(facts, chart);
  const kinds = customResourceKinds(chart.customResources);
  // The documentation speaks of a release of the chart itself.
  const name = nameInRelease({}, chart, "uninstall");
  const inNamespace = `--namespace ${facts.namespace}`;
  return [
    "## The uninstall fails",
    `The operator's own words are in the log of the Job, which stays for a day (Helm shows it too, from 3.18 on):`,
    shell([words`kubectl logs job/${name} --all-containers ${inNamespace}`]),
    "Nothing else has been deleted. Do what the operator says, and the same command tries again. Where there is no log, the Job cannot start; this shows why:",
    shell([words`kubectl describe pods --selector job-name=${name} ${inNamespace}`]),
    `For an image that cannot be pulled, keep the release (its last revision is what ${code("helm history")} shows last), give it one that can, and uninstall:`,
    shell([
      historyCommand(facts, chart),
      rollbackCommand(target, "REVISION"),
      upgradeCommand(chart, target, ["--set uninstall.image.registry=REGISTRY"]),
      uninstallCommand(target),
    ]),
    `Without the Job: delete ${kinds} while the operator runs, and leave out the hooks. Then nobody asks whether another custom resource still needs the operator, and what the hooks left is yours to delete:`,
    shell([
      ...deleteCommands(facts, chart.customResources, target),
      words`${uninstallCommand(target)} --no-hooks`,
      words`kubectl delete job,configmap ${name} ${inNamespace} --ignore-not-found`,
    ]),
  ];
}

function refusals(facts: ChartFacts): readonly string[] {
  const own = facts.chart.uninstall?.strategies.includes("job")
    ? `, with ${code("uninstall.strategy=job")} one that is not this release's`
    : "";
  return [
    "## The uninstall is refused: a custom resource exists",
    `There is still one${own}. The message names it, with the command that deletes it. The release stays as it was.`,
    `Right after the last one has gone, the uninstall may be refused once more: run it again. And for half a minute after the CRDs were first installed nothing is refused yet.`,
  ];
}

/** Helm cannot even look for an object whose kind is gone. */
function missingCrd(facts: ChartFacts): readonly string[] {
  const { chart, set, operator } = facts;
  const holder = set.charts.find((other) => holdsCrds(other, operator));
  const separate = set.charts.find(({ role }) => role === "custom-resource");
  const owner = separate ?? chart;
  if (!holder || owner.customResources.length === 0) return [];
  const repair =
    holder === owner ? applyCrds(facts, owner) : upgradeOrInstallCommand(holder, plainTarget(facts, holder));
  return [
    "## A CRD was deleted",
    `The uninstall of ${code(owner.name)} then fails: nobody knows the kind of ${customResourceKinds(owner.customResources)} any more. Bring the CRD back first:`,
    shell([repair, uninstallCommand(plainTarget(facts, owner))]),
  ];
}

/** An upgrade would look for the kind's objects before it brings back the kind. */
function applyCrds(facts: ChartFacts, chart: ChartPlan): Words {
  const apply = "kubectl apply --server-side --field-manager=helm -f -";
  if (hasCrdSubchart(chart)) return words`helm show crds ./${chart.name} | ${apply}`;
  const crds = new Set(chart.customResources.map(({ customResource }) => customResource.crd.manifest));
  const paths = chart.templates.filter(({ manifest }) => crds.has(manifest)).map(({ path }) => path);
  const target = plainTarget(facts, chart);
  const selection = paths.map((path) => ` --show-only ${path}`).join("");
  return words`helm template ${target.release} ./${chart.name} --namespace ${target.releaseNamespace}${selection} | ${apply}`;
}

function historyCommand(facts: ChartFacts, chart: ChartPlan): Words {
  const { release, releaseNamespace } = plainTarget(facts, chart);
  return words`helm history ${release} --namespace ${releaseNamespace}`;
}
