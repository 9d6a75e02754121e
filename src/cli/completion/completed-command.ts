// What a shell is told of the commands: data, taken from what the commands say of themselves.
import type { Command } from "commander";
import { projectTemplateNames } from "../../project/templates.ts";

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** The words that the first argument may be; none where arguments are files. */
  readonly words: readonly string[];
  /** A first argument that is no file, where others are, and the words that may follow it. */
  readonly lead?: { readonly word: string; readonly words: readonly string[] };
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

/** By command. What they take as arguments is any text, so they do not say it themselves. */
const leads: Readonly<Record<string, NonNullable<CompletedCommand["lead"]>>> = {
  init: { word: "repository", words: projectTemplateNames },
};

/** The commands of `program`, which all have said what they take, in their order. */
export function completedCommands(program: Command): readonly CompletedCommand[] {
  return program.commands.map((command) => {
    const lead = leads[command.name()];
    return {
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
      ...(lead ? { lead } : {}),
    };
  });
}
