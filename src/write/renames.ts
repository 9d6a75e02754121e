// Templates that somebody gave another name: which file of the folder is which one that was written. Pure.
import { normaliseLineBreaks } from "../yaml/stream.ts";
import { hashOf } from "./record.ts";

/** A file that was written and is not at its place. */
export interface MissingFile {
  readonly path: string;
  /** The SHA-256 of every text that was written there, and those of the texts that are known. */
  readonly hashes: ReadonlySet<string>;
  readonly texts: readonly string[];
}

/** From which part on two texts are the same one. */
const leastAlike = 0.5;

/**
 * By the path of each missing file: the path where it stands now, of `others`, the texts of files that nobody wrote here.
 * It is the one of the same text; or the one that has most of its lines, and the same object.
 */
export function findRenames(
  missing: readonly MissingFile[],
  others: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const pairs = missing.flatMap((file) =>
    [...others].map(([path, text]) => ({ from: file.path, to: path, likeness: likeness(file, text) })),
  );
  const renames = new Map<string, string>();
  const taken = new Set<string>();
  for (const { from, to, likeness } of pairs.toSorted((a, b) => b.likeness - a.likeness)) {
    if (likeness < leastAlike || renames.has(from) || taken.has(to)) continue;
    renames.set(from, to);
    taken.add(to);
  }
  return renames;
}

/** How much of what was written a text still is, from 0 to 1. */
function likeness({ hashes, texts }: MissingFile, other: string): number {
  if (hashes.has(hashOf(other))) return 1;
  const lines = linesOf(other);
  return Math.max(
    0,
    ...texts.map((text) => {
      const before = linesOf(text);
      return subjectOf(before) === subjectOf(lines) ? sharedPart(before, lines) : 0;
    }),
  );
}

/** The lines that say which object a template is: its kind, and the name in its metadata. */
function subjectOf(lines: readonly string[]): string {
  const kind = lines.find((line) => line.startsWith("kind:"));
  const metadata = lines.indexOf("metadata:");
  const name = lines.slice(metadata + 1).find((line) => line.startsWith("  name:"));
  return metadata < 0 ? `${kind}` : `${kind} ${name}`;
}

function sharedPart(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of a) left.set(line, (left.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of b) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    left.set(line, count - 1);
    shared += 1;
  }
  return (2 * shared) / Math.max(1, a.length + b.length);
}

function linesOf(text: string): readonly string[] {
  return normaliseLineBreaks(text)
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}
