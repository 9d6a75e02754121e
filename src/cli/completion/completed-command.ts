// What a shell is told of the commands: data, taken from what the commands say of themselves.
import type { Command } from "commander";

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** The words that the first argument may be; none where arguments are files. */
  readonly words: readonly string[];
}

export interface CompletedOption {
  /** `--layout`. */
  readonly long: string;
  /** `-o`. */
  readonly short?: string;
  readonly description: string;
  /** Its value: one of some words, a file or other text, or nothing. */
  readonly value: readonly string[] | "text" | undefined;
}

/** The commands of `program`, which all have said what they take, in their order. */
export function completedCommands(program: Command): readonly CompletedCommand[] {
  return program.commands.map((command) => ({
    name: command.name(),
    summary: command.summary(),
    options: command
      .createHelp()
      .visibleOptions(command)
      .flatMap(({ long, short, description, required, optional, argChoices }) =>
        long
          ? [
              {
                long,
                ...(short ? { short } : {}),
                description,
                value: required || optional ? (argChoices ?? "text") : undefined,
              } as const,
            ]
          : [],
      ),
    words: command.registeredArguments[0]?.argChoices ?? [],
  }));
}
