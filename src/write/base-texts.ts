// The texts that chartwright last wrote, by their SHA-256: what edits by hand are merged against. One text a line,
// compressed, beside the record of hashes; a set of lines, so that git can merge two branches by keeping both (`gitattributes`).
import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import { hashOf, ownFolder } from "./record.ts";

const header =
  "# The texts of the files in the .sha256 beside, compressed; edits by hand are merged against them. Commit this file.";

/** The compressed texts by their hashes. */
export type BaseTexts = ReadonlyMap<string, string>;

/** Where the texts of the chart set `name` stand in the output folder. */
export function basePath(name: string): string {
  return `${ownFolder}/${name}.base`;
}

/** What git is told of chartwright's own files: no diff of the compressed texts, and both sides of a merge. */
export const attributesPath: string = `${ownFolder}/.gitattributes`;
export const attributes = `*.base -diff -text merge=union linguist-generated
*.sha256 text merge=union linguist-generated
*.moved.yaml text merge=union
`;

/** The texts of `files` and those of `known` that `kept` names, sorted by hash; known ones are not compressed again. */
export function printBase(
  files: ReadonlyMap<string, string>,
  known: BaseTexts,
  kept: Iterable<string> = [],
): string {
  const packed = new Map([...kept].flatMap((hash) => entryOf(hash, known.get(hash))));
  for (const text of files.values()) {
    const hash = hashOf(text);
    packed.set(hash, known.get(hash) ?? compress(text));
  }
  const lines = [...packed].toSorted(([a], [b]) => (a < b ? -1 : 1)).map((entry) => entry.join(" "));
  return `${[header, ...lines].join("\n")}\n`;
}

function entryOf(hash: string, packed: string | undefined): readonly (readonly [string, string])[] {
  return packed === undefined ? [] : [[hash, packed]];
}

/** Reads what `printBase` wrote; other lines are passed over. */
export function parseBase(text: string): BaseTexts {
  return new Map(
    [...text.matchAll(/^([0-9a-f]{64}) ([A-Za-z0-9+/]+=*)\r?$/gm)].map(([, hash = "", packed = ""]) => [
      hash,
      packed,
    ]),
  );
}

/** The text of a hash; undefined where it is not there, or damaged. */
export function baseText(texts: BaseTexts, hash: string): string | undefined {
  const packed = texts.get(hash);
  if (packed === undefined) return undefined;
  try {
    const text = strFromU8(inflateSync(Buffer.from(packed, "base64")));
    return hashOf(text) === hash ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A library of ours compresses, not the one of Node, whose bytes depend on its version and the processor. */
function compress(text: string): string {
  return Buffer.from(deflateSync(strToU8(text), { level: 9 })).toString("base64");
}
