// Where a field stands: in the source, and in the template as it is now, edited by hand or not.
import { diffArrays } from "diff";
import { type Position, positionAt } from "../diagnostics/position.ts";
import type { Chart, ChartObject } from "../emit/chart.ts";
import { positionOf, sourceLineOf } from "../parse/manifest.ts";
import type { Value } from "../transform/value.ts";
import { nodeAt, type PathStep } from "../yaml/tree.ts";
import type { Place } from "./report.ts";

/** A chart to check: as compiled, and its files as they stand, on disk or in memory. */
export interface CheckedChart {
  readonly chart: Chart;
  readonly files: ReadonlyMap<string, string>;
  /** The folder that was read; undefined for a chart that stands in memory only. */
  readonly folder: string | undefined;
  /** The values that only other providers have, where the chart is checked for one alone. */
  readonly othersValues?: readonly Value[];
}

/** The source's place of the field at `path` of `object`, or of its nearest parent. */
export function sourcePlace(object: ChartObject, path: readonly PathStep[] = []): Place {
  return toPlace(positionOf(object.manifest, path));
}

/** The place in the template that the field at `fieldPath` is rendered from; undefined when the file is gone. */
export function templatePlace(
  checked: CheckedChart,
  object: ChartObject,
  fieldPath: readonly PathStep[] = [],
): Place | undefined {
  const path = textPathOf(object);
  const current = checked.files.get(path);
  if (current === undefined) return undefined;
  const emitted = checked.chart.files.get(path) ?? current;
  const sourceLine = lineOf(object, fieldPath);
  const emittedLine = findOrigin(object, emitted.split("\n"), sourceLine);
  const lines = current.trimEnd().split("\n");
  const followed = emitted === current ? emittedLine : followLine(emitted, current, emittedLine);
  const line = Math.min(followed, lines.length - 1);
  const text = lines[line] ?? "";
  return {
    file: filePath(checked, path),
    line: line + 1,
    column: text.length - text.trimStart().length + 1,
  };
}

/** The line (from 0) of the manifest's text on which the field at `path`, or its nearest parent, stands. */
function lineOf({ manifest: { document } }: ChartObject, path: readonly PathStep[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = nodeAt(document.root, path.slice(0, length));
    if (node) return positionAt("", document.text, node.start).line - 1;
  }
  return 0;
}

/** A place in a file of the chart, and the place of the source that it comes from, where there is one. */
export interface Places {
  readonly template: Place;
  readonly source?: Place;
}

/** The places of the character at `offset` of a chart's file. */
export function placesAt(checked: CheckedChart, file: string, offset: number): Places {
  const { line, column } = positionAt(file, checked.files.get(file) ?? "", offset);
  return placesOf(checked, file, line, column);
}

/** The places of a line (from 1) of a chart's file. */
export function placesOf(checked: CheckedChart, file: string, line: number, column: number): Places {
  const template = { file: filePath(checked, file), line, column };
  const object = checked.chart.objects.find((candidate) => textPathOf(candidate) === file);
  const current = checked.files.get(file);
  if (!object || current === undefined) return { template };
  const emitted = checked.chart.files.get(file) ?? current;
  const emittedLine = emitted === current ? line - 1 : followLine(current, emitted, line - 1);
  const origin = object.origins[Math.min(emittedLine, object.origins.length - 1)] ?? 0;
  const text = object.manifest.document.text.split("\n")[origin] ?? "";
  const source: Place = {
    file: object.manifest.source,
    line: sourceLineOf(object.manifest, origin),
    column: text.length - text.trimStart().length + 1,
  };
  return { template, source };
}

/** The file that holds the text of an object. */
function textPathOf({ textPath, templatePath }: ChartObject): string {
  return textPath ?? templatePath;
}

/** A file of a chart as people find it. */
export function filePath(checked: CheckedChart, path: string): string {
  const folder = (checked.folder ?? checked.chart.plan.name).replace(/\/+$/, "");
  return `${folder}/${path}`;
}

export function toPlace(position: Position): Place {
  return { file: position.source, line: position.line, column: position.column };
}

/**
 * The line of the template (from 0) that `sourceLine` became. Several lines can come from one, when an edit puts
 * lines in front: then the one that still reads like it. None does, when an edit replaced a block: then where that
 * edit begins.
 */
function findOrigin(object: ChartObject, lines: readonly string[], sourceLine: number): number {
  const { origins } = object;
  const sourceText = object.manifest.document.text.split("\n")[sourceLine]?.trim() ?? "";
  const key = /^[^:]*:?/.exec(sourceText)?.[0] ?? "";
  const candidates = [...origins.keys()].filter((line) => origins[line] === sourceLine);
  const exact = candidates.find((line) => lines[line]?.trim() === sourceText);
  const similar = candidates.find((line) => lines[line]?.trim().startsWith(key));
  const found = exact ?? similar ?? candidates.at(-1);
  if (found !== undefined) return found;
  const before = origins.findLastIndex((origin) => origin < sourceLine);
  return Math.max(0, before);
}

/** Where line `line` (from 0) of `before` stands in `after`; for a line that is gone, where it would stand. */
export function followLine(before: string, after: string, line: number): number {
  return lineFollower(before, after)(line);
}

/** `followLine` for many lines of the same texts. */
export function lineFollower(before: string, after: string): (line: number) => number {
  const parts = diffArrays(before.split("\n"), after.split("\n"));
  return (line) => followIn(parts, line);
}

function followIn(parts: ReturnType<typeof diffArrays<string>>, line: number): number {
  let beforeAt = 0;
  let afterAt = 0;
  for (const [index, part] of parts.entries()) {
    const count = part.value.length;
    const within = line - beforeAt;
    if (part.added) afterAt += count;
    else if (within >= count) {
      beforeAt += count;
      if (!part.removed) afterAt += count;
    } else if (part.removed) {
      const next = parts[index + 1];
      return next?.added ? afterAt + Math.min(within, next.value.length - 1) : afterAt;
    } else return afterAt + within;
  }
  return afterAt;
}
