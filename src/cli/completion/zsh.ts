// A completion script for zsh (its manual, "Completion System"; the specifications are those of `_arguments`).
import type { CompletedCommand, CompletedOption } from "./completed-command.ts";

/** A function for a folder of `fpath`, and for the shell that sources it. */
export function zshCompletion(program: string, commands: readonly CompletedCommand[]): string {
  return `#compdef ${program}
# Completion of ${program} for zsh: source <(${program} completion zsh)
_${program}() {
  local -a commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  # What follows counts words from the command on.
  words=("\${(@)words[2,-1]}")
  (( CURRENT -= 1 ))
  case $command in
${commands.map(commandCase).join("\n")}
    help) _describe command commands ;;
  esac
}
if [[ $funcstack[1] == _${program} ]]; then
  _${program} "$@"
else
  compdef _${program} ${program}
fi
`;
}

function commandCase({ name, options, words, lead }: CompletedCommand): string {
  const own = options.flatMap(specificationsOf);
  const rest = words.length === 0 ? ["*:file:_files"] : [`1:action:(${words.join(" ")})`, "*:file:_files"];
  if (!lead) return [`    ${name})`, specified([...own, ...rest], 6), "      ;;"].join("\n");
  const first = `1:file:_alternative "words:word:(${lead.word})" "files:file:_files"`;
  return [
    `    ${name})`,
    `      if [[ $words[2] == ${lead.word} ]] && (( CURRENT > 2 )); then`,
    specified([...own, `*:name:(${[lead.word, ...lead.words].join(" ")})`], 8),
    "      else",
    specified([...own, first, "*:file:_files"], 8),
    "      fi",
    "      ;;",
  ].join("\n");
}

function specified(specifications: readonly string[], indent: number): string {
  const lines = specifications.map((one) => `${" ".repeat(indent + 2)}${quoted(one)}`);
  return `${" ".repeat(indent)}_arguments \\\n${lines.join(" \\\n")}`;
}

/** Any option may be repeated: zsh cannot know which may not. */
function specificationsOf({ long, short, description, value }: CompletedOption): readonly string[] {
  const words = `[${description.replace(/[[\]\\]/g, "\\$&")}]`;
  if (value === undefined) return [`*${long}${words}`, ...(short ? [`*${short}${words}`] : [])];
  const completed = value === "text" ? ":value:_files" : `:value:(${value.join(" ")})`;
  return [`*${long}=${words}${completed}`, ...(short ? [`*${short}${words}${completed}`] : [])];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
