// What go-yaml accepts and js-yaml refuses, mended in the text without changing a value or a line number.

/** A mended text: `added` blanks were put in at `at`. */
export interface Repair {
  readonly text: string;
  readonly at: number;
  readonly added: number;
  /** What was wrong, and what would mend it in the source. */
  readonly fault: string;
  readonly remedy: string;
}

/** Mends what the parser refused at `offset` with `reason`, or gives undefined where Kubernetes refuses it too. */
export function repairText(text: string, reason: string, offset: number): Repair | undefined {
  if (text[offset] === "#" && offset > 0 && !/\s/.test(text[offset - 1] ?? ""))
    return spaceComment(text, offset);
  if (reason !== "deficient indentation") return undefined;
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  return /\S/.test(before) ? replaceTabs(text, before, offset) : indentLine(text, lineStart);
}

/** A comment needs a blank in front of it (YAML 1.2, section 6.6); go-yaml takes it behind any closed value. */
function spaceComment(text: string, offset: number): Repair {
  return {
    text: `${text.slice(0, offset)} ${text.slice(offset)}`,
    at: offset,
    added: 1,
    fault: "a comment stands right behind a value",
    remedy: "Put a blank in front of the comment.",
  };
}

/** Inside a flow collection the parser takes what stands behind a tab for a line without indentation. */
function replaceTabs(text: string, before: string, offset: number): Repair | undefined {
  const gap = /[ \t]+$/.exec(before)?.[0] ?? "";
  if (!gap.includes("\t")) return undefined;
  return {
    text: text.slice(0, offset - gap.length) + " ".repeat(gap.length) + text.slice(offset),
    at: offset,
    added: 0,
    fault: "a tab stands inside a flow collection",
    remedy: "Put a blank in place of the tab.",
  };
}

/**
 * More indentation for a quoted or flow value that goes on too far left. go-yaml folds such a line as if it were
 * indented; blanks at the start of a continued line are not part of the value (YAML 1.2, section 7.3.1).
 */
function indentLine(text: string, lineStart: number): Repair | undefined {
  const line = text.slice(lineStart);
  if (line.startsWith("---") || line.startsWith("...")) return undefined;
  const indent = neededIndent(text, lineStart);
  const added = indent - (/^ */.exec(line)?.[0].length ?? 0);
  if (added <= 0) return undefined;
  return {
    text: text.slice(0, lineStart) + " ".repeat(added) + line,
    at: lineStart,
    added,
    fault: "a quoted string or a flow collection goes on at its parent's column",
    remedy: "Indent the line by one more blank.",
  };
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
