// What chartwright last wrote for a chart set, so that a file edited by hand is noticed and a file that is no
// longer emitted is removed. Kept in the output folder, to be committed with the charts.
import { createHash } from "node:crypto";
import { normaliseLineBreaks } from "../yaml/stream.ts";

/** The folder of chartwright's own files in an output folder; a name that chart tools pass over. */
export const ownFolder = ".chartwright";

/** What is remembered of a file. */
export interface WrittenFile {
  /** The SHA-256 of every text that was written there. */
  readonly hashes: ReadonlySet<string>;
  /** Whether the charts have no such file any more: it was edited, and stays until somebody decides. */
  readonly isOrphan: boolean;
}

/** Files by their paths below the output folder. */
export type WriteRecord = ReadonlyMap<string, WrittenFile>;

const header =
  "# What chartwright last wrote here; it never overwrites what was edited since. Commit this file.";

/** Where the record of the chart set `name` stands in the output folder. */
export function recordPath(name: string): string {
  return `${ownFolder}/${name}.sha256`;
}

/** The SHA-256 of a text. Line breaks do not count, since git may turn them into CRLF. */
export function hashOf(text: string): string {
  return createHash("sha256").update(normaliseLineBreaks(text)).digest("hex");
}

/**
 * The record of `files` in the form of sha256sum: sorted, one file a line, so that git merges it by line. `orphans` are
 * edited files that the charts have no more, with what was written there; a star marks them.
 */
export function printRecord(
  files: ReadonlyMap<string, string>,
  orphans: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): string {
  const lines = [
    ...[...files].map(([path, text]) => `${hashOf(text)}  ${path}`),
    ...[...orphans].flatMap(([path, hashes]) => [...hashes].map((hash) => `${hash} *${path}`)),
  ];
  return `${[header, ...lines.toSorted((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1))].join("\n")}\n`;
}

/**
 * Reads a record. Lines of another form are passed over and a path may stand twice, so that both sides of an
 * unresolved merge count; what is not understood only makes chartwright more careful.
 */
export function parseRecord(text: string): WriteRecord {
  const record = new Map<string, { hashes: Set<string>; isOrphan: boolean }>();
  for (const match of text.matchAll(/^([0-9a-f]{64}) ([ *])(\S.*?)\r?$/gm)) {
    const [, hash = "", mark, path = ""] = match;
    if (!isInside(path)) continue;
    const known = record.get(path) ?? { hashes: new Set(), isOrphan: true };
    record.set(path, { hashes: known.hashes.add(hash), isOrphan: known.isOrphan && mark === "*" });
  }
  return record;
}

/** Whether a path with forward slashes names a file below its folder, and not one of chartwright's own. */
export function isInside(path: string): boolean {
  const segments = path.split("/");
  return (
    segments[0] !== ownFolder &&
    !/[\\\n\r:]/.test(path) &&
    segments.every((segment) => segment !== "" && segment !== "." && segment !== "..")
  );
}
