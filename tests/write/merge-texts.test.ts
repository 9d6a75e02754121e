// Merging three texts: by tables, against `git merge-file`, and with random edits.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineChanges } from "../../src/write/line-changes.ts";
import { mergeTexts, unresolvedLine } from "../../src/write/merge-texts.ts";
import { writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const lines = (text: string) => `${text.split(" ").join("\n")}\n`;

describe("two changes of one text", () => {
  test.each([
    { name: "nothing changed", base: "a b c", yours: "a b c", newer: "a b c", merged: "a b c" },
    { name: "only yours", base: "a b c", yours: "a B c", newer: "a b c", merged: "a B c" },
    { name: "only the newer one", base: "a b c", yours: "a b c", newer: "a B c d", merged: "a B c d" },
    { name: "apart", base: "a b c d e", yours: "a B c d e", newer: "a b c D e", merged: "a B c D e" },
    { name: "the same", base: "a b c", yours: "a X c", newer: "a X c", merged: "a X c" },
    {
      name: "a line added above one that got another value",
      base: "a b c",
      yours: "a mine b c",
      newer: "a B c",
      merged: "a mine B c",
    },
    {
      name: "a line added below one that got another value",
      base: "a b c",
      yours: "a b mine c",
      newer: "a B c",
      merged: "a B mine c",
    },
    {
      name: "neighbours that each got another value",
      base: "a b c d",
      yours: "a B c d",
      newer: "a b C d",
      merged: "a B C d",
    },
    {
      name: "a line deleted beside one that got another value",
      base: "a b c d",
      yours: "a c d",
      newer: "a b C d",
      merged: "a C d",
    },
    { name: "all deleted on both sides", base: "a b", yours: "", newer: "", merged: "" },
  ])("$name: merged", ({ base, yours, newer, merged }) => {
    expect(mergeTexts(lines(base), lines(yours), lines(newer))).toEqual({
      text: lines(merged),
      conflicts: [],
    });
  });

  test.each([
    {
      name: "the same line",
      base: "a b c",
      yours: "a mine c",
      newer: "a theirs c",
      text: "a\n<<<<<<< yours\nmine\n||||||| last written\nb\n=======\ntheirs\n>>>>>>> chartwright\nc\n",
      line: 2,
    },
    {
      name: "a line added at the end of what goes",
      base: "a env: b c",
      yours: "a env: b mine c",
      newer: "a c",
      text: "a\n<<<<<<< yours\nenv:\nb\nmine\n||||||| last written\nenv:\nb\n=======\n>>>>>>> chartwright\nc\n",
      line: 2,
    },
    {
      name: "lines added at the same place, but for what both begin with",
      base: "a c",
      yours: "a x mine c",
      newer: "a x theirs c",
      text: "a\nx\n<<<<<<< yours\nmine\n||||||| last written\n=======\ntheirs\n>>>>>>> chartwright\nc\n",
      line: 3,
    },
  ])("$name: both sides, with what was before", ({ base, yours, newer, text, line }) => {
    const merged = mergeTexts(lines(base), lines(yours), lines(newer));
    expect(merged.text).toBe(text);
    expect(merged.conflicts.map((conflict) => conflict.line)).toEqual([line]);
  });

  test("line breaks are those of the edited text", () => {
    expect(mergeTexts("a\nb\nc\n", "a\r\nb\r\nc\r\nmine\r\n", "A\nb\nc\n").text).toBe(
      "A\r\nb\r\nc\r\nmine\r\n",
    );
  });

  test("a text without a line break at its end keeps that", () => {
    expect(mergeTexts("a\nb\n", "a\nb", "A\nb\n").text).toBe("A\nb");
  });
});

test("lines that stand once hold a text together, not the blank ones", () => {
  const older = ["one:", "  a", "", "two:", "  b", ""];
  const newer = ["one:", "  a", "", "new:", "  c", "", "two:", "  b", ""];
  expect(lineChanges(older, newer)).toEqual([{ start: 3, end: 3, newStart: 3, newEnd: 6 }]);
});

describe("markers that are left", () => {
  test.each([
    { name: "ours", path: "README.md", text: "a\n<<<<<<< yours\n", line: 2 },
    { name: "our last one", path: "values.yaml", text: "a\r\nb\r\n>>>>>>> chartwright\r\n", line: 3 },
    { name: "git's", path: "values.yaml", text: "<<<<<<< HEAD\n", line: 1 },
    { name: "the middle one", path: "values.yaml", text: "a\n=======\nb\n", line: 2 },
    { name: "none: a heading of Markdown", path: "README.md", text: "a\n=======\nb\n", line: undefined },
    { name: "none: inside of a text", path: "values.yaml", text: "  <<<<<<< HEAD\n", line: undefined },
  ])("$name", ({ path, text, line }) => {
    expect(unresolvedLine(path, text)).toBe(line);
  });

  test("a line that the charts have themselves is none", () => {
    expect(unresolvedLine("values.yaml", "a\n=======\n", "=======\n")).toBeUndefined();
  });
});

/** A text of lines that each stand once, and two edits of it: lines changed, added and deleted. */
const edited = fc
  .nat({ max: 14 })
  .chain((length) => fc.tuple(fc.constant(length), editsOf(length, "mine"), editsOf(length, "theirs")));

function editsOf(length: number, tag: string): fc.Arbitrary<readonly string[]> {
  const step = fc.record({
    at: fc.nat({ max: length }),
    kind: fc.constantFrom("add", "change", "delete"),
  });
  return fc.array(step, { maxLength: 5 }).map((steps) => {
    let text = Array.from({ length }, (_, index) => `line ${index}`);
    for (const [index, { at, kind }] of steps.entries()) {
      const added = kind === "delete" ? [] : [`${tag} ${index}`];
      text = text.toSpliced(at, kind === "add" ? 0 : 1, ...added);
    }
    return text;
  });
}

const textOf = (length: number) => Array.from({ length }, (_, index) => `line ${index}`);
const joined = (text: readonly string[]) => text.map((line) => `${line}\n`).join("");

test("no line that somebody added is lost, and none that somebody deleted comes back by itself", () => {
  fc.assert(
    fc.property(edited, ([length, yours, newer]) => {
      const { text, conflicts } = mergeTexts(joined(textOf(length)), joined(yours), joined(newer));
      const merged = text.split("\n");
      const own = (side: readonly string[], tag: string) => side.filter((line) => line.startsWith(tag));
      expect(own(merged, "mine")).toEqual(own(yours, "mine"));
      expect(own(merged, "theirs")).toEqual(own(newer, "theirs"));
      if (conflicts.length > 0) return;
      for (const line of textOf(length)) {
        expect(merged.includes(line), line).toBe(yours.includes(line) && newer.includes(line));
      }
    }),
    { numRuns: 2000 },
  );
});

test("a text that only one side changed is that side's", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "b", "", "}")),
      fc.array(fc.constantFrom("a", "b", "", "}")),
      (a, b) => {
        const [base, other] = [joined(a), joined(b)];
        expect(mergeTexts(base, other, base)).toEqual({ text: other, conflicts: [] });
        expect(mergeTexts(base, base, other)).toEqual({ text: other, conflicts: [] });
        expect(mergeTexts(base, other, other)).toEqual({ text: other, conflicts: [] });
      },
    ),
    { numRuns: 1000 },
  );
});

test("what git merges is merged alike", () => {
  const folder = temporaryFolder();
  let clean = 0;
  fc.assert(
    fc.property(edited, ([length, yours, newer]) => {
      const [base, own, theirs] = [joined(textOf(length)), joined(yours), joined(newer)];
      writeFiles(folder, { base, own, theirs });
      const files = ["own", "base", "theirs"].map((name) => join(folder, name));
      const git = spawnSync("git", ["merge-file", "-p", ...files], { encoding: "utf8" });
      if (git.status !== 0) return;
      clean += 1;
      expect(mergeTexts(base, own, theirs)).toEqual({ text: git.stdout, conflicts: [] });
    }),
    { numRuns: 150 },
  );
  expect(clean).toBeGreaterThan(10);
});
