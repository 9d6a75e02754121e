// The README's part on what comes after the install: upgrade, uninstall, and taking over what kubectl installed.
import { isObject } from "../kubernetes/object.ts";
import type { ChartPlan } from "../plan/chart-plan.ts";
import {
  appliesCustomResources,
  type ChartFacts,
  customResourceKinds,
  hasCrdSubchart,
  holdsCrds,
  resourceName,
  valueAt,
} from "./chart-facts.ts";
import {
  deleteCommands,
  installCommand,
  listCommand,
  mostCustomResources,
  plainTarget,
  subjectWords,
  uninstallCommand,
  upgradeCommand,
} from "./commands.ts";
import { code, markdownText } from "./markdown.ts";
import { shell } from "./readme-install.ts";
import { subchartRemoval, upgradeNotes } from "./readme-one-release.ts";
import { hasTroubleshooting } from "./troubleshooting.ts";
import { type Words, words } from "./words.ts";

/** Install order is also the order of upgrades. */
export function upgradeSection(facts: ChartFacts): string {
  const commands = facts.set.charts.map((chart) => upgradeCommand(chart, plainTarget(facts, chart)));
  const split = facts.set.charts.length > 1;
  return [
    "## Upgrade",
    ...(split
      ? ["In the order of the install: fields that an older CRD does not know are dropped without a word."]
      : []),
    shell(commands),
    ...upgradeNotes(facts),
    `${code("--reset-then-reuse-values")} takes the defaults of the new chart and puts your own values on top. ${code("--reuse-values")} would keep those of the old one, its image tags among them.`,
    `Fields that the chart does not set stay as they were edited. Where somebody else changed one that it sets, Helm 4 refuses; ${code("--force-conflicts")} lets the chart's value win.`,
  ].join("\n\n");
}

export function uninstallSection(facts: ChartFacts): string {
  const { chart, operator, set, after } = facts;
  const separate = set.charts.find(({ role }) => role === "custom-resource");
  const home = chart.blocks.length > 0 ? chart : (facts.operatorChart ?? chart);
  const removal = separate ? separateRemoval(facts, separate, home) : operatorRemoval(facts, home);
  const crdChart = set.charts.find((other) => holdsCrds(other, operator));
  return [
    "## Uninstall",
    ...(after.length === 0 || separate ? [] : [`First the chart ${code(home.name)}:`]),
    ...removal,
    ...madeByJobs(home, facts),
    ...(crdChart && chart.role !== "custom-resource" ? crdRemoval(facts, crdChart) : []),
    ...(hasTroubleshooting(chart) ? ["[When something goes wrong](docs/troubleshooting.md)."] : []),
  ].join("\n\n");
}

/** The CR is a release of its own: it goes first, while the operator runs. */
function separateRemoval(facts: ChartFacts, separate: ChartPlan, home: ChartPlan): readonly string[] {
  const kinds = customResourceKinds(separate.customResources);
  const { uninstall } = home;
  const first = words`${uninstallCommand(plainTarget(facts, separate))} --wait --timeout 15m`;
  return [
    `First the chart ${code(separate.name)}: only the running operator can clean up after ${kinds}. Then the operator:`,
    shell([first, uninstallCommand(plainTarget(facts, home))]),
    ...(uninstall?.warning === undefined ? [] : [`> ${markdownText(uninstall.warning)}`]),
    ...(uninstall?.strategies.includes("guard")
      ? [
          `Out of this order the second command is refused: with ${code("uninstall.strategy=guard")} in the chart ${code(home.name)} the operator stays as long as ${kinds} exists (Kubernetes 1.30 or later). The guard does not see ${code("helm uninstall --no-hooks")} or the deletion of the namespace.`,
        ]
      : []),
  ];
}

/** The operator must run until its CRs are gone: by a Job, by a guard, or by hand. */
function operatorRemoval(facts: ChartFacts, main: ChartPlan): readonly string[] {
  const { operator } = facts;
  const { uninstall, customResources } = main;
  const target = plainTarget(facts, main);
  const deletions = deleteCommands(facts, customResources, target);
  const command = uninstallCommand(target);
  const warning = uninstall?.warning === undefined ? [] : [`> ${markdownText(uninstall.warning)}`];
  const byHand = [...deletions, command];
  const kinds = customResourceKinds(customResources);
  if (deletions.length === 0) {
    if (operator.crds.length === 0) return [shell([command])];
    return [
      "Delete the objects that the operator works for first and wait: only the running operator can clean up. This shows them:",
      shell([listCommand(operator.crds)]),
      "Then:",
      shell([command]),
    ];
  }
  const guard = uninstall?.strategies.includes("guard")
    ? [
        `With ${code("uninstall.strategy=guard")} the uninstall is refused as long as ${kinds} exists (Kubernetes 1.30 or later). It does not see ${code("helm uninstall --no-hooks")} or the deletion of the namespace.`,
      ]
    : [];
  if (uninstall?.strategy === "job") {
    return [
      shell([command]),
      `First a Job (${code("uninstall.image")}) deletes ${kinds} and waits until the operator has cleaned up, for ${code("uninstall.timeout")}; more than five minutes need a longer ${code("--timeout")} of Helm too. When it fails, it says why, everything is still there, and the same command tries again.`,
      ...(uninstall.strategies.includes("guard")
        ? [
            `It is refused while there is another ${uninstall.crds.map(({ kind }) => kind).join(" or ")} (Kubernetes 1.30 or later); with ${code("uninstall.strategy=guard")} while there is any.`,
          ]
        : []),
      ...warning,
      `With ${code("uninstall.strategy=none")} delete ${kinds} yourself first, while the operator runs:`,
      shell(byHand),
    ];
  }
  const job = uninstall?.strategies.includes("job")
    ? [`With ${code("uninstall.strategy=job")} a Job deletes ${kinds} before anything else, and waits.`]
    : [];
  return [
    `Delete ${kinds} first and wait: only the running operator can clean up. If it were gone, the deletion would never end.`,
    shell(byHand),
    ...warning,
    ...guard,
    ...job,
  ];
}

/** What Jobs of the operator made is part of no release. */
function madeByJobs(home: ChartPlan, facts: ChartFacts): readonly string[] {
  const made = home.jobs?.made ?? [];
  if (made.length === 0) return [];
  const commands = made.map(({ kind, name, job }) => {
    const namespace = job.manifest.reference.namespace ?? facts.namespace;
    return words`kubectl delete ${kind.toLowerCase()} ${name} --namespace ${namespace}`;
  });
  return ["What a Job of the operator made stays, since Helm does not know of it:", shell(commands)];
}

/** How the CRDs go, which nobody should do by accident. */
function crdRemoval(facts: ChartFacts, crdChart: ChartPlan): readonly string[] {
  const { operator } = facts;
  const kept = facts.crdChart !== undefined || valueAt(facts.values, ["crds", "keep"]) !== undefined;
  const names = operator.crds.map(resourceName);
  const removal: readonly Words[] = [
    ...(crdChart.role === "crds" ? [uninstallCommand(plainTarget(facts, crdChart))] : []),
    words`kubectl delete crd ${names.join(" ")}`,
  ];
  return [
    hasCrdSubchart(crdChart)
      ? subchartRemoval()
      : kept
        ? `The CRDs stay in the cluster (${code("crds.keep")}), and with them every object of their kinds. To remove them, **and all those objects**:`
        : "To remove the CRDs, **and every object of their kinds**:",
    shell(removal),
  ];
}

export function takeOverSection(facts: ChartFacts): string {
  const { set, operator } = facts;
  const main = set.charts.find(({ customResources }) => customResources.length > 0) ?? facts.chart;
  const blocks = main.customResources;
  const steps = [
    `Use the namespace in which the operator runs; here it is ${code(facts.namespace)}. The objects keep their names.`,
    ...blocks.slice(0, mostCustomResources).map((block) => {
      const subject = subjectWords(facts, block, plainTarget(facts, main));
      const command = words`kubectl get ${subject} -o yaml`;
      const path = block.specPath.length === 0 ? "the root" : code(block.specPath.join("."));
      const { crd, manifest } = block.customResource;
      const fields = isObject(manifest.object["spec"]) ? `its ${code("spec")}` : "its fields";
      return `Copy the settings of your ${crd.kind} into a values file, ${fields} under ${path}: ${code(plain(command))}.`;
    }),
  ];
  if (blocks.length > mostCustomResources) {
    steps.push(`Do the same with the other ${blocks.length - mostCustomResources} custom resources.`);
  }
  // The CRDs are there and the operator runs: nothing has to wait for a second step.
  const switches = blocks
    .filter(({ createByDefault }) => !createByDefault)
    .map(({ metaPath }) => `--set ${[...metaPath, "create"].join(".")}=true`);
  const flags = ["--take-ownership", ...(blocks.length > 0 ? ["--values my-values.yaml"] : []), ...switches];
  return [
    "## Take over an install made by kubectl apply",
    [...steps, "Install over it:"].map((step, index) => `${index + 1}. ${step}`).join("\n"),
    shell(
      set.charts.map((chart) =>
        installCommand(chart, plainTarget(facts, chart), chart === main ? flags : ["--take-ownership"]),
      ),
    ),
    [
      `- Helm 4 stops where a field differs from what kubectl applied; ${code("--force-conflicts")} lets the chart's value win, also in the ${blocks.length > 0 ? "custom resource" : "objects that you changed"}.`,
      ...(blocks.length > 0 && !appliesCustomResources(main)
        ? ["- Helm 3 leaves the custom resource as it is until one of its values changes in a later upgrade."]
        : []),
      ...(appliesCustomResources(main)
        ? [
            `- The Job stops where the custom resource differs; ${code("--set apply.forceConflicts=true")} lets the chart's value win.`,
          ]
        : []),
      ...(hasCrdSubchart(main)
        ? ["- Helm 3 leaves CRDs that are there as they are; the next upgrade brings them up to date."]
        : []),
      "- Fields that the chart does not set stay as they are. The Namespace object belongs to no release, and stays.",
      `- From then on, change the operator through Helm only${operator.crds.length > 0 ? ": the next `kubectl apply` of a release manifest would take its fields back" : ""}.`,
    ].join("\n"),
  ].join("\n\n");
}

function plain(command: Words): string {
  return command.map((fragment) => (fragment.kind === "text" ? fragment.text : "")).join("");
}
