import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InternalError } from "../../src/diagnostics/internal-error.ts";
import { applyEdits, applyTextEdits, type Edit, isEdited } from "../../src/template/edit.ts";
import { dot, type Fragment, output, text } from "../../src/template/expression.ts";

const edit = (start: number, end: number, ...replacement: readonly Fragment[]): Edit => ({
  start,
  end,
  replacement,
  reason: "a test",
});

describe("edits of a file that Helm does not render", () => {
  test("leave it as it is, braces and all", () => {
    const source = "a: {{ .b }}\nstatus: {}\n";
    expect(applyTextEdits(source, [edit(11, 22)]).text).toBe("a: {{ .b }}\n");
  });

  test("hold no expression", () => {
    expect(() => applyTextEdits("a", [edit(0, 1, output(dot))])).toThrow(InternalError);
  });
});

describe("edits make a template of a text", () => {
  test.each([
    { name: "none", source: "a: 1\n", edits: [], result: "a: 1\n" },
    {
      name: "a replacement",
      source: "a: 1\nb: 2\n",
      edits: [edit(3, 4, output(dot))],
      result: "a: {{ . }}\nb: 2\n",
    },
    { name: "an insertion", source: "a: 1\n", edits: [edit(4, 4, text("2"))], result: "a: 12\n" },
    { name: "a deletion", source: "a: 1\nb: 2\n", edits: [edit(0, 5)], result: "b: 2\n" },
    { name: "all of it", source: "a", edits: [edit(0, 1, text("b"))], result: "b" },
    { name: "an empty source", source: "", edits: [edit(0, 0, text("b"))], result: "b" },
    {
      name: "several in any order",
      source: "abc",
      edits: [edit(2, 3, text("3")), edit(0, 1, text("1"))],
      result: "1b3",
    },
    {
      name: "one behind the other without a gap",
      source: "abc",
      edits: [edit(0, 1, text("1")), edit(1, 2, text("2"))],
      result: "12c",
    },
    {
      name: "an insertion before a replacement at one offset",
      source: "abc",
      edits: [edit(1, 2, text("2")), edit(1, 1, text("1"))],
      result: "a12c",
    },
    {
      name: "insertions at one offset in the order given",
      source: "ab",
      edits: [edit(1, 1, text("1")), edit(1, 1, text("2"))],
      result: "a12b",
    },
    {
      name: "the deeper of two insertions first",
      source: "ab",
      edits: [
        edit(1, 1, text("1")),
        { ...edit(1, 1, text("2")), depth: 4 },
        { ...edit(1, 1, text("3")), depth: 9 },
      ],
      result: "a321b",
    },
    {
      name: "escapes in what stays",
      source: "a: {{ b }}\n",
      edits: [edit(0, 1, text("c"))],
      result: 'c: {{ "{{" }} b }}\n',
    },
    {
      name: "a brace of the source before an expression",
      source: "${a}",
      edits: [edit(2, 3, output(dot))],
      result: '${{ "{" }}{{ . }}}',
    },
    {
      name: "a brace of the source before a brace of a replacement",
      source: "{a",
      edits: [edit(1, 2, text("{b"))],
      result: '{{ "{{" }}b',
    },
  ])("$name", ({ source, edits, result }) => {
    expect(applyEdits(source, edits).text).toBe(result);
  });

  test.each([
    { name: "that overlap", edits: [edit(0, 3), edit(2, 4)] },
    { name: "that lie inside each other", edits: [edit(0, 4), edit(1, 2)] },
    { name: "that are there twice", edits: [edit(0, 3), edit(0, 3)] },
    { name: "that insert inside a replacement", edits: [edit(0, 4), edit(2, 2, text("x"))] },
  ])("those $name are our own mistake", ({ edits }) => {
    expect(() => applyEdits("abcdef", edits)).toThrow(InternalError);
    expect(() => applyEdits("abcdef", edits.toReversed())).toThrow(/overlap at offset/);
  });
});

describe("each line of a template knows its line of the source", () => {
  const source = "a: 1\nb:\n  c: 2\n  d: 3\ne: 4\n";
  test.each([
    { name: "where nothing is edited", edits: [], origins: [0, 1, 2, 3, 4, 5] },
    { name: "behind the deletion of whole lines", edits: [edit(5, 22)], origins: [0, 4, 5] },
    {
      name: "behind the deletion of lines with the break in front",
      edits: [edit(4, 21)],
      origins: [0, 4, 5],
    },
    {
      name: "in lines that are inserted",
      edits: [edit(4, 4, text("\nx: 1\ny: 2"))],
      origins: [0, 0, 0, 1, 2, 3, 4, 5],
    },
    {
      name: "in lines that take the place of others",
      edits: [edit(5, 21, text("b:\n  "), output(dot))],
      origins: [0, 1, 1, 4, 5],
    },
    { name: "at the first line", edits: [edit(0, 0, text("x\n"))], origins: [0, 0, 1, 2, 3, 4, 5] },
  ])("$name", ({ edits, origins }) => {
    const template = applyEdits(source, edits);
    expect(template.origins).toEqual(origins);
    expect(template.origins).toHaveLength(template.text.split("\n").length);
  });
});

/** A text, and edits of it that do not overlap. */
const edited = fc
  .tuple(
    fc
      .array(fc.constantFrom("a", "b: ", "\n", "{", "}", "{{", "- ", " "), { maxLength: 30 })
      .map((parts) => parts.join("")),
    fc.array(fc.tuple(fc.nat(40), fc.nat(3), fc.constantFrom("", "\n", "X", "{", "Y\nZ")), { maxLength: 6 }),
  )
  .map(([source, drawn]) => {
    const edits: Edit[] = [];
    let at = 0;
    for (const [gap, length, replacement] of drawn) {
      const start = Math.min(source.length, at + (gap % 8));
      const end = Math.min(source.length, start + length);
      edits.push(edit(start, end, text(replacement)));
      at = end;
    }
    return { source, edits };
  });

describe("whatever the edits", () => {
  test("no byte outside them changes, and Helm renders what stays to itself", () => {
    fc.assert(
      fc.property(edited, fc.nat(), ({ source, edits }, turn) => {
        const inOrder = expectedText(source, edits);
        const half = edits.length === 0 ? 0 : turn % edits.length;
        // Insertions at one offset keep their order, so only a rotation between different offsets is another order.
        const rotated = [...edits.slice(half), ...edits.slice(0, half)];
        const isSame = new Set(edits.map(({ start }) => start)).size === edits.length;
        expect(rendered(applyEdits(source, edits).text)).toBe(inOrder);
        if (isSame) expect(rendered(applyEdits(source, rotated).text)).toBe(inOrder);
      }),
      { numRuns: 2000 },
    );
  });

  test("each line that is the source's own comes from the line it says", () => {
    fc.assert(
      fc.property(edited, ({ source, edits }) => {
        const { text: template, origins } = applyEdits(source, edits);
        const lines = rendered(template).split("\n");
        const sourceLines = source.split("\n");
        expect(origins).toHaveLength(lines.length);
        expect(origins).toEqual(origins.toSorted((a, b) => a - b));
        const touched = edits.map(({ start, end }) => [lineOf(source, start), lineOf(source, end)] as const);
        origins.forEach((origin, index) => {
          const isTouched = touched.some(([first, last]) => origin >= first && origin <= last);
          if (!isTouched) expect(lines[index]).toBe(sourceLines[origin]);
        });
      }),
      { numRuns: 2000 },
    );
  });
});

test("a range is edited by what changes it or stands inside, not by what stands at its ends", () => {
  const range = { start: 3, end: 6 };
  const touches = (start: number, end: number) => isEdited(range, [edit(start, end)]);
  expect([touches(0, 3), touches(6, 9), touches(3, 3), touches(6, 6)]).toEqual([false, false, false, false]);
  expect([touches(0, 4), touches(5, 9), touches(4, 5), touches(3, 6), touches(4, 4)]).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
});

/** What Helm makes of our escapes; tests/oracle/template-text.test.ts asks it. */
function rendered(template: string): string {
  return template.replace(/\{\{ "(\{\{?)" \}\}/g, "$1");
}

function expectedText(source: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, replacement } of edits) {
    const texts = replacement.map((fragment) => (fragment.kind === "text" ? fragment.text : ""));
    result += source.slice(at, start) + texts.join("");
    at = end;
  }
  return result + source.slice(at);
}

function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length - 1;
}
