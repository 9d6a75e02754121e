// What people made of the charts since they were last written: files with edits, files that they deleted, files of their own.
// Reads only.
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Comparison } from "./compare-tree.ts";
import type { HandEdit } from "./file-outcome.ts";
import { isSystemError } from "./obstacles.ts";
import { recordPath } from "./record.ts";

/** What people made of the charts of a set. Paths start below the output folder, with the chart's name. */
export interface HandWork {
  readonly edited: readonly EditedFile[];
  /** Files beside those of the charts, which no build touches. */
  readonly own: readonly string[];
}

/** A file that somebody edited or deleted. */
export interface EditedFile {
  readonly path: string;
  /** `unknown`: what was written before is not remembered, so that a build leaves it alone. */
  readonly outcome: HandEdit["outcome"] | "unknown";
  /** The text as it is compiled; undefined where the charts do not have the file any more. */
  readonly generated?: string;
  /** The text with the edits in it, as a build leaves it; undefined where the file was deleted. */
  readonly text?: string;
}

/** What `comparison` found of it, in the folders of `charts`; undefined where the set `name` was never written there. */
export function handWork(
  comparison: Comparison,
  name: string,
  charts: ReadonlyMap<string, ReadonlyMap<string, string>>,
): HandWork | undefined {
  const record = recordPath(name);
  const { changes, overwriting, handEdits, absoluteFolder } = comparison;
  if (changes.some(({ path, kind }) => path === record && kind === "create")) return undefined;
  const known = new Set(overwriting.map(({ path }) => path));
  const edited = handEdits.map(({ path, outcome }): EditedFile => {
    const plain = overwriting.find((change) => change.path === path);
    const merged = changes.find((change) => change.path === path);
    return { path, outcome, ...textsOf(plain?.after, merged?.after ?? plain?.before) };
  });
  const unknown = changes
    .filter(({ conflict }) => conflict === "edited")
    .map(({ path, before, after }): EditedFile => ({ path, outcome: "unknown", ...textsOf(after, before) }));
  const own = [...charts].flatMap(([chart, files]) =>
    filesBelow(absoluteFolder, chart).filter(
      (path) => !files.has(path.slice(chart.length + 1)) && !known.has(path),
    ),
  );
  return { edited: [...edited, ...unknown].toSorted((a, b) => (a.path < b.path ? -1 : 1)), own };
}

function textsOf(
  generated: string | undefined,
  text: string | undefined,
): Pick<EditedFile, "generated" | "text"> {
  return { ...(generated === undefined ? {} : { generated }), ...(text === undefined ? {} : { text }) };
}

/** The paths of all that stands below `folder` and is no folder, sorted; links are not followed. */
function filesBelow(root: string, folder: string): readonly string[] {
  const found: string[] = [];
  const visit = (path: string) => {
    for (const entry of entriesOf(join(root, path))) {
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) visit(inner);
      else found.push(inner);
    }
  };
  visit(folder);
  return found.toSorted();
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}
