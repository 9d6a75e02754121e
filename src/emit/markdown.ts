// Markdown of the flavour that code forges share (GFM), from text that may hold any character.

/** `text` on one line, to be read as it is. Code in backticks stays code. */
export function markdownText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\`*_{}[\]<>~]/g, escapeUnlessInWord)))
    .join("");
}

/** An underscore inside a word is text already, in GFM. */
function escapeUnlessInWord(character: string, offset: number, text: string): string {
  const inWord = /\w/.test(text[offset - 1] ?? "") && /\w/.test(text[offset + 1] ?? "");
  return character === "_" && inWord ? character : `\\${character}`;
}

/** `text` as code on one line. */
export function code(text: string): string {
  const line = text.replace(/[\r\n]+/g, " ");
  if (line.trim() === "") return "` `";
  const fence = "`".repeat(longestRun(line) + 1);
  const padding = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${padding}${line}${padding}${fence}`;
}

/** Lines of code in a block of their own. */
export function codeBlock(language: string, lines: readonly string[]): string {
  const fence = "`".repeat(Math.max(3, ...lines.map((line) => longestRun(line) + 1)));
  return [`${fence}${language}`, ...lines, fence].join("\n");
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** A table. Cells are Markdown on one line. A pipe ends a cell even inside code, so every one is escaped here. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  return [line(header), line(header.map(() => "---")), ...escaped.map(line)].join("\n");
}

/** The first sentence of a description, cut at a word when it is longer than `limit`. */
export function firstSentence(text: string, limit: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  const end = /(?<!\b(?:e\.g|i\.e|etc|vs|cf))[.!?](?=\s+["'`(]?[A-Z]|$)/.exec(line);
  const sentence = end ? line.slice(0, end.index + 1) : line;
  if (sentence.length <= limit) return sentence;
  const cut = sentence.slice(0, limit - 1);
  const lastBlank = cut.lastIndexOf(" ");
  return `${cut.slice(0, lastBlank > limit / 2 ? lastBlank : undefined).trimEnd()}…`;
}
