// Compares a whole tree of emitted files with the one that is committed. A missing, an added and a changed file each
// fail, and the message shows where; with UPDATE_GOLDEN=1 the committed tree is rewritten instead.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { repositoryFolder } from "./repository.ts";

/** How many files a failure shows in full before it only names the rest. */
const shownFiles = 5;
/** How many lines are shown of each side, from the first that differs. */
const shownLines = 6;

/** Fails unless `files` (relative path → text) equals tests/golden/<name>/expected/ file by file, byte by byte. */
export function expectGolden(name: string, files: ReadonlyMap<string, string>): void {
  expectTree(join(repositoryFolder, "tests", "golden", name, "expected"), files);
}

/** Fails unless `files` (relative path → text) equals all that `folder` holds; UPDATE_GOLDEN=1 rewrites the folder. */
export function expectTree(folder: string, files: ReadonlyMap<string, string>): void {
  if (process.env["UPDATE_GOLDEN"] === "1") {
    writeTree(folder, files);
    return;
  }
  const differences = compareTrees(readTree(folder), files);
  if (differences.length === 0) return;
  const rest = differences.slice(shownFiles).map((difference) => difference.split("\n", 1)[0]);
  throw new Error(
    [
      `${differences.length} file(s) differ from ${relative(repositoryFolder, folder)}; UPDATE_GOLDEN=1 accepts them.`,
      ...differences.slice(0, shownFiles),
      ...rest,
    ].join("\n"),
  );
}

/** Reads every file below a folder as text, by its path relative to the folder with "/" between names. */
export function readTree(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path): [string, string] => [
        relative(folder, path).split(sep).join("/"),
        readFileSync(path, "utf8"),
      ])
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/** Makes a folder hold exactly these files. */
export function writeTree(folder: string, files: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Describes each file in which two trees differ, one text per file, sorted by path. */
function compareTrees(
  expected: ReadonlyMap<string, string>,
  actual: ReadonlyMap<string, string>,
): readonly string[] {
  const names = [...new Set([...expected.keys(), ...actual.keys()])].sort();
  return names.flatMap((name) => {
    const before = expected.get(name);
    const after = actual.get(name);
    if (before === after) return [];
    if (after === undefined) return [`${name}: is committed but no longer emitted`];
    if (before === undefined) return [`${name}: is emitted but not committed`];
    return [compareTexts(name, before, after)];
  });
}

function compareTexts(name: string, before: string, after: string): string {
  const expected = before.split("\n");
  const actual = after.split("\n");
  const first = actual.findIndex((line, index) => line !== expected[index]);
  const start = first < 0 ? actual.length : first;
  // Lines that both end with would only hide the difference, so each side stops where the common tail begins.
  const tail = commonTail(expected.slice(start), actual.slice(start));
  return [
    `${name}:${start + 1}: differs`,
    ...excerpt("-", expected.slice(start, expected.length - tail)),
    ...excerpt("+", actual.slice(start, actual.length - tail)),
  ].join("\n");
}

function commonTail(left: readonly string[], right: readonly string[]): number {
  let length = 0;
  while (length < Math.min(left.length, right.length) && left.at(-1 - length) === right.at(-1 - length))
    length++;
  return length;
}

function excerpt(sign: string, lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, shownLines).map((line) => `  ${sign} ${line}`);
  const hidden = lines.length - shown.length;
  return hidden > 0 ? [...shown, `  ${sign} … ${hidden} more line(s)`] : shown;
}
