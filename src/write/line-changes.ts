// Which lines of a text became which of another: by the lines that both have once (patience), between these by the
// shortest edit script. Lines that are alike by chance, blank ones and braces, then hold nothing together.
import { diffArrays } from "diff";

/** Lines `start` to `end` of the older text became `newStart` to `newEnd` of the newer one; ends are not included. */
export interface LineChange {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Past this many differing lines between two that are certain, all between them counts as changed. */
const maxEditLength = 2000;

/** The changes from `older` to `newer`, in order; none touches the next. */
export function lineChanges(older: readonly string[], newer: readonly string[]): readonly LineChange[] {
  const changes: LineChange[] = [];
  collect({ start: 0, end: older.length, newStart: 0, newEnd: newer.length }, older, newer, changes);
  return joined(changes);
}

function collect(
  range: LineChange,
  older: readonly string[],
  newer: readonly string[],
  changes: LineChange[],
): void {
  let { start, end, newStart, newEnd } = range;
  while (start < end && newStart < newEnd && older[start] === newer[newStart]) {
    start += 1;
    newStart += 1;
  }
  while (start < end && newStart < newEnd && older[end - 1] === newer[newEnd - 1]) {
    end -= 1;
    newEnd -= 1;
  }
  if (start === end && newStart === newEnd) return;
  const rest = { start, end, newStart, newEnd };
  if (start === end || newStart === newEnd) {
    changes.push(rest);
    return;
  }
  const anchors = anchorsOf(rest, older, newer);
  if (anchors.length === 0) {
    changes.push(...shortest(rest, older, newer));
    return;
  }
  for (const [line, newLine] of [...anchors, [end, newEnd] as const]) {
    collect({ start, end: line, newStart, newEnd: newLine }, older, newer, changes);
    start = line + 1;
    newStart = newLine + 1;
  }
}

/** The longest row of lines that stand once in both parts, in the order of both. */
function anchorsOf(
  { start, end, newStart, newEnd }: LineChange,
  older: readonly string[],
  newer: readonly string[],
): readonly (readonly [number, number])[] {
  const there = onlyLines(newer, newStart, newEnd);
  const pairs = [...onlyLines(older, start, end)].flatMap(([text, line]) => {
    const newLine = line < 0 ? undefined : there.get(text);
    return newLine === undefined || newLine < 0 ? [] : [{ line, newLine }];
  });
  return longestRising(pairs);
}

/** By text: the number of the line, or -1 where there are several. */
function onlyLines(lines: readonly string[], start: number, end: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let line = start; line < end; line += 1) {
    const text = lines[line] ?? "";
    found.set(text, found.has(text) ? -1 : line);
  }
  return found;
}

/** Of pairs that rise in `line`, the longest row that rises in `newLine` too. */
function longestRising(
  pairs: readonly { readonly line: number; readonly newLine: number }[],
): readonly (readonly [number, number])[] {
  type Link = { readonly line: number; readonly newLine: number; readonly before: Link | undefined };
  const tops: Link[] = [];
  for (const pair of pairs) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tops[middle]?.newLine ?? 0) < pair.newLine) low = middle + 1;
      else high = middle;
    }
    tops[low] = { ...pair, before: tops[low - 1] };
  }
  const row: (readonly [number, number])[] = [];
  for (let link = tops.at(-1); link; link = link.before) row.push([link.line, link.newLine]);
  return row.toReversed();
}

function shortest(
  range: LineChange,
  older: readonly string[],
  newer: readonly string[],
): readonly LineChange[] {
  const { start, end, newStart, newEnd } = range;
  const parts = diffArrays(older.slice(start, end), newer.slice(newStart, newEnd), { maxEditLength });
  if (!parts) return [range];
  const changes: LineChange[] = [];
  let [line, newLine] = [start, newStart];
  for (const { count, added, removed } of parts) {
    const after = { line: added ? line : line + count, newLine: removed ? newLine : newLine + count };
    if (added || removed)
      changes.push({ start: line, end: after.line, newStart: newLine, newEnd: after.newLine });
    ({ line, newLine } = after);
  }
  return changes;
}

/** Changes that touch, as one. */
function joined(changes: readonly LineChange[]): readonly LineChange[] {
  const whole: LineChange[] = [];
  for (const change of changes) {
    const last = whole.at(-1);
    if (last && last.end === change.start && last.newEnd === change.newStart) {
      whole[whole.length - 1] = { ...last, end: change.end, newEnd: change.newEnd };
    } else whole.push(change);
  }
  return whole;
}
