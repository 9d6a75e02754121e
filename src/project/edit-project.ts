// Changes to the text of a project file: at the ranges of its values, so that comments and layout stay.
import { parseDocument } from "../yaml/document.ts";
import { printYaml, quoteText } from "../yaml/print.ts";
import { entryOf, nodeAt, type PathStep } from "../yaml/tree.ts";

/** A text to write at a path; a key that is not there yet is put behind `after`, a key beside it. */
export interface ProjectEdit {
  readonly path: readonly PathStep[];
  readonly value: string;
  readonly after?: string;
}

/** `text`, a project file that was read without a fault, with the edits. An edit whose place is not there is left out. */
export function editProject(text: string, edits: readonly ProjectEdit[]): string {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const parsed = parseDocument(text.slice(start));
  if (!parsed.ok) return text;
  const { root } = parsed.document;
  const splices = edits.flatMap(({ path, value, after }) => {
    const node = nodeAt(root, path);
    if (node?.kind === "scalar") {
      return { from: start + node.start, to: start + node.end, text: scalar(value, node.style) };
    }
    const parent = nodeAt(root, path.slice(0, -1));
    const beside = after === undefined ? undefined : entryOf(parent, after);
    if (node || !beside || (parent?.kind === "mapping" && parent.flow)) return [];
    const column = beside.start - (parsed.document.text.lastIndexOf("\n", beside.start - 1) + 1);
    const at = lineEnd(text, start + beside.end);
    const line = `${lineBreak(text)}${" ".repeat(column)}${path.at(-1)}: ${scalar(value, "plain")}`;
    return { from: at, to: at, text: line };
  });
  return splices
    .toSorted((a, b) => b.from - a.from)
    .reduce((whole, { from, to, text: put }) => whole.slice(0, from) + put + whole.slice(to), text);
}

/** In the quotes that stand there; without any only where every reader takes it for a text. */
function scalar(value: string, style: string): string {
  if (style === "single-quoted") return `'${value.replaceAll("'", "''")}'`;
  return style === "plain" ? printYaml(value) : quoteText(value);
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  if (end === -1) return text.length;
  return text[end - 1] === "\r" ? end - 1 : end;
}

function lineBreak(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
