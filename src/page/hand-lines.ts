// What people changed in a file of the charts, put into the lines that the compiler wrote.
import { type LineChange, lineChanges } from "../write/line-changes.ts";
import { marksOf } from "./compare-lines.ts";
import type { ChangedLines, HandLines, LineComparison, MarkedLine, SameLines } from "./page-data.ts";

/**
 * `comparison` with the changes from `generated`, whose lines it has as those of the template, to `text`, the same file with
 * edits by hand. Lines of the template are then numbered as in `text`; what somebody took out has no number.
 */
export function withHandLines(comparison: LineComparison, generated: string, text: string): LineComparison {
  const [older, newer] = [linesOf(generated), linesOf(text)];
  return new Overlay(older, newer).over(comparison);
}

/** The lines of a file of the charts that has no object, with what people changed in it. */
export function handComparison(generated: string, text: string): LineComparison {
  return withHandLines([{ source: 1, template: 1, lines: linesOf(generated) }], generated, text);
}

/** How often somebody changed something in the lines shown. */
export function countHandEdits(comparison: LineComparison): number {
  return comparison.filter((stretch) => "hand" in stretch).length;
}

class Overlay {
  readonly #older: readonly string[];
  readonly #newer: readonly string[];
  readonly #changes: readonly LineChange[];
  readonly #told = new Set<LineChange>();

  constructor(older: readonly string[], newer: readonly string[]) {
    this.#older = older;
    this.#newer = newer;
    this.#changes = lineChanges(older, newer);
  }

  over(comparison: LineComparison): LineComparison {
    // Lines of the template from 0; each stretch begins where the one before ended.
    let at = 0;
    const stretches = comparison.flatMap((stretch) => {
      const from = at;
      at += "lines" in stretch ? stretch.lines.length : "template" in stretch ? stretch.template.length : 0;
      if ("lines" in stretch) return this.#same(stretch, from, at);
      return "reasons" in stretch ? this.#changed(stretch, from, at) : [stretch];
    });
    return [...stretches, ...this.#handBefore(Number.POSITIVE_INFINITY)];
  }

  #same({ source, lines }: SameLines, from: number, to: number): LineComparison {
    const stretches: LineComparison[number][] = [];
    let at = from;
    const kept = (end: number) => {
      if (end <= at) return;
      const number = (this.#numberOf(at) ?? at) + 1;
      stretches.push({
        source: source + at - from,
        template: number,
        lines: lines.slice(at - from, end - from),
      });
    };
    for (const change of this.#changes.filter(
      ({ start, end }) => start < to && Math.max(end, start + 1) > from,
    )) {
      kept(change.start);
      stretches.push(...this.#hand(change));
      at = Math.max(at, Math.min(change.end, to));
    }
    kept(to);
    return stretches;
  }

  #changed(stretch: ChangedLines, from: number, to: number): LineComparison {
    const template = stretch.template.map((line, index): MarkedLine => {
      const { number: _, ...rest } = line;
      const number = this.#numberOf(from + index);
      return number === undefined ? rest : { ...rest, number: number + 1 };
    });
    return [...this.#handBefore(from), { ...stretch, template }, ...this.#handBefore(to)];
  }

  /** The changes in front of `line` that are not told yet. */
  #handBefore(line: number): LineComparison {
    return this.#changes
      .filter(({ start, end }) => start < line || (start === line && end === line))
      .flatMap((change) => this.#hand(change));
  }

  #hand(change: LineChange): readonly HandLines[] {
    if (this.#told.has(change)) return [];
    this.#told.add(change);
    const { start, end, newStart, newEnd } = change;
    const isLineForLine = end - start === newEnd - newStart;
    const marked = (own: readonly string[], others: readonly string[], line: number, partner: number) => {
      const text = own[line] ?? "";
      return { number: line + 1, text, marks: marksOf(text, isLineForLine ? others[partner] : undefined) };
    };
    return [
      {
        generated: range(start, end).map((line) =>
          marked(this.#older, this.#newer, line, line - start + newStart),
        ),
        hand: range(newStart, newEnd).map((line) =>
          marked(this.#newer, this.#older, line, line - newStart + start),
        ),
      },
    ];
  }

  /** The number in the file, from 0, of a line as generated; undefined where somebody changed or took it out. */
  #numberOf(line: number): number | undefined {
    const before = this.#changes.filter(({ start }) => start <= line).at(-1);
    if (!before) return line;
    return line < before.end ? undefined : line + before.newEnd - before.end;
  }
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
