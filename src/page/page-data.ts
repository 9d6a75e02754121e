// What the page hands to its script, as JSON: the shapes that both agree on.

/** A stretch of characters of a line that an edit has touched: start and end. */
export type Mark = readonly [start: number, end: number];

/** A line with its number, counted from 1; without one, it is not in the file that is there. */
export interface MarkedLine {
  readonly number?: number;
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** Lines of the source that became other lines of the template. Either side may be empty. */
export interface ChangedLines {
  readonly source: readonly MarkedLine[];
  readonly template: readonly MarkedLine[];
  /** The transforms that did it. */
  readonly reasons: readonly string[];
}

/** Lines that are the same in source and template, with the number of the first of them in each. */
export interface SameLines {
  readonly source: number;
  readonly template: number;
  readonly lines: readonly string[];
}

/** A source's object beside its template. */
export type SourceComparison = readonly (SameLines | ChangedLines)[];

/** Lines of a file of the charts as they are compiled, and what somebody made of them. Either side may be empty. */
export interface HandLines {
  readonly generated: readonly MarkedLine[];
  readonly hand: readonly MarkedLine[];
}

/** The same, or a file of the charts alone, with what people changed. */
export type LineComparison = readonly (SameLines | ChangedLines | HandLines)[];

/** One row of the values reference. */
export interface ValueRow {
  readonly path: string;
  readonly type: string;
  readonly default?: string;
  readonly description: string;
  /** Where the default stands in the source. */
  readonly source?: string;
  /** The templates that read it. */
  readonly readers?: readonly string[];
}

/** The values of one chart under one key of the root. */
export interface ValueGroup {
  readonly rows: readonly ValueRow[];
}
