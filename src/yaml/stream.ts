// A YAML stream cut into the texts of its documents, before any of them is parsed: a fault in one document
// then has a place of its own, and every document keeps its exact text.

/** One document's text; `firstLine` is the line number of its first character in the stream, from 1. */
export interface DocumentText {
  readonly text: string;
  readonly firstLine: number;
}

/**
 * Normalises what editors add: a byte-order mark goes, CRLF and CR become LF.
 * YAML reads every line break as a line feed (YAML 1.2, section 5.4), so no value changes.
 */
export function normaliseLineBreaks(text: string): string {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const body = start === 0 ? text : text.slice(start);
  return body.includes("\r") ? body.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : body;
}

/**
 * The documents of a stream that hold more than comments, directives and blank lines.
 * A line that starts with `---` or `...` and then a blank or its end separates documents wherever it stands,
 * in block scalars too (YAML 1.2, section 9.1.2).
 */
export function splitStream(stream: string): readonly DocumentText[] {
  const documents: DocumentText[] = [];
  const marker = /^(?:---(?=[ \t\n]|$)|\.\.\.(?=[ \t\n]|$))/gm;
  let start = 0;
  let line = 1;
  const push = (end: number) => {
    const text = stream.slice(start, end);
    if (hasContent(text)) documents.push({ text, firstLine: line });
  };
  for (const match of stream.matchAll(marker)) {
    push(match.index);
    line += countLineBreaks(stream, start, match.index);
    start = match.index + match[0].length;
  }
  push(stream.length);
  return documents;
}

/** Whether `text` has a line that is neither blank, a comment nor a directive. */
function hasContent(text: string): boolean {
  return /^(?![ \t]*(?:#|$)|%(?:YAML|TAG)\b).*$/m.test(text);
}

function countLineBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
