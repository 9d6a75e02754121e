import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareLines } from "../../src/page/compare-lines.ts";
import type { SourceComparison } from "../../src/page/page-data.ts";
import { applyEdits, type Edit } from "../../src/template/edit.ts";
import { output, text, value } from "../../src/template/expression.ts";

function compare(source: string, edits: readonly Edit[]): SourceComparison {
  const { text: template, origins } = applyEdits(source, edits);
  return compareLines({ source, template, origins, numberOf: (line) => line + 11, reasonsOf: () => ["it"] });
}

const insert = (at: number, words: string): Edit => ({
  start: at,
  end: at,
  replacement: [text(words)],
  reason: "it",
});

describe("a source beside its template", () => {
  test("has what an edit replaced marked on both sides", () => {
    const source = "a: 1\nimage: x/y:1\nb: 2\n";
    const edit: Edit = { start: 12, end: 17, replacement: [output(value("image"))], reason: "it" };
    expect(compare(source, [edit])).toEqual([
      { source: 11, template: 1, lines: ["a: 1"] },
      {
        source: [{ number: 12, text: "image: x/y:1", marks: [[7, 12]] }],
        template: [{ number: 2, text: "image: {{ .Values.image }}", marks: [[7, 26]] }],
        reasons: ["it"],
      },
      { source: 13, template: 3, lines: ["b: 2"] },
    ]);
  });

  test.each([
    {
      name: "a line that is inserted is marked but for its indentation",
      source: "a:\n  b: 1\n",
      edits: [insert(3, "  new: 0\n")],
      expected: [
        { source: 11, template: 1, lines: ["a:"] },
        { source: [], template: [{ number: 2, text: "  new: 0", marks: [[2, 8]] }], reasons: ["it"] },
        { source: 12, template: 3, lines: ["  b: 1"] },
      ],
    },
    {
      name: "a line that is taken out is there on one side alone",
      source: "a: 1\nb: 2\n",
      edits: [{ start: 0, end: 5, replacement: [], reason: "it" }],
      expected: [
        { source: [{ number: 11, text: "a: 1", marks: [[0, 4]] }], template: [], reasons: ["it"] },
        { source: 12, template: 1, lines: ["b: 2"] },
      ],
    },
    {
      name: "text without a change is one stretch",
      source: "a: 1\n\nb: 2\n",
      edits: [],
      expected: [{ source: 11, template: 1, lines: ["a: 1", "", "b: 2"] }],
    },
  ])("$name", ({ source, edits, expected }) => {
    expect(compare(source, edits)).toEqual(expected);
  });

  test("holds every line of the template and every line of the source that says something, in order", () => {
    const lines = fc.array(fc.constantFrom("a: 1", "  b: {{ x }}", "", "- c"), { maxLength: 12 });
    const at = fc.nat({ max: 60 });
    const edits = fc.array(fc.tuple(at, at, fc.constantFrom("", "x", "\n", "  n: 1\n", "\nq\n")), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(lines, edits, (some, wanted) => {
        const source = `${some.join("\n")}\n`;
        const made: Edit[] = [];
        for (const [start, length, words] of wanted.toSorted(([a], [b]) => a - b)) {
          const from = Math.max(made.at(-1)?.end ?? 0, Math.min(start, source.length));
          const end = Math.min(source.length, from + (length % 7));
          made.push({ start: from, end, replacement: [text(words)], reason: "it" });
        }
        const { text: template } = applyEdits(source, made);
        const shown = compare(source, made);
        const ofTemplate = shown.flatMap((each) =>
          "lines" in each ? each.lines : each.template.map((line) => line.text),
        );
        expect(ofTemplate).toEqual(template === "" ? [] : template.replace(/\n$/, "").split("\n"));
        const ofSource = shown.flatMap((each) =>
          "lines" in each ? each.lines : each.source.map((line) => line.text),
        );
        const said = (all: readonly string[]) => all.filter((line) => line.trim() !== "");
        expect(said(ofSource)).toEqual(said(source.split("\n")));
      }),
    );
  });
});
