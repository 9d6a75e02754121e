// The README's part for who applies the chart without Helm's own commands: what differs with Argo CD and Flux, and the
// commands for `helm template | kubectl apply`. Whole examples are in docs/gitops.md.
import type { ChartPlan } from "../plan/chart-plan.ts";
import { crdSubchart } from "../plan/single.ts";
import {
  type ChartFacts,
  customResourceKinds,
  hasCrdSubchart,
  hasGitops,
  hasUninstallHooks,
  holdsCrds,
  laterCustomResources,
  rendersCrds,
  resourceName,
  valueAt,
} from "./chart-facts.ts";
import { labelNamespaceCommands, plainTarget, rolloutCommands, templateCommand } from "./commands.ts";
import { gitopsFile } from "./gitops-examples.ts";
import { hooksAt, jobsByHand } from "./jobs-by-hand.ts";
import { code } from "./markdown.ts";
import { shell } from "./readme-install.ts";
import { argoNotes } from "./readme-one-release.ts";
import { type Words, words } from "./words.ts";

export function gitopsSection(facts: ChartFacts): string {
  return [
    "## Argo CD, Flux and kubectl",
    `[${gitopsFile}](${gitopsFile}) has a complete Application and HelmRelease.`,
    ...argoPart(facts),
    ...fluxPart(facts),
    ...kubectlPart(facts),
  ].join("\n\n");
}

/** https://argo-cd.readthedocs.io/en/stable/user-guide/helm/#helm-hooks */
function argoPart(facts: ChartFacts): readonly string[] {
  const { chart, operator, set, values } = facts;
  const kinds = customResourceKinds(chart.customResources);
  const effects = [
    ...(rendersCrds(chart, operator)
      ? [`the CRDs are applied first, on the server's side, and are kept while ${code("crds.keep")} is on`]
      : []),
    ...(chart.customResources.length > 0
      ? [`${kinds} comes once all else is healthy, and goes first when the Application is deleted`]
      : []),
    ...(hasUninstallHooks(chart) ? [`the hooks of ${code("uninstall.strategy")} are left out`] : []),
  ];
  const separate = set.charts.find(({ role }) => role === "custom-resource");
  return [
    "### Argo CD",
    [
      `Argo CD renders the chart and applies the objects itself, without a release${valueAt(values, ["preflight", "enabled"]) ? " or a preflight" : ""}.`,
      ...(effects.length === 0 ? [] : [`With ${code("gitops: true")} ${effects.join("; ")}.`]),
      ...argoNotes(facts),
      ...jobWords(facts),
      ...(separate && chart === separate
        ? ["Delete this Application, and wait until it is gone, before that of the operator."]
        : []),
    ].join(" "),
  ];
}

/** https://fluxcd.io/flux/components/helm/helmreleases/ */
function fluxPart(facts: ChartFacts): readonly string[] {
  const { chart, operator } = facts;
  const later = laterCustomResources(chart);
  return [
    "### Flux",
    [
      `Flux runs Helm, hooks included${hasGitops(chart, operator) ? `, so ${code("gitops")} stays off` : ""}.`,
      ...(later.length > 0
        ? [
            `The second step is a commit that sets ${later.map(({ metaPath }) => code(`${metaPath.join(".")}.create`)).join(", ")} to ${code("true")}.`,
          ]
        : []),
    ].join(" "),
  ];
}

/** The chart as a stream of objects. Jobs are hooks, and CRs of CRDs in the same stream need a second pass. */
function kubectlPart(facts: ChartFacts): readonly string[] {
  const { chart, before } = facts;
  const target = plainTarget(facts, chart);
  const isLabelled = labelNamespaceCommands(facts, target).length > 0;
  const later = laterCustomResources(chart).map(({ metaPath }) => `${metaPath.join(".")}.create=true`);
  const passes = [
    ...[...before, chart].flatMap((one) => passOf(facts, one)),
    ...(later.length > 0 ? [templateCommand(facts, chart, target, later)] : []),
  ];
  const isTwice = later.length > 0 || hasCrdSubchart(chart);
  return [
    "### kubectl",
    `As a stream of objects the chart goes in ${isTwice ? "two passes" : "one pass"}${before.length > 0 ? `, after ${before.map(({ name }) => code(name)).join(" and ")}` : ""}${isLabelled ? ", into the namespace made as above" : ""}. The same commands bring an upgrade; what left the chart stays in the cluster.`,
    shell([...(isLabelled ? [] : [words`kubectl create namespace ${target.namespace}`]), ...passes]),
    ...jobsByHand(facts),
  ];
}

/** A chart's objects, and what the next pass needs of them. */
function passOf(facts: ChartFacts, chart: ChartPlan): readonly Words[] {
  const { operator } = facts;
  const target = plainTarget(facts, chart);
  const kinds = [...new Set(operator.customResources.map(({ crd }) => resourceName(crd)))];
  // `kubectl wait` fails on a CRD so new that it has no conditions yet.
  const served =
    kinds.length > 0 && holdsCrds(chart, operator)
      ? [words`until kubectl get ${kinds.join(",")} --all-namespaces; do sleep 1; done`]
      : [];
  const stream = templateCommand(facts, chart, target, []);
  if (hasCrdSubchart(chart)) {
    return [
      words`kubectl apply --server-side -f ./${chart.name}/charts/${crdSubchart}/crds`,
      ...served,
      stream,
    ];
  }
  if (chart === facts.chart && laterCustomResources(chart).length === 0) return [stream];
  const workloads = operator.workloads.filter((workload) =>
    chart.templates.some(({ manifest }) => manifest === workload.manifest),
  );
  return [stream, ...served, ...rolloutCommands({ ...facts, workloads }, target)];
}

function jobWords({ chart }: ChartFacts): readonly string[] {
  const named = (when: "pre" | "post") =>
    hooksAt(chart, when)
      .filter(({ manifest }) => manifest.object.kind === "Job")
      .map(({ manifest }) => code(manifest.reference.name));
  const first = named("pre");
  const last = named("post");
  return [
    ...(first.length > 0 ? [`Before every sync it runs the Job ${first.join(", ")}.`] : []),
    ...(last.length > 0 ? [`After every sync it runs the Job ${last.join(", ")}.`] : []),
  ];
}
