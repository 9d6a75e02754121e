// The README's part on what comes after the install: upgrade, uninstall, and taking over what kubectl installed.
import { isObject } from "../kubernetes/object.ts";
import type { ChartPlan } from "../plan/chart-plan.ts";
import { type ChartFacts, customResourceKinds, resourceName, valueAt } from "./chart-facts.ts";
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
import { code } from "./markdown.ts";
import { shell } from "./readme-install.ts";
import { type Words, words } from "./words.ts";

/** Install order is also the order of upgrades. */
export function upgradeSection(facts: ChartFacts): string {
  const commands = facts.set.charts.map((chart) => upgradeCommand(chart, plainTarget(facts, chart)));
  const split = facts.set.charts.length > 1;
  return [
    "## Upgrade",
    ...(split ? ["The CRDs first: fields that an older CRD does not know are dropped without a word."] : []),
    shell(commands),
    `${code("--reset-then-reuse-values")} takes the defaults of the new chart and puts your own values on top. ${code("--reuse-values")} would keep the defaults of the old chart, its image tags among them.`,
  ].join("\n\n");
}

export function uninstallSection(facts: ChartFacts): string {
  const { chart, operator, set } = facts;
  const crds = operator.crds;
  const main = facts.mainChart ?? chart;
  const target = plainTarget(facts, main);
  const deletions = deleteCommands(facts, main.customResources, target);
  const objects: readonly string[] =
    deletions.length > 0
      ? [
          `Delete ${customResourceKinds(main.customResources)} first and wait: only the running operator can clean up. If it were gone, the deletion would never end.`,
          shell([...deletions, uninstallCommand(target)]),
        ]
      : crds.length > 0
        ? [
            "Delete the objects that the operator works for first and wait: only the running operator can clean up. This shows them:",
            shell([listCommand(crds), uninstallCommand(target)]),
          ]
        : [shell([uninstallCommand(target)])];
  return [
    "## Uninstall",
    ...(main === chart ? [] : [`First the chart ${code(main.name)}:`]),
    ...objects,
    ...(crds.length > 0
      ? crdRemoval(
          facts,
          set.charts.find(({ role }) => role === "crds"),
        )
      : []),
  ].join("\n\n");
}

/** How the CRDs go, which nobody should do by accident. */
function crdRemoval(facts: ChartFacts, crdChart: ChartPlan | undefined): readonly string[] {
  const { operator } = facts;
  const kept = facts.crdChart !== undefined || valueAt(facts.values, ["crds", "keep"]) !== undefined;
  const names = operator.crds.map(resourceName);
  const removal: readonly Words[] = [
    ...(crdChart ? [uninstallCommand(plainTarget(facts, crdChart))] : []),
    names.length <= 10
      ? words`kubectl delete crd ${names.join(" ")}`
      : words`kubectl get crd | grep ${operator.crds[0]?.group ?? ""}`,
  ];
  return [
    kept
      ? `The CRDs stay in the cluster (${code("crds.keep")}), and with them every object of their kinds. To remove them, **and all those objects**:`
      : "To remove the CRDs, **and every object of their kinds**:",
    shell(removal),
  ];
}

export function takeOverSection(facts: ChartFacts): string {
  const { set, operator } = facts;
  const main = facts.mainChart ?? facts.chart;
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
        installCommand(
          chart,
          plainTarget(facts, chart),
          chart.role === "crds" ? ["--take-ownership"] : flags,
        ),
      ),
    ),
    [
      `- Helm 4 stops where a field differs from what kubectl applied; ${code("--force-conflicts")} lets the chart's value win, also in the ${blocks.length > 0 ? "custom resource" : "objects that you changed"}.`,
      ...(blocks.length > 0
        ? ["- Helm 3 leaves the custom resource as it is until one of its values changes in a later upgrade."]
        : []),
      "- Fields that the chart does not set stay as they are. The Namespace object belongs to no release, and stays.",
      `- From then on, change the operator through Helm only${operator.crds.length > 0 ? ": the next `kubectl apply` of a release manifest would take its fields back" : ""}.`,
    ].join("\n"),
  ].join("\n\n");
}

function plain(command: Words): string {
  return command.map((fragment) => (fragment.kind === "text" ? fragment.text : "")).join("");
}
