// The digest of a local source: a file's own, or that of the list of a folder's files.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Pin } from "../project/lock.ts";
import { sha256Of } from "./source-cache.ts";

/**
 * The SHA-256 and size of the file or folder `path`; of a folder that of what `sha256sum` says of all files below it, by
 * path. Undefined where nothing is there that can be read.
 */
export function localDigest(path: string): Pick<Pin, "sha256" | "size"> | undefined {
  try {
    if (!statSync(path).isDirectory()) {
      const bytes = readFileSync(path);
      return { sha256: sha256Of(bytes), size: bytes.length };
    }
    const files = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({ file, shown: relative(path, file).replaceAll(sep, "/") }))
      .toSorted((a, b) => (a.shown < b.shown ? -1 : 1))
      .map(({ file, shown }) => ({ shown, bytes: readFileSync(file) }));
    const list = files.map(({ shown, bytes }) => `${sha256Of(bytes)}  ${shown}\n`).join("");
    return { sha256: sha256Of(list), size: files.reduce((sum, { bytes }) => sum + bytes.length, 0) };
  } catch {
    return undefined;
  }
}
