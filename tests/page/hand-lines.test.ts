import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countHandEdits, handComparison, withHandLines } from "../../src/page/hand-lines.ts";
import type { LineComparison, MarkedLine } from "../../src/page/page-data.ts";

const marked = (number: number, text: string, start = 0, end = text.length): MarkedLine => ({
  number,
  text,
  marks: [[start, end]],
});

/** The lines of the file that is there, by their numbers. */
function linesOfFile(comparison: LineComparison): readonly string[] {
  const numbered = comparison.flatMap((stretch): readonly Pick<MarkedLine, "number" | "text">[] => {
    if ("lines" in stretch)
      return stretch.lines.map((text, index) => ({ number: stretch.template + index, text }));
    return "hand" in stretch ? stretch.hand : stretch.template.filter(({ number }) => number !== undefined);
  });
  return numbered.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0)).map(({ text }) => text);
}

describe("edits by hand in the lines of a template", () => {
  test("are stretches of their own, and the lines behind them have the numbers of the file", () => {
    expect(handComparison("a: 1\nb: 2\nc: 3\n", "a: 1\nb: 2 # two\nc: 3\n")).toEqual([
      { source: 1, template: 1, lines: ["a: 1"] },
      { generated: [{ number: 2, text: "b: 2", marks: [] }], hand: [marked(2, "b: 2 # two", 4)] },
      { source: 3, template: 3, lines: ["c: 3"] },
    ]);
    expect(handComparison("a: 1\nb: 2\n", "# mine\na: 1\n")).toEqual([
      { generated: [], hand: [marked(1, "# mine")] },
      { source: 1, template: 2, lines: ["a: 1"] },
      { generated: [marked(2, "b: 2")], hand: [] },
    ]);
  });

  test("follow what the compiler changed in the same lines, which then have no number", () => {
    const compiled: LineComparison = [
      { source: 7, template: 1, lines: ["a: 1"] },
      {
        source: [marked(8, "b: 2", 3)],
        template: [marked(2, "b: {{ .Values.b }}", 3), marked(3, "x: {{ .Values.x }}")],
        reasons: ["it"],
      },
      { source: 9, template: 4, lines: ["c: 3"] },
    ];
    const generated = "a: 1\nb: {{ .Values.b }}\nx: {{ .Values.x }}\nc: 3\n";
    const found = withHandLines(compiled, generated, generated.replace("Values.b", "Values.bee"));
    expect(found).toEqual([
      compiled[0],
      {
        source: [marked(8, "b: 2", 3)],
        template: [{ text: "b: {{ .Values.b }}", marks: [[3, 18]] }, marked(3, "x: {{ .Values.x }}")],
        reasons: ["it"],
      },
      {
        generated: [{ number: 2, text: "b: {{ .Values.b }}", marks: [] }],
        hand: [marked(2, "b: {{ .Values.bee }}", 15, 17)],
      },
      compiled[2],
    ]);
    expect(countHandEdits(found)).toBe(1);
  });

  test("are shown whole, whatever somebody made of a file", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d", "", "  e"), { maxLength: 12 });
    const cuts = fc.array(fc.tuple(fc.nat(4), fc.nat(3)), { maxLength: 6 });
    fc.assert(
      fc.property(text, text, cuts, (older, newer, wanted) => {
        // The template in stretches of any lengths, every other one changed by the compiler.
        const stretches: LineComparison[number][] = [];
        let at = 0;
        for (const [length, ofSource] of [...wanted, [older.length, 0] as const]) {
          const lines = older.slice(at, at + length);
          const numbers = lines.map((line, index) => marked(at + index + 1, line));
          if (stretches.length % 2 === 0) stretches.push({ source: at + 1, template: at + 1, lines });
          else stretches.push({ source: numbers.slice(0, ofSource), template: numbers, reasons: ["it"] });
          at = Math.min(older.length, at + length);
        }
        const printed = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
        const shown = withHandLines(stretches, printed(older), printed(newer));
        expect(linesOfFile(shown)).toEqual(newer);
        const before = shown.flatMap((stretch) =>
          "lines" in stretch
            ? stretch.lines
            : "reasons" in stretch
              ? stretch.template.map((one) => one.text)
              : [],
        );
        const changed = shown.flatMap((stretch) =>
          "hand" in stretch ? stretch.generated.map(({ text: line }) => line) : [],
        );
        expect([...before, ...changed]).toEqual(expect.arrayContaining(older));
      }),
    );
  });
});
