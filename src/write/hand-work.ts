// What people made of the charts since they were last written: files with edits, files that they deleted, files of their own.
// Reads only.
import type { Comparison } from "./compare-tree.ts";
import type { HandEdit } from "./file-outcome.ts";
import { OutputFolder } from "./output-folder.ts";
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
  /** The name that it is compiled under, where somebody gave it another one. */
  readonly renamedFrom?: string;
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
  const { changes, overwriting, handEdits, folder, absoluteFolder } = comparison;
  if (changes.some(({ path, kind }) => path === record && kind === "create")) return undefined;
  const known = new Set(overwriting.map(({ path }) => path));
  const at = (path: string, all: typeof changes) => all.find((change) => change.path === path);
  const edited = handEdits.map(({ path, renamedFrom, outcome }): EditedFile => {
    const generated = at(renamedFrom ?? path, overwriting)?.after;
    const text = at(path, changes)?.after ?? at(path, overwriting)?.before;
    return {
      path,
      ...(renamedFrom === undefined ? {} : { renamedFrom }),
      outcome,
      ...textsOf(generated, text),
    };
  });
  const unknown = changes
    .filter(({ conflict }) => conflict === "edited")
    .map(({ path, before, after }): EditedFile => ({ path, outcome: "unknown", ...textsOf(after, before) }));
  const found = new OutputFolder(folder, absoluteFolder);
  const own = [...charts].flatMap(([chart, files]) =>
    found.filesBelow(chart).filter((path) => !files.has(path.slice(chart.length + 1)) && !known.has(path)),
  );
  return { edited: [...edited, ...unknown].toSorted((a, b) => (a.path < b.path ? -1 : 1)), own };
}

function textsOf(
  generated: string | undefined,
  text: string | undefined,
): Pick<EditedFile, "generated" | "text"> {
  return { ...(generated === undefined ? {} : { generated }), ...(text === undefined ? {} : { text }) };
}
