// Three texts into one: what somebody made of a text, and what it has become since. Line by line, as `git merge-file`
// does, with its markers where both changed the same lines.
import { type LineChange, lineChanges } from "./line-changes.ts";

/** Lines that both changed: the markers stand from `line`, counted from 1, of the merged text. */
export interface Conflict {
  readonly line: number;
  readonly yours: readonly string[];
  readonly base: readonly string[];
  readonly newer: readonly string[];
}

export interface MergedText {
  readonly text: string;
  readonly conflicts: readonly Conflict[];
}

export const markers = {
  yours: "<<<<<<< yours",
  base: "||||||| last written",
  between: "=======",
  newer: ">>>>>>> chartwright",
} as const;

/**
 * `base` with the changes of `yours` and of `newer`. Changes of one side that touch those of the other are both made
 * where one of them replaces lines one by one, so that what stands around it stays in its place; otherwise, and where
 * both change the same lines in different ways, the merged text holds both sides between markers. Line breaks are those
 * of most lines of `yours`.
 */
export function mergeTexts(base: string, yours: string, newer: string): MergedText {
  const lines = { base: linesOf(base), yours: linesOf(yours), newer: linesOf(newer) };
  const merged: string[] = [];
  const conflicts: Conflict[] = [];
  let copied = 0;
  for (const region of regionsOf(
    lineChanges(lines.base, lines.yours),
    lineChanges(lines.base, lines.newer),
  )) {
    append(merged, lines.base, copied, region.start);
    copied = region.end;
    const sides = {
      base: lines.base.slice(region.start, region.end),
      yours: sideOf(region, region.yours, lines.base, lines.yours),
      newer: sideOf(region, region.newer, lines.base, lines.newer),
    };
    if (region.newer.length === 0 || isSame(sides.yours, sides.newer)) append(merged, sides.yours);
    else if (region.yours.length === 0) append(merged, sides.newer);
    else writeConflict(sides, merged, conflicts);
  }
  append(merged, lines.base, copied, lines.base.length);
  return { text: merged.join(lineBreakOf(yours)), conflicts };
}

/** The line break that most lines end with. */
function lineBreakOf(text: string): string {
  const count = (text.match(/\n/g) ?? []).length;
  return 2 * (text.match(/\r\n/g) ?? []).length > count ? "\r\n" : "\n";
}

/** A part of the base, and the changes of both sides in it. */
interface Region {
  readonly start: number;
  readonly end: number;
  readonly yours: readonly LineChange[];
  readonly newer: readonly LineChange[];
}

/** The changes of both sides: those that meet as one region, others each as its own. */
function regionsOf(yours: readonly LineChange[], newer: readonly LineChange[]): readonly Region[] {
  const all = [
    ...yours.map((change) => ({ change, side: "yours" as const })),
    ...newer.map((change) => ({ change, side: "newer" as const })),
  ].sort((a, b) => a.change.start - b.change.start || a.change.end - b.change.end);
  const regions: Region[] = [];
  for (const { change, side } of all) {
    const last = regions.at(-1);
    if (last && meets(last, change, side)) {
      regions[regions.length - 1] = {
        ...last,
        end: Math.max(last.end, change.end),
        [side]: [...last[side], change],
      };
      continue;
    }
    const none = { yours: [], newer: [] };
    regions.push({ start: change.start, end: change.end, ...none, [side]: [change] });
  }
  return regions;
}

/** Whether `change` cannot be made apart from the region before it. */
function meets(region: Region, change: LineChange, side: "yours" | "newer"): boolean {
  if (change.start !== region.end) return change.start < region.end;
  const others = side === "yours" ? region.newer : region.yours;
  // Changes of one side never touch each other, but both may touch one of the other.
  if (others.length === 0) return false;
  const known = [...region.yours, ...region.newer];
  return !(isLineForLine(change) || known.every(isLineForLine));
}

function isLineForLine({ start, end, newStart, newEnd }: LineChange): boolean {
  return end > start && end - start === newEnd - newStart;
}

/** What one side has in place of a region. */
function sideOf(
  region: Region,
  changes: readonly LineChange[],
  base: readonly string[],
  side: readonly string[],
): readonly string[] {
  const lines: string[] = [];
  let copied = region.start;
  for (const { start, end, newStart, newEnd } of changes) {
    lines.push(...base.slice(copied, start), ...side.slice(newStart, newEnd));
    copied = end;
  }
  return [...lines, ...base.slice(copied, region.end)];
}

/** Both sides between markers; what both begin or end with stands outside. */
function writeConflict(
  { base, yours, newer }: Pick<Conflict, "base" | "yours" | "newer">,
  merged: string[],
  conflicts: Conflict[],
): void {
  const most = Math.min(yours.length, newer.length);
  let head = 0;
  while (head < most && yours[head] === newer[head]) head += 1;
  let tail = 0;
  while (tail < most - head && yours.at(-1 - tail) === newer.at(-1 - tail)) tail += 1;
  const own = yours.slice(head, yours.length - tail);
  const theirs = newer.slice(head, newer.length - tail);
  append(merged, yours, 0, head);
  conflicts.push({ line: merged.length + 1, yours: own, base, newer: theirs });
  for (const part of [
    [markers.yours],
    own,
    [markers.base],
    base,
    [markers.between],
    theirs,
    [markers.newer],
  ]) {
    append(merged, part);
  }
  append(merged, yours, yours.length - tail);
}

/** Adds `lines`, of which there may be more than a call takes arguments. */
function append(to: string[], lines: readonly string[], start = 0, end: number = lines.length): void {
  for (let index = start; index < end; index += 1) to.push(lines[index] ?? "");
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/**
 * The number of the first line of `text` that is a marker of a merge, counted from 1: ours in every file, those of git
 * where a line like them is no text, and in texts for people where they stand as git writes them. Lines that `generated`
 * has too are none.
 */
export function unresolvedLine(path: string, text: string, generated = ""): number | undefined {
  if (!/^(?:[<>|]{7} |={7}\r?$)/m.test(text)) return undefined;
  const own: readonly string[] = [markers.yours, markers.base, markers.newer];
  const known = new Set(linesOf(generated));
  const lines = linesOf(text).map((line) => (known.has(line) ? "" : line));
  const isProse = /\.(?:md|txt)$/.test(path) && !hasWholeConflict(lines);
  const found = lines.findIndex(
    (line) => own.includes(line) || (!isProse && (/^[<>|]{7} /.test(line) || line === markers.between)),
  );
  return found < 0 ? undefined : found + 1;
}

/** Whether the two sides of a conflict stand between markers: one line of seven signs may underline a title. */
function hasWholeConflict(lines: readonly string[]): boolean {
  const start = lines.findIndex((line) => line.startsWith("<<<<<<< "));
  const between = lines.indexOf(markers.between, start + 1);
  return start >= 0 && between > start && lines.slice(between).some((line) => line.startsWith(">>>>>>> "));
}
