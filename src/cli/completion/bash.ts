// A completion script for bash (its manual, "Programmable Completion").
import type { CompletedCommand } from "./completed-command.ts";

/** Defines the completion of `program` for the shell that sources it. */
export function bashCompletion(program: string, commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  return `# Completion of ${program} for bash: source <(${program} completion bash)
_${program}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$current"))
    return
  fi
  # bash makes a word of its own of the sign in --option=value.
  if [[ $current == "=" ]]; then
    current=""
  elif [[ $previous == "=" ]]; then
    previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  case "\${COMP_WORDS[1]} $previous" in
${commands.flatMap(valueCases).join("\n")}
  esac
  if [[ $current == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${commands.map(optionCase).join("\n")}
    esac
    return
  fi
  if [[ $COMP_CWORD -eq 2 ]]; then
    case "\${COMP_WORDS[1]}" in
${[...commands.flatMap(wordCase), `      help) ${reply(names)} ;;`].join("\n")}
    esac
    return
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${commands.flatMap(leadCase).join("\n")}
  esac
}
complete -o default -F _${program} ${program}
`;
}

function valueCases({ name, options }: CompletedCommand): readonly string[] {
  return options.flatMap(({ long, short, value }) => {
    if (value === undefined) return [];
    const patterns = [long, ...(short ? [short] : [])].map((option) => `"${name} ${option}"`).join(" | ");
    return `    ${patterns}) ${value === "text" ? "return" : `${reply(value.join(" "))}; return`} ;;`;
  });
}

function optionCase({ name, options }: CompletedCommand): string {
  return `      ${name}) ${reply(options.map(({ long }) => long).join(" "))} ;;`;
}

function wordCase({ name, words, lead }: CompletedCommand): readonly string[] {
  // Beside files, which the shell itself knows how to show.
  const files = 'compopt -o filenames 2> /dev/null; COMPREPLY+=($(compgen -f -- "$current"))';
  if (lead) return [`      ${name}) ${reply(lead.word)}; ${files} ;;`];
  return words.length === 0 ? [] : [`      ${name}) ${reply(words.join(" "))} ;;`];
}

function leadCase({ name, lead }: CompletedCommand): readonly string[] {
  return lead ? [`    "${name} ${lead.word}") ${reply(lead.words.join(" "))} ;;`] : [];
}

function reply(words: string): string {
  return `COMPREPLY=($(compgen -W "${words}" -- "$current"))`;
}
