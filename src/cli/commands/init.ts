// `chartwright init`: manifests → a project file that builds them.
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { projectFileName } from "../../project/project.ts";
import { type Cli, exitCode } from "../cli.ts";
import {
  addCompileOptions,
  type CommandModule,
  type CompileFlags,
  choicesOf,
  inputsOf,
  layoutHelp,
  manifestWords,
  someText,
} from "../command-module.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";

interface Flags extends CompileFlags {
  readonly output: string;
}

const examples = `${layoutHelp}
Examples:
  chartwright init release/kubevirt-operator.yaml release/kubevirt-cr.yaml
  chartwright init install.yaml --cr sample.yaml -o operators/harbour/chartwright.yaml
`;

export const initCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command.description("Writes a project file for manifests, filled in with what they say and explained.");
  addCompileOptions(
    command
      .argument("<manifest...>", manifestWords)
      .option("-o, --output <file>", "the project file to write", someText, projectFileName),
  ).addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const inputs = inputsOf(command.args, flags);
  if (inputs.some(({ path }) => path === "-")) {
    command.error("error: a project cannot read standard input; save the manifests to a file beside it");
  }
  const { init } = await import("../../init.ts");
  const { project, text, diagnostics } = await init(inputs, {
    folder: cli.workingFolder,
    file: flags.output,
    ...choicesOf(flags),
  });
  const code = await reportDiagnostics(diagnostics, cli);
  if (!project || text === undefined) return code;
  const { writeNewFile } = await import("../../write/write-new-file.ts");
  const refused = writeNewFile(resolve(cli.workingFolder, flags.output), text, flags.output);
  if (refused) return reportDiagnostics([refused], cli);
  const folder = dirname(flags.output);
  cli.stdout.write(
    `Wrote ${flags.output} for ${project.name}, layout ${project.layout}.\nNext: chartwright build${folder === "." ? "" : ` ${folder}`}\n`,
  );
  return exitCode.fine;
}
