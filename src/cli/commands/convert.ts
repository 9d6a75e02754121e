// `chartwright convert`: manifests → charts in a folder, without a project file.
import type { Command } from "commander";
import type { ChartSet } from "../../emit/chart.ts";
import type { Comparison } from "../../write/compare-tree.ts";
import { type Cli, exitCode } from "../cli.ts";
import {
  addCompileOptions,
  addHelmOption,
  addManifests,
  type CommandModule,
  type CompileFlags,
  choicesOf,
  inputsOf,
  layoutHelp,
  someText,
} from "../command-module.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import type { Proof } from "../verify-and-report.ts";

interface Flags extends CompileFlags {
  readonly output: string;
  readonly verify?: boolean;
  readonly helm?: readonly string[];
  readonly force?: boolean;
  readonly json?: boolean;
}

const examples = `${layoutHelp}
Examples:
  chartwright convert kubevirt-operator.yaml kubevirt-cr.yaml -o charts
  chartwright convert release/ -o charts --layout one-chart --verify
  chartwright convert config/default --cr sample.yaml -o charts     a kustomize directory
`;

export const convertCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command.description("Turns the manifests that an operator publishes into Helm charts.");
  addManifests(command).requiredOption(
    "-o, --output <folder>",
    "where the charts go: <folder>/<chart name>/",
    someText,
  );
  addCompileOptions(command).option("--verify", "prove with Helm that the charts equal the manifests");
  addHelmOption(command)
    .option(
      "--force",
      "write everything as generated, over edits by hand and files that are not chartwright's",
    )
    .option("--json", "print one JSON document")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  if (flags.helm && !flags.verify) {
    command.error("error: option '--helm <path>' cannot be used without option '--verify'");
  }
  const { convert } = await import("../../convert.ts");
  const built = await convert(inputsOf(command.args, flags), {
    folder: cli.workingFolder,
    standardInput: cli.stdin,
    output: flags.output,
    ...choicesOf(flags),
  });
  const { chartSet, comparison, diagnostics } = built;
  if (!chartSet || !comparison) return reportDiagnostics(diagnostics, cli);
  const { missingHelms, prove } = await import("../verify-and-report.ts");
  const missing = flags.verify ? await missingHelms(flags.helm ?? [], cli) : undefined;
  if (missing !== undefined) return missing;
  const { writeCharts } = await import("../write-charts.ts");
  const { code, written } = await writeCharts(comparison, diagnostics, cli, { force: flags.force ?? false });
  if (!written) return code;
  const { summarise } = await import("../summary.ts");
  if (!flags.json) cli.stdout.write(summarise(chartSet, comparison, written, flags.verify));
  // Charts with open conflicts are no charts yet: there is nothing to prove, and nothing to install.
  if (code !== exitCode.fine && !flags.json) return code;
  const proof =
    flags.verify && code === exitCode.fine ? await prove(built, flags.helm ?? [], cli) : undefined;
  await (flags.json ? showJson : showNext)(chartSet, comparison, proof, cli);
  return proof?.code ?? code;
}

async function showJson(
  chartSet: ChartSet,
  comparison: Comparison,
  proof: Proof | undefined,
  cli: Cli,
): Promise<void> {
  const { describeBuild } = await import("../build-description.ts");
  const description = describeBuild(chartSet, comparison, true);
  const document = proof?.report ? { ...description, report: proof.report } : description;
  cli.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
}

/** The proof where there is one, else how to go on. */
async function showNext(
  chartSet: ChartSet,
  comparison: Comparison,
  proof: Proof | undefined,
  cli: Cli,
): Promise<void> {
  if (proof?.report) {
    cli.stdout.write("\n");
    const { showReport } = await import("../verify-and-report.ts");
    await showReport(proof.report, cli);
  } else if (!proof) {
    const { nextSteps } = await import("../summary.ts");
    cli.stdout.write(nextSteps(chartSet, comparison));
  }
}
