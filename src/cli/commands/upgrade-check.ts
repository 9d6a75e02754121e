// `chartwright upgrade-check`: two releases → what the upgrade from one to the other means.
import { type Command, Option } from "commander";
import pc from "picocolors";
import type { Severity } from "../../upgrade/finding.ts";
import type { UpgradeReport } from "../../upgrade/upgrade-report.ts";
import { type Cli, exitCode, showsColour } from "../cli.ts";
import type { CommandModule } from "../command-module.ts";
import { addRegistryOptions, type RegistryFlags, registryAccess } from "../registry-options.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import {
  newOption,
  oldOption,
  type SideFlags,
  sidesOf,
  unclearSides,
  valuesOption,
} from "../side-options.ts";
import { addSourceOptions, type SourceFlags, sourceOptionsOf } from "../source-options.ts";

interface Flags extends RegistryFlags, SourceFlags, SideFlags {
  readonly format?: "text" | "markdown" | "json";
  readonly json?: boolean;
  readonly helm?: string;
  readonly namespace?: string;
  readonly failOn: "error" | "warning" | "none";
  readonly verbose?: boolean;
}

const examples = `
OLD and NEW are a project's folder (with all its charts), a chart's folder or one that holds the charts of a set, an
archive, or oci://HOST/PATH/NAME:VERSION.

Examples:
  chartwright upgrade-check oci://registry.example.com/charts/kubevirt:1.8.4 charts/kubevirt
  chartwright upgrade-check kubevirt-1.8.4.tgz kubevirt-1.9.0.tgz --values my-values.yaml
  chartwright upgrade-check --old kubevirt-crd-1.8.4.tgz --old kubevirt-1.8.4.tgz --new operators/kubevirt
  chartwright upgrade-check before/ after/ --format markdown > upgrade.md

Exit codes:
  0  fine   1  an error among the findings (see --fail-on)   2  bad usage or bad input
`;

export const upgradeCheckCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description(
      "Compares two releases of charts and says what the upgrade means for a cluster and for those who set values:\n" +
        "whether helm upgrade goes through, what is lost, what a person has to do. Changes nothing.",
    )
    .argument("[old]", "the release that is there")
    .argument("[new]", "the release that comes")
    .option(...oldOption)
    .option(...newOption)
    .option(...valuesOption)
    .addOption(new Option("--format <format>", "how to print").choices(["text", "markdown", "json"]))
    .option("--json", "print one JSON document")
    .option("--verbose", "tell notes with their places, too")
    .addOption(
      new Option("--fail-on <severity>", "from which findings on the exit code is 1")
        .choices(["error", "warning", "none"])
        .default("error"),
    )
    .option("--namespace <namespace>", "the releases' namespace (default: the project's, else default)")
    .option("--helm <path>", "the Helm 3 or 4 that renders: a path, or a name on the PATH (default: helm)");
  addRegistryOptions(addSourceOptions(command)).addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const [older, newer] = sidesOf(command, flags) ?? unclearSides(command, flags);
  const access = await registryAccess(flags, [...older, ...newer], command, cli);
  const { HelmError } = await import("../../verify/run-helm.ts");
  const nothing = "nothing was compared";
  try {
    const { upgradeCheck } = await import("../../upgrade-check.ts");
    const { report, diagnostics } = await upgradeCheck({
      older,
      newer,
      workingFolder: cli.workingFolder,
      access,
      sources: sourceOptionsOf(flags, cli),
      ...(flags.helm === undefined ? {} : { helm: flags.helm }),
      ...(flags.namespace === undefined ? {} : { namespace: flags.namespace }),
      values: flags.values ?? [],
    });
    if (!report) return reportDiagnostics(diagnostics, cli, nothing);
    cli.stdout.write(await printed(report, flags, cli));
    return codeOf(report, flags.failOn);
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return reportDiagnostics([error.diagnostic], cli, nothing);
  }
}

async function printed(report: UpgradeReport, flags: Flags, cli: Cli): Promise<string> {
  const format = flags.json ? "json" : (flags.format ?? "text");
  if (format === "json") return `${JSON.stringify(report, undefined, 2)}\n`;
  if (format === "markdown") {
    const { renderUpgradeMarkdown } = await import("../../upgrade/report-markdown.ts");
    return renderUpgradeMarkdown(report);
  }
  const { renderUpgradeText } = await import("../../upgrade/report-text.ts");
  const colours = pc.createColors(showsColour(cli, cli.stdout));
  const painters = { error: colours.red, warning: colours.yellow, info: colours.cyan, title: colours.bold };
  return renderUpgradeText(report, {
    verbose: flags.verbose ?? false,
    paint: (text, severity: Severity | "title") => painters[severity](text),
  });
}

function codeOf({ summary }: UpgradeReport, failOn: Flags["failOn"]): number {
  const counts = failOn === "none" ? 0 : summary.errors + (failOn === "warning" ? summary.warnings : 0);
  return counts > 0 ? exitCode.findings : exitCode.fine;
}
