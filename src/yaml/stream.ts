// A YAML stream cut into the texts of its documents, before any of them is parsed: a fault in one document
// then has a place of its own, and every document keeps its exact text.

/** One document's text; `firstLine` is the line number of its first character in the stream, from 1. */
export interface DocumentText {
  readonly text: string;
  readonly firstLine: number;
}

/**
 * Normalises what editors add: byte-order marks go, also where files were joined; CRLF, CR and the next-line character
 * become LF. Kubernetes reads each of them as a line feed (YAML 1.1, section 4.1.4), so no value changes.
 */
export function normaliseLineBreaks(text: string): string {
  const body = /[\r\x85]/.test(text) ? text.replace(/\r\n|[\r\x85]/g, "\n") : text;
  return body.includes("\ufeff") ? body.replace(/(?<=^|(?:^|\n)---[ \t]*\n)\ufeff/g, "") : body;
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
    let firstLine = line;
    for (const text of jsonTexts(stream.slice(start, end))) {
      if (hasContent(text)) documents.push({ text, firstLine });
      firstLine += countLineBreaks(text, 0, text.length);
    }
  };
  for (const match of stream.matchAll(marker)) {
    push(match.index);
    line += countLineBreaks(stream, start, match.index);
    start = match.index + match[0].length;
  }
  push(stream.length);
  return documents;
}

/**
 * JSON documents may follow each other without a separator, as `jq` prints them; kubectl reads them so. Flow
 * collections of YAML may not: what is no JSON stays one text.
 */
function jsonTexts(text: string): readonly string[] {
  if (!/^\s*\{/.test(text)) return [text];
  const texts: string[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}]/g;
  const another = /\s*\{/y;
  let start = 0;
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(token)) {
    if (found === "{") depth += 1;
    if (found !== "}") continue;
    depth -= 1;
    another.lastIndex = index + 1;
    if (depth !== 0 || !another.test(text)) continue;
    const document = text.slice(start, index + 1);
    if (!isJson(document)) return [text];
    texts.push(document);
    start = index + 1;
  }
  return [...texts, text.slice(start)];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
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
