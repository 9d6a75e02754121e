// A completion script for fish (its manual, "Writing your own completions").
import type { CompletedCommand, CompletedOption } from "./completed-command.ts";

/** Lines for the shell that sources them, or for a file in its folder of completions. */
export function fishCompletion(program: string, commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap((command) => linesOf(program, command));
  return `# Completion of ${program} for fish: ${program} completion fish | source\n${lines.join("\n")}\n`;
}

function linesOf(
  program: string,
  { name, summary, options, words, lead }: CompletedCommand,
): readonly string[] {
  const complete = `complete -c ${program}`;
  const here = `-n '__fish_seen_subcommand_from ${name}'`;
  return [
    `${complete} -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...options.map((option) => `${complete} ${here} ${optionWords(option)}`),
    ...(words.length === 0
      ? []
      : [
          `${complete} -n '__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${words.join(" ")}' -f -a ${quoted(words.join(" "))}`,
        ]),
    ...(lead
      ? [
          `${complete} -n '__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${lead.word}' -a ${quoted(lead.word)}`,
          `${complete} -n '__fish_seen_subcommand_from ${name}; and __fish_seen_subcommand_from ${lead.word}' -f -a ${quoted(lead.words.join(" "))}`,
        ]
      : []),
  ];
}

function optionWords({ long, short, description, value }: CompletedOption): string {
  const taken = value === undefined ? [] : value === "text" ? ["-r"] : ["-x", "-a", quoted(value.join(" "))];
  const names = [`-l ${long.slice(2)}`, ...(short ? [`-s ${short.slice(1)}`] : [])];
  return [...names, ...taken, "-d", quoted(description)].join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
