// Where something stands in a source, for people: file, line and column, with the line's own text.

/** A place in a source. `line` and `column` count from 1; `text` is the whole line, without its break. */
export interface Position {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** The position of the character at `offset` in `text`; `firstLine` is the line number of the first line. */
export function positionAt(source: string, text: string, offset: number, firstLine = 1): Position {
  const end = Math.max(0, Math.min(offset, text.length));
  let line = firstLine;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  const lineEnd = text.indexOf("\n", lineStart);
  return {
    source,
    line,
    column: end - lineStart + 1,
    text: text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd),
  };
}

/** `file:line:column`, the form that editors and terminals turn into a link. */
export function formatPosition(position: Position): string {
  return `${position.source}:${position.line}:${position.column}`;
}
