// What go-yaml accepts and js-yaml refuses, mended in the text without changing a value or a line number.

/**
 * The text with more indentation at `offset`, where a quoted or flow value goes on too far left, or undefined
 * when `reason` names another fault. go-yaml folds such a line as if it were indented; blanks at the start of a
 * continued line are not part of the value (YAML 1.2, section 7.3.1), so adding some changes nothing.
 */
export function repairIndent(text: string, reason: string, offset: number): string | undefined {
  if (reason !== "deficient indentation") return undefined;
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const line = text.slice(lineStart);
  if (line.startsWith("---") || line.startsWith("...")) return undefined;
  const indent = neededIndent(text, lineStart);
  const present = /^ */.exec(line)?.[0].length ?? 0;
  if (present >= indent) return undefined;
  return text.slice(0, lineStart) + " ".repeat(indent - present) + text.slice(lineStart);
}

/** One more than the deepest indentation that a parent of the value above `lineStart` can have. */
function neededIndent(text: string, lineStart: number): number {
  const above = text.slice(0, lineStart).split("\n");
  for (let index = above.length - 2; index >= 0; index -= 1) {
    const entry = /^( *(?:- +)*)(?:"[^"]*"|'[^']*'|[^\s#'"][^:]*|-):?(?: |$)/.exec(above[index] ?? "");
    if (entry?.[1] !== undefined) return entry[1].length + 1;
  }
  return 1;
}
