// What the page hands to its script, as JSON: the shapes that both agree on.

/** A stretch of characters of a line that an edit has touched: start and end. */
export type Mark = readonly [start: number, end: number];

/** A line with its number, counted from 1. */
export interface MarkedLine {
  readonly number: number;
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
export type LineComparison = readonly (SameLines | ChangedLines)[];

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
