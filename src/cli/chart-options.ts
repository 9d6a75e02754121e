// The options of the commands that take charts from anywhere and render them.
import type { Command } from "commander";
import type { ReleaseOptions } from "../render-sets.ts";
import { type Assignment, assign } from "./assignment.ts";
import type { Cli } from "./cli.ts";
import { collect, someNamespace } from "./command-module.ts";
import { addRegistryOptions, type RegistryFlags, registryAccess } from "./registry-options.ts";
import { addSourceOptions, type SourceFlags, sourceOptionsOf } from "./source-options.ts";

/** What the options parse to. */
export interface ChartFlags extends RegistryFlags, SourceFlags {
  readonly values?: readonly string[];
  readonly set?: readonly string[];
  readonly release?: readonly Assignment[];
  readonly namespace?: string;
  readonly helm?: string;
  readonly kubeVersion?: string;
  readonly apiVersions?: readonly string[];
}

/** What a chart argument may name. */
const chartWords = "projects' folders, charts' folders, archives, or oci://HOST/PATH/NAME[:VERSION]";

/** Adds `CHART…`. */
export function addCharts(command: Command): Command {
  return command.argument("[chart...]", `${chartWords} (default: the project in this folder)`);
}

/** Adds the options that say how charts are rendered, and how a registry is reached. */
export function addRenderOptions(command: Command): Command {
  const rendering = command
    .option("-f, --values <file>", "values for the charts; repeatable, the last counts most", collect)
    .option("--set <key=value>", "a value, as Helm's --set takes it; repeatable", collect)
    .option(
      "--release <name>",
      "the release's name; with several charts CHART=NAME, repeatable (default: the chart's)",
      assign,
    )
    .option(
      "-n, --namespace <namespace>",
      "the namespace (default: the operator's own, where the charts name it, else default)",
      someNamespace,
    )
    .option("--helm <path>", "the Helm 3 or 4 that renders: a path, or a name on the PATH (default: helm)")
    .option("--kube-version <version>", "the version of Kubernetes that the charts are rendered for")
    .option(
      "-a, --api-versions <version>",
      "what the cluster serves beside Kubernetes' own: group/version or group/version/Kind; repeatable",
      collect,
    );
  return addRegistryOptions(addSourceOptions(rendering));
}

/** The charts that were named. */
export function chartsOf(command: Command): readonly string[] {
  return command.args.length === 0 ? ["."] : command.args;
}

/** The options as choices. */
export async function releaseOptions(
  flags: ChartFlags,
  charts: readonly string[],
  command: Command,
  cli: Cli,
): Promise<ReleaseOptions> {
  const { values = [], set = [], apiVersions = [], release = [], namespace, helm, kubeVersion } = flags;
  return {
    valuesFiles: values,
    set,
    apiVersions,
    releases: release.map(({ value, ...chart }) => ({ release: value, ...chart })),
    ...(namespace === undefined ? {} : { namespace }),
    ...(helm === undefined ? {} : { helm }),
    ...(kubeVersion === undefined ? {} : { kubeVersion }),
    access: await registryAccess(flags, charts, command, cli),
    sources: sourceOptionsOf(flags, cli),
  };
}
