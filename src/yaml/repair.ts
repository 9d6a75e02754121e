// What go-yaml accepts and js-yaml refuses, mended in the text without changing a value or a line number; and the
// quote or bracket that was meant to be closed, where that is what went wrong.

/** A mended text. */
export interface Repair {
  readonly text: string;
  /** Where blanks were put in, in the order of the text, and how many. */
  readonly added: readonly { readonly at: number; readonly count: number }[];
  /** What was wrong, and what would mend it in the source. */
  readonly fault: string;
  readonly remedy: string;
  /** The value that was mended, in the new text. */
  readonly value?: OpenValue;
}

/** A value that begins with a quote or a bracket. */
export interface OpenValue {
  readonly start: number;
  /** Behind its closing quote or bracket; undefined when it has none. */
  readonly end: number | undefined;
  /** The column of the key or dash that it belongs to. */
  readonly column: number;
}

/** Mends what the parser refused at `offset` with `reason`, or gives undefined where Kubernetes refuses it too. */
export function repairText(text: string, reason: string, offset: number): Repair | undefined {
  if (text[offset] === "#" && offset > 0 && !/\s/.test(text[offset - 1] ?? ""))
    return spaceComment(text, offset);
  if (reason !== "deficient indentation") return undefined;
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  return /\S/.test(before) ? replaceTabs(text, before, offset) : indentValue(text, lineStart);
}

/** A comment needs a blank in front of it (YAML 1.2, section 6.6); go-yaml takes it behind any closed value. */
function spaceComment(text: string, offset: number): Repair {
  return {
    text: `${text.slice(0, offset)} ${text.slice(offset)}`,
    added: [{ at: offset, count: 1 }],
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
    added: [],
    fault: "a tab stands inside a flow collection",
    remedy: "Put a blank in place of the tab.",
  };
}

/**
 * More indentation for a quoted or flow value that goes on too far left. go-yaml folds such a line as if it were
 * indented; blanks at the start of a continued line are not part of the value (YAML 1.2, section 7.3.1).
 */
function indentValue(text: string, lineStart: number): Repair | undefined {
  const value = openValueBefore(text, lineStart);
  if (value?.end === undefined) return undefined;
  const needed = value.column + 1;
  const added: { readonly at: number; readonly count: number }[] = [];
  let mended = text.slice(0, lineStart);
  for (const line of text.slice(lineStart, value.end).split(/(?<=\n)/)) {
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(line)) return undefined;
    const count = Math.max(0, needed - (/^ */.exec(line)?.[0].length ?? 0));
    if (count > 0) added.push({ at: mended.length, count });
    mended += " ".repeat(count) + line;
  }
  if (added.length === 0) return undefined;
  return {
    text: mended + text.slice(value.end),
    added,
    fault: "a quoted string or a flow collection goes on at its parent's column",
    remedy: "Indent its lines by one more blank.",
    value: { ...value, end: mended.length },
  };
}

/** An entry of a block mapping or sequence, up to a value that begins with a quote or a bracket. */
const entry =
  /^( *(?:- +)*)(?:(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#'"{[](?:[^:]|:(?=\S))*): +)?(?:[&!]\S* +)*(?=["'{[])/;

/** The nearest value above `offset` that begins on an entry's line and has not ended at `offset`. */
export function openValueBefore(text: string, offset: number): OpenValue | undefined {
  let lineEnd = offset;
  for (const line of text.slice(0, offset).split("\n").toReversed()) {
    const lineStart = lineEnd - line.length;
    const opening = entry.exec(text.slice(lineStart, lineEnd + 1));
    if (opening) {
      const start = lineStart + opening[0].length;
      const end = endOfValue(text, start);
      if (end === undefined || end > offset) return { start, end, column: opening[1]?.length ?? 0 };
    }
    lineEnd = lineStart - 1;
  }
  return undefined;
}

/** Behind the quote or bracket that closes the one at `start`. */
function endOfValue(text: string, start: number): number | undefined {
  const token =
    /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^']*(?:''[^']*)*'(?!')|["']|(?<=\s)#.*|[[\]{}]|[^[\]{},\s]+|[,\s]/y;
  let depth = 0;
  for (token.lastIndex = start; token.lastIndex < text.length; ) {
    const found = token.exec(text)?.[0];
    if (found === undefined || found === '"' || found === "'") return undefined;
    if (found === "[" || found === "{") depth += 1;
    if (found === "]" || found === "}") depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return undefined;
}
