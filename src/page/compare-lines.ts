// A source text beside the template that was made of it, line by line: what is the same, and what edits changed.
import type { ChangedLines, Mark, MarkedLine, SameLines, SourceComparison } from "./page-data.ts";

/** Two texts to compare. */
export interface Compared {
  readonly source: string;
  readonly template: string;
  /** The line of the source, from 0, that each line of the template came from. */
  readonly origins: readonly number[];
  /** The line of the source's file, from 1, of a line of `source`, from 0. */
  readonly numberOf: (line: number) => number;
  /** The transforms that edited `source` between the lines `before` and `after`, which are as they were. */
  readonly reasonsOf: (before: number, after: number) => readonly string[];
}

/** The lines of both, in stretches: unchanged ones, and changed ones with the characters that differ. */
export function compareLines(compared: Compared): SourceComparison {
  const source = linesOf(compared.source);
  const template = linesOf(compared.template);
  const stretches: (SameLines | ChangedLines)[] = [];
  let same: { readonly source: number; readonly template: number; readonly lines: string[] } | undefined;
  let [atSource, atTemplate] = [0, 0];
  const end = [source.length, template.length] as const;
  for (const [from, to] of [...pairs(source, template, compared.origins), end]) {
    if (from > atSource || to > atTemplate) {
      const stretch = changed(compared, source, template, [atSource, from], [atTemplate, to]);
      if (stretch.source.length > 0 || stretch.template.length > 0) {
        stretches.push(stretch);
        same = undefined;
      }
    }
    if (!same) {
      same = { source: compared.numberOf(from), template: to + 1, lines: [] };
      stretches.push(same);
    }
    same.lines.push(source[from] ?? "");
    [atSource, atTemplate] = [from + 1, to + 1];
  }
  // The end is no pair of lines.
  same?.lines.pop();
  return stretches.filter((stretch) => !("lines" in stretch) || stretch.lines.length > 0);
}

function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** The lines that are equal in both, by their numbers from 0, ascending in both. */
function pairs(
  source: readonly string[],
  template: readonly string[],
  origins: readonly number[],
): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let next = 0;
  for (const [index, line] of template.entries()) {
    const origin = origins[index];
    if (origin === undefined || origin < next || source[origin] !== line) continue;
    found.push([origin, index]);
    next = origin + 1;
  }
  return found;
}

type Span = readonly [from: number, to: number];

function changed(
  { origins, numberOf, reasonsOf }: Compared,
  source: readonly string[],
  template: readonly string[],
  [sourceFrom, sourceTo]: Span,
  [templateFrom, templateTo]: Span,
): ChangedLines {
  const partners = new Map<number, number>();
  for (let line = templateFrom; line < templateTo; line += 1) {
    const origin = origins[line];
    if (origin === undefined || origin < sourceFrom || origin >= sourceTo) continue;
    const earlier = partners.get(origin);
    const likeness = (candidate: number) => sharedEnds(source[origin] ?? "", template[candidate] ?? "");
    if (earlier === undefined || sum(likeness(line)) > sum(likeness(earlier))) partners.set(origin, line);
  }
  const byTemplate = new Map([...partners].map(([from, to]) => [to, from]));
  const marked = (
    own: readonly string[],
    others: readonly string[],
    line: number,
    partner: number | undefined,
    number: number,
  ): MarkedLine => {
    const text = own[line] ?? "";
    return { number, text, marks: marksOf(text, partner === undefined ? undefined : others[partner]) };
  };
  return {
    // Blank lines around a document belong to the stream it was in.
    source: range(sourceFrom, sourceTo)
      .filter((line) => source[line]?.trim() !== "")
      .map((line) => marked(source, template, line, partners.get(line), numberOf(line))),
    template: range(templateFrom, templateTo).map((line) =>
      marked(template, source, line, byTemplate.get(line), line + 1),
    ),
    reasons: reasonsOf(sourceFrom - 1, sourceTo),
  };
}

/** The characters of `text` that its partner has otherwise; all but the indentation where it has none. */
export function marksOf(text: string, partner: string | undefined): readonly Mark[] {
  const indentation = text.length - text.trimStart().length;
  if (partner === undefined) return text.length > indentation ? [[indentation, text.length]] : [];
  const [before, after] = sharedEnds(text, partner);
  return before < text.length - after ? [[before, text.length - after]] : [];
}

/** How many characters two lines share at their start, and at their end beyond that. */
function sharedEnds(a: string, b: string): readonly [number, number] {
  const shortest = Math.min(a.length, b.length);
  let before = 0;
  while (before < shortest && a[before] === b[before]) before += 1;
  let after = 0;
  while (after < shortest - before && a[a.length - 1 - after] === b[b.length - 1 - after]) after += 1;
  return [before, after];
}

function sum([before, after]: readonly [number, number]): number {
  return before + after;
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
