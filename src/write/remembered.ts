// What the output folder remembers of the values that its charts had: the contract with those who set them.

import { isObject, stringField } from "../kubernetes/object.ts";
import type { MovedValue } from "../plan/moved-values.ts";
import { joinValuePath, splitValuePath } from "../project/values.ts";
import type { ChartValues } from "../upgrade/compare-values.ts";
import { parseDocument } from "../yaml/document.ts";
import { basePath, baseText, parseBase } from "./base-texts.ts";
import { isSystemError } from "./obstacles.ts";
import { OutputFolder } from "./output-folder.ts";
import { ownFolder, parseRecord, recordPath } from "./record.ts";

/** The values of a chart set as they were last written, and those that moved before. */
export interface RememberedValues {
  readonly moved: readonly MovedValue[];
  readonly charts: ReadonlyMap<string, ChartValues>;
}

const header =
  "# Values that were called otherwise: the old path works until the next minor version, then it fails with the new one.";

/** Where the values that moved stand in the output folder. */
export function movedPath(name: string): string {
  return `${ownFolder}/${name}.moved.yaml`;
}

/** What `folder`, an absolute path, remembers of the chart set `name`; nothing where it cannot be read. */
export function rememberedValues(folder: string, name: string): RememberedValues {
  try {
    const found = new OutputFolder(folder, folder);
    const texts = parseBase(found.text(basePath(name)) ?? "");
    const files = new Map(
      [...parseRecord(found.text(recordPath(name)) ?? "")].flatMap(([path, hashes]) => {
        const [text] = [...hashes].flatMap((hash) => baseText(texts, hash) ?? []);
        return text === undefined || !/^[^/]+\/values\.(?:yaml|schema\.json)$/.test(path)
          ? []
          : [[path, text] as const];
      }),
    );
    const charts = [...files].flatMap(([path, values]) => {
      const [chart = "", file] = path.split("/");
      if (file !== "values.yaml") return [];
      return [[chart, { values, schema: files.get(`${chart}/values.schema.json`) ?? "" }] as const];
    });
    return { moved: parseMoved(found.text(movedPath(name)) ?? ""), charts: new Map(charts) };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return { moved: [], charts: new Map() };
  }
}

/** The values that moved, one a line, so that git can merge two branches. */
export function printMoved(moved: readonly MovedValue[]): string {
  const lines = moved.map(({ from, to, since }) => {
    const [old, now] = [from, to].map((path) => JSON.stringify(joinValuePath(path)));
    return `- { from: ${old}, to: ${now}, since: ${JSON.stringify(since)} }`;
  });
  return `${[header, ...lines].join("\n")}\n`;
}

/** Entries of another form are passed over. */
function parseMoved(text: string): readonly MovedValue[] {
  const parsed = parseDocument(text);
  const entries = parsed.ok && Array.isArray(parsed.document.data) ? parsed.document.data : [];
  const known = new Map<string, MovedValue>();
  for (const entry of entries) {
    if (!isObject(entry)) continue;
    const [from, to, since] = ["from", "to", "since"].map((key) => stringField(entry, key) ?? "");
    if (!from || !to || !since || !/^\d+\.\d+\./.test(since)) continue;
    known.set(from, { from: splitValuePath(from), to: splitValuePath(to), since });
  }
  return [...known.values()];
}
