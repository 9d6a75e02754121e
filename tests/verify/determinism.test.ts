// Two builds, file by file.
import { expect, test } from "vitest";
import { checkDeterminism } from "../../src/verify/determinism.ts";
import { harbour } from "./harbour.ts";

test("equal builds have nothing to say", () => {
  expect(checkDeterminism(harbour(), harbour())).toEqual([]);
});

test("each file that differs is named, with the first line that does", () => {
  const first = harbour({ files: { "README.md": "a\nb\nc\n", "old.md": "" } });
  const second = harbour({ files: { "README.md": "a\nx\nc\n", "new.md": "" } });
  expect(checkDeterminism(first, second)).toEqual([
    {
      check: "determinism",
      severity: "error",
      chart: "harbour",
      message: 'two builds of "README.md" differ',
      expected: "b",
      found: "x",
      template: { file: "harbour/README.md", line: 2, column: 1 },
    },
    expect.objectContaining({ message: 'only the second build writes "new.md"' }),
    expect.objectContaining({ message: 'the second build does not write "old.md"' }),
  ]);
});

test("so is each chart that only one of them makes", () => {
  const none = { ...harbour(), charts: [] };
  expect(checkDeterminism(harbour(), none)).toMatchObject([
    { chart: "harbour", message: "the second build does not make this chart" },
  ]);
  expect(checkDeterminism(none, harbour())).toMatchObject([
    { chart: "harbour", message: "only the second build makes this chart" },
  ]);
});
