// The places that Helm's messages name: files of the chart, lines of templates, keys of Chart.yaml.
import { positionAt } from "../diagnostics/position.ts";
import { parseDocument } from "../yaml/document.ts";
import { type CheckedChart, filePath, type Places, placesOf } from "./place.ts";

/** A line of a file of the chart, as a message names it; line and column count from 1. */
interface NamedPlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/**
 * The places that `text` speaks of. Of several, the last: Helm goes from the template down into what it includes.
 * The source's place is that of the template which includes it. Undefined when no file is named.
 */
export function placesNamed(checked: CheckedChart, text: string): Places | undefined {
  const named = namedPlaces(checked, text);
  const last = named.findLast(({ line }) => line !== undefined) ?? named[0];
  if (!last) return undefined;
  if (last.file === "Chart.yaml" && last.line === undefined) return chartFilePlaces(checked, text);
  const all = named.map(({ file, line, column }) => placesOf(checked, file, line ?? 1, column ?? 1));
  const source = all.find((places) => places.source)?.source;
  return { ...placesOf(checked, last.file, last.line ?? 1, last.column ?? 1), ...(source ? { source } : {}) };
}

/**
 * `chart/templates/x.yaml:3:5` in an error of a template, whose column is in Go's count, from 0; `values.yaml: …
 * yaml: line 7: …` for a file that is no YAML; else a file alone.
 */
function namedPlaces(checked: CheckedChart, text: string): readonly NamedPlace[] {
  const { name } = checked.chart.plan;
  const yamlLine = /\byaml: line (\d+):/.exec(text)?.[1];
  return text.split(/[\s()"]+/).flatMap((word): readonly NamedPlace[] => {
    const [path = "", line, column] = word.replace(/[:,]$/, "").split(":");
    const file = path.startsWith(`${name}/`) ? path.slice(name.length + 1) : path;
    if (!checked.files.has(file)) return [];
    // In a template the line would be one of the rendering.
    const lineNumber = line ?? (file.startsWith("templates/") ? undefined : yamlLine);
    if (lineNumber === undefined) return [{ file }];
    return [
      { file, line: Number(lineNumber), ...(column === undefined ? {} : { column: Number(column) + 1 }) },
    ];
  });
}

/** The key of Chart.yaml that `text` speaks of, else the file's beginning. */
export function chartFilePlaces(checked: CheckedChart, text: string): Places {
  const file = "Chart.yaml";
  const content = checked.files.get(file) ?? "";
  const result = parseDocument(content);
  const root = result.ok ? result.document.root : undefined;
  const entries = root?.kind === "mapping" ? root.entries : [];
  const found = entries
    .map(({ key, start }) => ({ start, at: text.search(new RegExp(`\\b${key}\\b`)) }))
    .filter(({ at }) => at !== -1)
    .toSorted((a, b) => a.at - b.at);
  const { line, column } = positionAt(file, content, found[0]?.start ?? 0);
  return { template: { file: filePath(checked, file), line, column } };
}
