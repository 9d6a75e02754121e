// A CRD's descriptions as Markdown: paragraphs, lists and code stay what they are. They are Go comments, where a line
// that is indented is code and one that begins with a dash is an item of a list.
import { codeBlock, markdownText } from "./markdown.ts";

const listItem = /^\s*(?:[-*•]|[0-9]+[.)])\s+/;
const fence = /^\s*```/;

type BlockKind = "paragraph" | "list" | "code";

interface Block {
  readonly kind: BlockKind;
  readonly lines: string[];
}

/** The blocks of `text`, each as lines of Markdown. */
export function markdownBlocks(text: string): readonly (readonly string[])[] {
  return blocksOf(text).map(({ kind, lines }) => {
    if (kind === "code") return codeBlock("", dedent(lines)).split("\n");
    const paragraphs = lines.map(markdownText);
    return kind === "list" ? paragraphs.map((item) => `- ${item}`) : paragraphs;
  });
}

/** The blocks as plain text: a paragraph or an item of a list is one line. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let isFenced = false;
  const put = (kind: BlockKind | "line", line: string) => {
    if (kind === "line") {
      const last = open?.lines.pop() ?? "";
      open?.lines.push(`${last} ${line.trim()}`);
      return;
    }
    if (open?.kind !== kind) {
      open = { kind, lines: [] };
      blocks.push(open);
    }
    open.lines.push(line);
  };
  for (const line of text.replaceAll("\t", "    ").split("\n")) {
    const isFence = fence.test(line);
    isFenced = isFence !== isFenced;
    if (isFence || (!isFenced && line.trim() === "")) open = undefined;
    else if (isFenced) put("code", line);
    else if (listItem.test(line)) put("list", line.replace(listItem, "").trim());
    else put(continuing(open) ?? (/^ {4}/.test(line) ? "code" : "paragraph"), line);
  }
  return blocks;
}

/** What a line of text goes on with; undefined where it begins a block of its own. */
function continuing(open: Block | undefined): "line" | undefined {
  return open && open.kind !== "code" ? "line" : undefined;
}

/** What stands in front of a description's first list, example or further paragraph; one that leads to a list ends open. */
export function leadOf(description: string): string {
  const text = description.trim();
  // A line that breaks early ends a paragraph as well.
  const early = /^.{1,65}(?=\n[A-Z])/.exec(text)?.[0];
  if (early !== undefined) return ended(early);
  const lines = text.split("\n");
  const end = lines.findIndex(
    (line, index) => index > 0 && (line.trim() === "" || listItem.test(line) || fence.test(line)),
  );
  return ended((end === -1 ? lines : lines.slice(0, end)).join("\n").trim());
}

function ended(text: string): string {
  return text.replace(/\s*:$/, "…");
}

function dedent(lines: readonly string[]): readonly string[] {
  const margins = lines.filter((line) => line.trim() !== "").map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const margin = Math.min(...margins);
  return lines.map((line) => line.slice(margin));
}
