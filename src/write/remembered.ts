// What the output folder remembers of its charts as they were last written: their files, and the values that are a
// contract with those who set them.
import { join } from "node:path";
import type { ChartValues } from "../upgrade/chart-settings.ts";
import { type BaseTexts, basePath, baseText, parseBase } from "./base-texts.ts";
import { movedPath, type ReadMoved, readMoved } from "./moved-file.ts";
import { isSystemError } from "./obstacles.ts";
import { OutputFolder } from "./output-folder.ts";
import { parseRecord, recordPath } from "./record.ts";

/** The values of a chart set as they were last written, and those that moved before. */
export interface RememberedValues extends ReadMoved {
  readonly charts: ReadonlyMap<string, ChartValues>;
}

/**
 * What `folder`, an absolute path, remembers of the chart set `name`; nothing where it cannot be read. `shown` is the folder
 * in messages.
 */
export function rememberedValues(folder: string, name: string, shown: string = folder): RememberedValues {
  const nothing: RememberedValues = { ...readMoved("", ""), charts: new Map() };
  return readable(nothing, () => {
    const found = new OutputFolder(folder, folder);
    const texts = parseBase(found.text(basePath(name)) ?? "");
    const files = new Map(
      [...parseRecord(found.text(recordPath(name)) ?? "")].flatMap(([path, { hashes }]) => {
        if (!/^[^/]+\/values\.(?:yaml|schema\.json)$/.test(path)) return [];
        const text = writtenText(hashes, texts);
        return text === undefined ? [] : [[path, text] as const];
      }),
    );
    const charts = [...files].flatMap(([path, values]) => {
      const [chart = "", file] = path.split("/");
      if (file !== "values.yaml") return [];
      return [[chart, { values, schema: files.get(`${chart}/values.schema.json`) ?? "" }] as const];
    });
    const moved = readMoved(found.text(movedPath(name)) ?? "", join(shown, movedPath(name)));
    return { ...moved, charts: new Map(charts) };
  });
}

/**
 * The charts of the set `name` that are in `folder`, an absolute path, each with its files as they were last written; what
 * stands in the folder where such a text is not known. Without a record there are none.
 */
export function writtenCharts(
  folder: string,
  name: string,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const charts = new Map<string, Map<string, string>>();
  return readable(charts, () => {
    const found = new OutputFolder(folder, folder);
    const texts = parseBase(found.text(basePath(name)) ?? "");
    for (const [path, { hashes, isOrphan }] of parseRecord(found.text(recordPath(name)) ?? "")) {
      const [chart = "", ...inChart] = path.split("/");
      // What only somebody's edits keep was no part of the charts.
      if (isOrphan || found.kindOf(chart) !== "folder") continue;
      const text = writtenText(hashes, texts) ?? found.text(path);
      if (text === undefined) continue;
      charts.set(chart, (charts.get(chart) ?? new Map()).set(inChart.join("/"), text));
    }
    return charts;
  });
}

/** The first text that is known: the record of an unresolved merge has several. */
function writtenText(hashes: ReadonlySet<string>, texts: BaseTexts): string | undefined {
  const [text] = [...hashes].flatMap((hash) => baseText(texts, hash) ?? []);
  return text;
}

/** What `read` returns; `nothing` where the file system refuses. */
function readable<T>(nothing: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return nothing;
  }
}
