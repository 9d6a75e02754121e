// `chartwright init`: manifests → a project file that builds them.
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { projectFileName } from "../../project/project.ts";
import { projectTemplateNames } from "../../project/templates.ts";
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
  chartwright init repository kubevirt cdi                  a repository of charts, with CI
  chartwright init repository peer-pods -o charts           in another folder

\`repository\` makes folders with the project files of ${projectTemplateNames.join(", ")}
(an umbrella over kubevirt and cdi), a README, a workflow for GitHub, and artifacthub-repo.yml. What is there already stays.
A folder of manifests with that name is \`./repository\`.
`;

export const initCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command.description("Writes a project file for manifests, filled in with what they say and explained.");
  addCompileOptions(
    command
      .argument("<manifest...>", manifestWords)
      .option(
        "-o, --output <file>",
        "the project file to write; of a repository its folder",
        someText,
        projectFileName,
      ),
  ).addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  if (command.args[0] === "repository") {
    const isGiven = command.getOptionValueSource("output") === "cli";
    return initRepositoryIn(isGiven ? flags.output : ".", command.args.slice(1), cli);
  }
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

/** Writes the files of a repository that are not there yet. */
async function initRepositoryIn(folder: string, names: readonly string[], cli: Cli): Promise<number> {
  const { initRepository } = await import("../../init-repository.ts");
  const { files, scripts, diagnostics } = initRepository(names);
  const code = await reportDiagnostics(diagnostics, cli);
  if (code !== exitCode.fine) return code;
  const { compareKept } = await import("../../write/compare-kept.ts");
  const { write } = await import("../../write/write.ts");
  const isNew = (text: string) => (existing: string | undefined) =>
    existing === undefined ? text : undefined;
  const comparison = compareKept(new Map([...files].map(([path, text]) => [path, isNew(text)])), {
    folder,
    workingFolder: cli.workingFolder,
    purpose: "the repository",
  });
  const failed = await reportDiagnostics(write(comparison).diagnostics, cli);
  if (failed !== exitCode.fine) return failed;
  const written = new Set(comparison.changes.map(({ path }) => path));
  const lines = [...files.keys()].map(
    (path) => `${written.has(path) ? "Wrote" : "Left "} ${join(folder, path)}`,
  );
  const where = folder === "." ? "" : ` ${folder}`;
  const steps = [
    ...scripts.map((path) => `sh ${join(folder, path)}`),
    `chartwright update --pin${where}`,
    `chartwright build${where}`,
  ];
  cli.stdout.write(`${lines.join("\n")}\n\nNext: ${steps.join(", then ")}\n`);
  return exitCode.fine;
}
