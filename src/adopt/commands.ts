// The commands that adopt, in order, each with what it is for. docs/adopt.md says how each was measured.
import { shellWord } from "../emit/commands.ts";
import { printYaml } from "../yaml/print.ts";
import type { ChartAdoption, CommandStep, ForgottenRelease, LeftBehind } from "./adoption-plan.ts";
import { letGoSteps } from "./let-go.ts";
import { isBuiltIn } from "./live-path.ts";

/** What the commands are made from. */
export interface CommandInput {
  readonly namespace: string;
  readonly charts: readonly ChartAdoption[];
  readonly forget: readonly ForgottenRelease[];
  readonly leftBehind: readonly LeftBehind[];
  /** By chart name: the user's own files of values. */
  readonly valuesFiles: ReadonlyMap<string, readonly string[]>;
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** The major versions of Helm. */
export type HelmMajor = "helm3" | "helm4";

/**
 * A release of another name or layout is forgotten, never uninstalled: Helm 3 deletes what another release has taken over
 * meanwhile. Then each chart is installed, never upgraded into: an upgrade by Helm 3 leaves custom resources and CRDs that
 * it takes over as they were, without its labels.
 */
export function adoptionCommands(input: CommandInput, helm: HelmMajor): readonly CommandStep[] {
  const { charts, forget, leftBehind } = input;
  return [
    ...letGoSteps(charts, kubectlFlags(input)),
    ...forget.flatMap((release) => forgetSteps(release, input)),
    ...charts.flatMap((chart) => [
      ...(helm === "helm3" ? markSteps(chart, input) : []),
      ...valuesSteps(chart),
      installStep(chart, input, helm),
    ]),
    ...leftBehind.flatMap(({ command, reason }) =>
      command === undefined ? [] : [{ why: reason, command: `${command}${kubectlFlags(input)}` }],
    ),
  ];
}

function forgetSteps({ name, namespace }: ForgottenRelease, input: CommandInput): readonly CommandStep[] {
  const records = `--namespace ${namespace} --selector owner=helm,name=${name}`;
  const flags = kubectlFlags(input);
  return [
    {
      why: `keep a copy of Helm's records of the release "${name}", to bring it back with kubectl create`,
      command: `kubectl get secrets ${records} --output=yaml${flags} > ${name}-records.yaml`,
    },
    {
      why: `let Helm forget the release "${name}"; nothing of it is touched`,
      command: `kubectl delete secrets ${records}${flags}`,
    },
  ];
}

/** Helm 3.17 takes no custom resource over, whatever the flag says; 3.22 does, and does not mind the marks. */
function markSteps(chart: ChartAdoption, input: CommandInput): readonly CommandStep[] {
  if (chart.state === "adopted") return [];
  const live = chart.objects.filter(
    ({ object, status }) => status !== "missing" && !isBuiltIn(object.group, object.kind),
  );
  if (live.length === 0) return [];
  const commands = live.flatMap(({ object }) => {
    const place = object.namespace === undefined ? "" : ` --namespace ${object.namespace}`;
    const target = `${object.kind}.${object.version}.${object.group} ${object.name}${place} --overwrite`;
    const flags = kubectlFlags(input);
    const owner = `meta.helm.sh/release-name=${chart.release} meta.helm.sh/release-namespace=${input.namespace}`;
    return [
      `kubectl label ${target} app.kubernetes.io/managed-by=Helm${flags}`,
      `kubectl annotate ${target} ${owner}${flags}`,
    ];
  });
  return [
    {
      why: `mark custom resources as of the release "${chart.release}", which Helm 3.17 itself does not`,
      command: commands.join(" && \\\n"),
    },
  ];
}

/** The file that a chart's values are written to. */
function valuesFile({ release }: ChartAdoption): string {
  return `${release}-adopted.yaml`;
}

function hasValues({ values }: ChartAdoption): boolean {
  return Object.keys(values).length > 0;
}

function valuesSteps(chart: ChartAdoption): readonly CommandStep[] {
  if (!hasValues(chart)) return [];
  return [
    {
      why: "the values that keep what is live",
      command: `cat > ${valuesFile(chart)} <<'VALUES'\n${printYaml(chart.values)}\nVALUES`,
    },
  ];
}

function installStep(chart: ChartAdoption, input: CommandInput, helm: HelmMajor): CommandStep {
  const { namespace, valuesFiles } = input;
  const isAdopted = chart.state === "adopted";
  const files = [...(valuesFiles.get(chart.chart) ?? []), ...(hasValues(chart) ? [valuesFile(chart)] : [])];
  const path = /[./]/.test(chart.path) ? chart.path : `./${chart.path}`;
  const words = [
    ...["helm", isAdopted ? "upgrade" : "install", chart.release, shellWord(path), "--namespace", namespace],
    ...(isAdopted ? ["--reset-then-reuse-values"] : ["--take-ownership"]),
    ...files.flatMap((file) => ["--values", shellWord(file)]),
    ...(helm === "helm4" && chart.forceConflicts ? ["--force-conflicts"] : []),
    ...helmFlags(input),
  ];
  return {
    why: isAdopted
      ? `the release "${chart.release}" has its objects already; an ordinary upgrade`
      : installReason(chart, helm),
    command: words.join(" "),
  };
}

function installReason({ chart, objects, forceConflicts }: ChartAdoption, helm: HelmMajor): string {
  const taken = objects.filter(({ status }) => status !== "missing").length;
  const made = objects.length - taken;
  const forced =
    helm === "helm4" && forceConflicts ? "; --force-conflicts takes the fields that others wrote" : "";
  return `${chart}: takes over ${taken} ${taken === 1 ? "object" : "objects"}${made === 0 ? "" : `, creates ${made}`}${forced}`;
}

/** What an installation that failed needs before it can be tried again. */
export function retryCommand(namespace: string): string {
  return `kubectl delete secrets --namespace ${namespace} --selector 'owner=helm,status!=deployed,name=RELEASE'`;
}

function kubectlFlags({ kubeconfig, context }: CommandInput): string {
  return [
    ...(kubeconfig === undefined ? [] : [" --kubeconfig", shellWord(kubeconfig)]),
    ...(context === undefined ? [] : [`${kubeconfig === undefined ? " " : ""}--context`, shellWord(context)]),
  ].join(" ");
}

function helmFlags({ kubeconfig, context }: CommandInput): readonly string[] {
  return [
    ...(kubeconfig === undefined ? [] : ["--kubeconfig", shellWord(kubeconfig)]),
    ...(context === undefined ? [] : ["--kube-context", shellWord(context)]),
  ];
}
