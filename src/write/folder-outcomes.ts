// What the output folder holds of the charts: what becomes of each file, which of them have another name, and where the
// markers of a merge are left. Reads only.
import { invariant } from "../diagnostics/internal-error.ts";
import { type BaseTexts, basePath, baseText, parseBase } from "./base-texts.ts";
import type { FileTree } from "./compare-tree.ts";
import { type FileOutcome, fileOutcome, type HandEdit, markerAt } from "./file-outcome.ts";
import { unresolvedLine } from "./merge-texts.ts";
import { type OutputFolder, standingWords } from "./output-folder.ts";
import { isInside, parseRecord, recordPath, type WriteRecord } from "./record.ts";
import { findRenames } from "./renames.ts";

/** What the folder remembers of the charts that were written last. */
export interface Remembered {
  readonly record: WriteRecord;
  readonly texts: BaseTexts;
}

/** Reads what is remembered of the chart set `name`. */
export function readRemembered(folder: OutputFolder, name: string): Remembered {
  return {
    record: parseRecord(folder.text(recordPath(name)) ?? ""),
    texts: parseBase(folder.text(basePath(name)) ?? ""),
  };
}

/** The SHA-256 of every text that was written at `path`. */
export function hashesOf(path: string, { record }: Remembered): ReadonlySet<string> {
  return record.get(path)?.hashes ?? new Set();
}

/** What becomes of a file of the tree or of the record; `renamed` is where it stands, where not at `path`. */
export function outcomeAt(
  path: string,
  renamed: string | undefined,
  tree: FileTree,
  folder: OutputFolder,
  { record, texts }: Remembered,
): FileOutcome {
  invariant(isInside(path), `"${path}" does not stay in its folder`);
  const at = renamed ?? path;
  if (!folder.hasOpenWay(at)) return {};
  const kind = folder.kindOf(at);
  const after = tree.get(path);
  if (kind === "folder" || kind === "other") {
    if (after !== undefined) folder.inTheWay(path, standingWords[kind], "a file");
    return {};
  }
  return fileOutcome({
    path: at,
    renamedFrom: renamed === undefined ? undefined : path,
    before: kind === "file" ? folder.text(at) : undefined,
    isMissing: kind === "nothing",
    after,
    written: record.get(path)?.hashes,
    texts,
    isNeeded: folder.kindOf(chartOf(path)) === "nothing" || path === `${chartOf(path)}/Chart.yaml`,
  });
}

function chartOf(path: string): string {
  return path.split("/")[0] ?? "";
}

/** Where the templates are that were written and have another name now, chart by chart. */
export function renamesIn(
  folder: OutputFolder,
  tree: FileTree,
  { record, texts }: Remembered,
): ReadonlyMap<string, string> {
  // Other files have the names that Helm gives them; who renames what is no part of the charts makes it their own.
  const missing = [...record]
    .filter(([path, { isOrphan }]) => !isOrphan && /\/(?:templates|crds)\//.test(path))
    .filter(([path]) => folder.hasOpenWay(path) && folder.kindOf(path) === "nothing")
    .map(([path, { hashes }]) => {
      const known = [...hashes].flatMap((hash) => baseText(texts, hash) ?? []);
      return { path, hashes, texts: known };
    });
  const charts = [...new Set(missing.map(({ path }) => chartOf(path)))];
  return new Map(
    charts.flatMap((chart) => {
      const others = folder.filesBelow(chart).filter((path) => !tree.has(path) && !record.has(path));
      return [
        ...findRenames(
          missing.filter(({ path }) => chartOf(path) === chart),
          new Map(others.map((path) => [path, folder.glance(path)])),
        ),
      ];
    }),
  );
}

/** Files of their own in the charts' folders that hold the markers of a merge: they are part of the charts. */
export function unresolvedIn(
  folder: OutputFolder,
  tree: FileTree,
  { record }: Remembered,
  renames: ReadonlyMap<string, string>,
): readonly HandEdit[] {
  const renamed = new Set(renames.values());
  return [...new Set([...tree.keys()].map(chartOf))]
    .flatMap((chart) => folder.filesBelow(chart))
    .filter((path) => !tree.has(path) && !record.has(path) && !renamed.has(path))
    .flatMap((path): readonly HandEdit[] => {
      const text = folder.glance(path);
      const line = unresolvedLine(path, text);
      if (line === undefined) return [];
      return [{ path, outcome: "unresolved", isForeign: true, marker: markerAt(text, line) }];
    });
}
