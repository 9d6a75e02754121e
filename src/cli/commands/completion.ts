// `chartwright completion`: what a shell needs to complete the command line.
import { Argument, type Command } from "commander";
import { type Cli, exitCode } from "../cli.ts";
import type { CommandModule } from "../command-module.ts";
import { bashCompletion } from "../completion/bash.ts";
import { completedCommands } from "../completion/completed-command.ts";
import { fishCompletion } from "../completion/fish.ts";
import { zshCompletion } from "../completion/zsh.ts";

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

const examples = `
Examples:
  source <(chartwright completion bash)                                          for this shell; in ~/.bashrc for all
  chartwright completion zsh > "\${fpath[1]}/_chartwright"                        in zsh
  chartwright completion fish > ~/.config/fish/completions/chartwright.fish      in fish
`;

export const completionCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description("Prints a script with which a shell completes chartwright's commands and options.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(shells)))
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const [shell] = command.processedArgs as [keyof typeof shells];
  const program = command.parent ?? command;
  cli.stdout.write(shells[shell](program.name(), completedCommands(program)));
  return exitCode.fine;
}
