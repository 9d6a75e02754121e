// Prose as comment lines of a YAML file.

/** Comment lines end here where the words allow it, indentation included. */
const commentWidth = 100;

/** `text` as comment lines for a place `indentation` blanks in; paragraphs, list items and indented lines stay. */
export function commentLines(text: string, indentation: number): readonly string[] {
  return paragraphsOf(text).flatMap((paragraph) =>
    paragraph === "" ? ["#"] : wrap(paragraph, commentWidth - indentation - 2).map((line) => `# ${line}`),
  );
}

const listItem = /^\s*(?:[-*]|[0-9]+[.)])\s/;

/** The paragraphs of `text`, with "" for the blank lines between them. */
function paragraphsOf(text: string): readonly string[] {
  const paragraphs: string[] = [];
  for (const line of printable(text).trim().split("\n")) {
    const above = paragraphs.at(-1) ?? "";
    const isBlank = line.trim() === "";
    // An indented line is an example, unless it goes on with the list item above.
    const startsAnew = listItem.test(line) || (line.startsWith("  ") && !listItem.test(above));
    if (isBlank && above !== "") paragraphs.push("");
    else if (!isBlank && (above === "" || startsAnew)) paragraphs.push(line.trimEnd());
    else if (!isBlank) paragraphs[paragraphs.length - 1] = `${above} ${line.trim()}`;
  }
  return paragraphs;
}

/** `text` without the characters that YAML refuses or takes for a line break, in comments too (YAML 1.1, 5.1). */
export function printable(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/gu, " ");
}

/** The words of a paragraph in lines of at most `room` characters; a list item's lines hang under its words. */
function wrap(paragraph: string, room: number): readonly string[] {
  const start = /^ *(?:(?:[-*]|[0-9]+[.)]) +)?/.exec(paragraph)?.[0] ?? "";
  const hanging = " ".repeat(start.length);
  const lines: string[] = [];
  let line = start;
  for (const word of paragraph.slice(start.length).split(/\s+/)) {
    const isFirst = line.trim() === start.trim();
    if (!isFirst && line.length + 1 + word.length > room) {
      lines.push(line);
      line = hanging + word;
    } else {
      line += isFirst ? word : ` ${word}`;
    }
  }
  return [...lines, line];
}
