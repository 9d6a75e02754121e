// `chartwright verify`: proves with real Helm that the charts of projects equal their sources.
import type { Command } from "commander";
import type { BuildResult } from "../../convert.ts";
import { formatPosition } from "../../diagnostics/position.ts";
import type { Cli } from "../cli.ts";
import { addHelmOption, type CommandModule } from "../command-module.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import { addSourceOptions, type SourceFlags, sourceOptionsOf } from "../source-options.ts";
import { type Proof, prove, showReport } from "../verify-and-report.ts";

interface Flags extends SourceFlags {
  readonly helm?: readonly string[];
  readonly provider?: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  chartwright verify                                the project in this folder, or all below it, with the helm on the PATH
  chartwright verify --helm helm3 --helm helm4 operators/*
  chartwright verify --provider aws                 what the charts hold for one provider
  chartwright verify --json | jq '.checks[] | select(.status == "failed")'
`;

export const verifyCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description(
      "Renders the charts of projects with real Helm and compares every object with its source. Also runs " +
        "helm lint, tries the values' schema, and computes the size of the release.",
    )
    .argument("[folder...]", "projects' folders, or folders of several projects (default: this one)");
  addSourceOptions(addHelmOption(command))
    .option("--provider <name>", "check the objects of one provider alone, of charts made of overlays")
    .option("--verbose", "list every object, with its places in source and template")
    .option("--json", "print one JSON document: the report, or a list of them for several folders")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const { projectsOf } = await import("../../project-order.ts");
  const folders = await projectsOf(command.args.length === 0 ? ["."] : command.args, cli.workingFolder);
  const proofs: Proof[] = [];
  for (const folder of folders) {
    const proof = await verifyOne(folder, flags, cli);
    if (proof.report && !flags.json) await showReport(proof.report, cli, { verbose: flags.verbose ?? false });
    proofs.push(proof);
  }
  if (flags.json) await printJson(proofs, folders.length > 1, cli);
  return Math.max(...proofs.map(({ code }) => code));
}

async function printJson(proofs: readonly Proof[], asList: boolean, cli: Cli): Promise<void> {
  const { printReport } = await import("../../verify/report.ts");
  const reports = proofs.flatMap(({ report }) => (report ? [report] : []));
  if (asList) cli.stdout.write(`${JSON.stringify(reports, undefined, 2)}\n`);
  else for (const report of reports) cli.stdout.write(printReport(report));
}

async function verifyOne(folder: string, flags: Flags, cli: Cli): Promise<Proof> {
  const built = await buildFor(folder, flags, cli);
  // What only informs was said when the charts were built.
  const problems = built.diagnostics.filter(({ severity }) => severity !== "info");
  const code = await reportDiagnostics(problems, cli, "nothing was verified");
  if (!built.chartSet || !built.comparison) return { code };
  const { fromMemory } = await import("../summary.ts");
  if (!built.isAlone) cli.stderr.write(fromMemory(built.chartSet, built.comparison, folder));
  return prove(built, flags.helm ?? [], cli, { provider: flags.provider, inMemory: built.isAlone });
}

/**
 * The charts of a project. Where one provider is asked for and others keep the charts from being compiled, those that are
 * made of its part alone.
 */
async function buildFor(
  folder: string,
  flags: Flags,
  cli: Cli,
): Promise<BuildResult & { readonly isAlone?: boolean }> {
  const { build } = await import("../../build.ts");
  const { provider } = flags;
  const sources = sourceOptionsOf(flags, cli);
  const built = await build(folder, cli.workingFolder, { sources });
  const [first] = built.diagnostics.filter(({ severity }) => severity === "error");
  if (provider === undefined || built.chartSet || !first) return built;
  const alone = await build(folder, cli.workingFolder, { sources, provider });
  if (!alone.chartSet) return alone;
  const place = first.position ? ` (${formatPosition(first.position)})` : "";
  cli.stderr.write(
    `The charts of all providers cannot be compiled${place}; verifying what "${provider}" and the default provider have alone.\n`,
  );
  return { ...alone, isAlone: true };
}
