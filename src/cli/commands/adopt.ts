// `chartwright adopt`: live objects and charts → what to decide, and the commands that make releases of them.
import { relative, resolve } from "node:path";
import type { Command } from "commander";
import type { ChartInput } from "../../adopt/chart-at-hand.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { KubernetesObject } from "../../kubernetes/object.ts";
import { type Assignment, assign } from "../assignment.ts";
import { type Cli, exitCode } from "../cli.ts";
import { addHelmOption, type CommandModule, someNamespace } from "../command-module.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";

interface Flags {
  readonly namespace?: string;
  readonly release?: readonly Assignment[];
  readonly values?: readonly Assignment[];
  readonly live?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly kubectl?: string;
  readonly helm?: readonly string[];
  readonly json?: boolean;
}

const examples = `
Examples:
  chartwright adopt charts/kubevirt-crd charts/kubevirt
  chartwright adopt charts/* --namespace kubevirt --context production --helm helm3 --helm helm4
  kubectl get crd,clusterrole,deploy,sa,kubevirt -A --show-managed-fields -o yaml > live.yaml
  chartwright adopt charts/* --live live.yaml --json | jq '.findings'

Exit codes:
  0  nothing is in the way   1  something is for a person to decide   2  bad usage or bad input
`;

export const adoptCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description(
      "Compares charts with an operator that is installed already, by kubectl or by another release, and prints the\n" +
        "commands that make releases of it: nothing is made anew, no custom resource loses a field. Changes nothing.",
    )
    .argument("<chart...>", "the charts of one set: folders or archives")
    .option(
      "--namespace <namespace>",
      "the releases' namespace (default: where the operator runs)",
      someNamespace,
    )
    .option("--release <name>", "the release's name; with several charts CHART=NAME, repeatable", assign)
    .option("--values <file>", "values of the user; with several charts CHART=FILE, repeatable", assign)
    .option("--live <file>", "a dump of live objects in place of a cluster; - for standard input")
    .option("--kubeconfig <file>", "the cluster's kubeconfig (default: as kubectl finds it)")
    .option("--context <name>", "the context in the kubeconfig")
    .option("--kubectl <path>", "the kubectl that reads the cluster (default: the one on the PATH)");
  addHelmOption(command, "that reads the charts, and tries the commands with --dry-run=server")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const nothing = "nothing was compared";
  const { HelmError } = await import("../../verify/run-helm.ts");
  try {
    const charts = chartInputs(command, flags, cli);
    const dump = flags.live === undefined ? undefined : await readLive(flags.live, cli);
    if (dump && dump.diagnostics.length > 0) return reportDiagnostics(dump.diagnostics, cli, nothing);
    const { adopt } = await import("../../adopt/adopt.ts");
    const plan = await adopt(charts, {
      helms: flags.helm ?? [],
      ...(flags.namespace === undefined ? {} : { namespace: flags.namespace }),
      ...(dump ? { live: dump.objects } : {}),
      ...(flags.kubectl === undefined ? {} : { kubectl: flags.kubectl }),
      ...(flags.kubeconfig === undefined ? {} : { kubeconfig: flags.kubeconfig }),
      ...(flags.context === undefined ? {} : { context: flags.context }),
    });
    const { renderPlan } = await import("../../adopt/plan-text.ts");
    cli.stdout.write(flags.json ? `${JSON.stringify(plan, undefined, 2)}\n` : renderPlan(plan));
    return plan.findings.length === 0 ? exitCode.fine : exitCode.findings;
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return reportDiagnostics([error.diagnostic], cli, nothing);
  }
}

/** The charts with the releases and values that are meant for them. */
function chartInputs(command: Command, flags: Flags, cli: Cli): readonly ChartInput[] {
  const paths = command.args;
  // Helm and the printed commands run where the process does.
  const here = (path: string) => relative(process.cwd(), resolve(cli.workingFolder, path)) || ".";
  const inputs = paths.map((path) => {
    const own = (assignments: readonly Assignment[] = []) =>
      assignments.filter(
        ({ chart }) => chart === nameOf(path) || (chart === undefined && paths.length === 1),
      );
    const release = own(flags.release).at(-1)?.value;
    const valuesFiles = own(flags.values).map(({ value }) => here(value));
    return {
      path: here(path),
      ...(release === undefined ? {} : { release }),
      valuesFiles,
    };
  });
  const names = paths.map(nameOf);
  for (const { chart, value } of [...(flags.release ?? []), ...(flags.values ?? [])]) {
    if (chart === undefined ? paths.length === 1 : names.includes(chart)) continue;
    const given = chart === undefined ? value : `${chart}=${value}`;
    command.error(
      `error: "${given}" is for no chart\n  expected: CHART=${chart === undefined ? value : "…"}, where CHART is ${names.join(" or ")}`,
    );
  }
  return inputs;
}

/** A chart by its folder or archive. */
function nameOf(path: string): string {
  const last = path.replace(/\/+$/, "").split("/").at(-1) ?? path;
  return last.replace(/-[0-9]+\.[0-9]+\.[0-9]+[^/]*\.tgz$/, "");
}

async function readLive(
  path: string,
  cli: Cli,
): Promise<{
  readonly objects: readonly KubernetesObject[];
  readonly diagnostics: readonly Diagnostic[];
}> {
  const { load } = await import("../../load/load.ts");
  const { readDump } = await import("../../adopt/dump.ts");
  const loaded = await load([{ path }], { folder: cli.workingFolder, standardInput: cli.stdin });
  if (loaded.diagnostics.length > 0) return { objects: [], diagnostics: loaded.diagnostics };
  const dumps = loaded.sources.map(({ text, name }) => readDump(text, name));
  return {
    objects: dumps.flatMap(({ objects }) => objects),
    diagnostics: dumps.flatMap(({ diagnostics }) => diagnostics),
  };
}
