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

function commandCase({ name, options, words }: CompletedCommand): string {
  const rest = words.length === 0 ? ["*:file:_files"] : [`1:action:(${words.join(" ")})`, "*:file:_files"];
  const specifications = [...options.flatMap(specificationsOf), ...rest];
  return [
    `    ${name})`,
    "      _arguments \\",
    specifications.map((specification) => `        ${quoted(specification)}`).join(" \\\n"),
    "      ;;",
  ].join("\n");
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
