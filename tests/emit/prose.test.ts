// Descriptions of CRDs as Markdown and as one line.
import { describe, expect, test } from "vitest";
import { leadOf, markdownBlocks } from "../../src/emit/prose.ts";

const rows: readonly {
  readonly name: string;
  readonly text: string;
  readonly blocks: readonly (readonly string[])[];
  readonly lead: string;
}[] = [
  {
    name: "one paragraph over two lines",
    text: "Flow is how fast the water of the river runs, and that is\nmeasured.",
    blocks: [["Flow is how fast the water of the river runs, and that is measured."]],
    lead: "Flow is how fast the water of the river runs, and that is\nmeasured.",
  },
  {
    name: "two paragraphs",
    text: "First.\n\nSecond one.",
    blocks: [["First."], ["Second one."]],
    lead: "First.",
  },
  {
    name: "a list right behind its paragraph",
    text: "One of:\n- a: slow\n- b: fast,\n  or faster\nDone.",
    blocks: [["One of:"], ["- a: slow", "- b: fast, or faster Done."]],
    lead: "One of…",
  },
  {
    name: "a numbered list",
    text: "Steps:\n\n1. open\n2) close",
    blocks: [["Steps:"], ["- open", "- close"]],
    lead: "Steps…",
  },
  {
    name: "code behind a blank line",
    text: "As in:\n\n    mode: hand\n      deep: 1\n\nDone.",
    blocks: [["As in:"], ["```", "mode: hand", "  deep: 1", "```"], ["Done."]],
    lead: "As in…",
  },
  {
    name: "fenced code with a blank line",
    text: "As in:\n```yaml\na: 1\n\n- b\n```\nDone.",
    blocks: [["As in:"], ["```", "a: 1", "", "- b", "```"], ["Done."]],
    lead: "As in…",
  },
  {
    name: "characters that Markdown would take for its own",
    text: "A <b> and *c*.",
    blocks: [["A \\<b\\> and \\*c\\*."]],
    lead: "A <b> and *c*.",
  },
  { name: "nothing", text: "", blocks: [], lead: "" },
];

describe("a description", () => {
  test.each(rows)("$name", ({ text, blocks, lead }) => {
    expect(markdownBlocks(text)).toEqual(blocks);
    expect(leadOf(text)).toBe(lead);
  });
});
