// `chartwright build`: projects → their charts, or with --check the difference to what is there.
import type { Command } from "commander";
import { type Cli, exitCode } from "../cli.ts";
import type { CommandModule } from "../command-module.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";

interface Flags {
  readonly check?: boolean;
  readonly force?: boolean;
}

const examples = `
Examples:
  chartwright build                          the project in this folder
  chartwright build operators/*              several projects
  chartwright build --check operators/*      in CI: exit code 1 and a diff when charts are stale
`;

export const buildCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description(
      "Compiles the charts of projects, each a folder with a chartwright.yaml.\n" +
        "A file that was edited by hand since it was written is never overwritten: build names it and stops.",
    )
    .argument("[folder...]", "the projects' folders (default: this one)")
    .option("--check", "write nothing; exit with 1 and a diff when the charts are not up to date")
    .option("--force", "write over files that were edited by hand or are not chartwright's")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const codes: number[] = [];
  for (const folder of command.args.length === 0 ? ["."] : command.args) {
    codes.push(await buildOne(folder, flags, cli));
  }
  return Math.max(...codes);
}

async function buildOne(folder: string, flags: Flags, cli: Cli): Promise<number> {
  const { build } = await import("../../build.ts");
  const { chartSet, comparison, diagnostics } = await build(folder, cli.workingFolder);
  if (!chartSet || !comparison) return reportDiagnostics(diagnostics, cli);
  if (flags.check) {
    const problems = diagnostics.filter(({ severity }) => severity !== "info");
    const code = await reportDiagnostics([...problems, ...comparison.obstacles], cli);
    if (code !== exitCode.fine) return code;
    const { printDiff } = await import("../../write/print-diff.ts");
    cli.stdout.write(await printDiff(comparison));
    const { checked } = await import("../summary.ts");
    cli.stderr.write(checked(chartSet, comparison, folder));
    return comparison.changes.length === 0 ? exitCode.fine : exitCode.findings;
  }
  const { write } = await import("../../write/write.ts");
  const written = write(comparison, { force: flags.force ?? false });
  const code = await reportDiagnostics([...diagnostics, ...written.diagnostics], cli);
  if (code !== exitCode.fine) return code;
  const { summarise } = await import("../summary.ts");
  cli.stdout.write(summarise(chartSet, comparison, written));
  cli.stdout.write(`\nNext: chartwright verify${folder === "." ? "" : ` ${folder}`}\n`);
  return code;
}
