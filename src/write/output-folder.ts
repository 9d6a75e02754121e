// The output folder as it is: texts of files, and what stands in the way of writing them. Reads only; no link below it is
// followed.
import { isUtf8 } from "node:buffer";
import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { isSystemError, obstacle } from "./obstacles.ts";

/** What stands at a path. */
export type Standing = "nothing" | "file" | "folder" | "link" | "other";

/** What messages say of what is no file. */
export const standingWords: Readonly<Record<"folder" | "link" | "other", string>> = {
  folder: "a folder",
  link: "a symbolic link",
  other: "no regular file",
};

export class OutputFolder {
  readonly #shown: string;
  readonly #absolute: string;
  readonly #obstacles = new Map<string, Diagnostic>();

  /** `shown` is the folder's name in messages. Throws what the file system says of `absolute`. */
  constructor(shown: string, absolute: string) {
    this.#shown = shown;
    this.#absolute = absolute;
    // The output folder itself may be a link: the user named it.
    const root = statSync(absolute, { throwIfNoEntry: false });
    if (root && !root.isDirectory()) this.inTheWay("", "a file", "a folder");
  }

  /** What cannot be written at all, as far as it was looked at. */
  get obstacles(): readonly Diagnostic[] {
    return [...this.#obstacles.values()];
  }

  /** The text of the file at `path`; undefined where there is no regular file. What is no text is an obstacle. */
  text(path: string): string | undefined {
    if (!this.hasOpenWay(path) || this.kindOf(path) !== "file") return undefined;
    const bytes = readFileSync(join(this.#absolute, path));
    // Read with other characters in the place of those that it does not understand, it would be written so.
    if (!isUtf8(bytes)) this.inTheWay(path, "bytes that are no UTF-8", "a text in UTF-8");
    return bytes.toString("utf8");
  }

  /** Whether every folder above `path` is a folder or still to be made; what else it is becomes an obstacle. */
  hasOpenWay(path: string): boolean {
    const segments = path.split("/").slice(0, -1);
    return segments.every((_, index) => {
      const parent = segments.slice(0, index + 1).join("/");
      const kind = this.kindOf(parent);
      if (kind === "folder" || kind === "nothing") return true;
      this.inTheWay(parent, kind === "link" ? "a symbolic link" : "a file", "a folder");
      return false;
    });
  }

  kindOf(path: string): Standing {
    const stats = lstat(join(this.#absolute, path));
    if (!stats) return "nothing";
    if (stats.isSymbolicLink()) return "link";
    if (stats.isDirectory()) return "folder";
    return stats.isFile() ? "file" : "other";
  }

  /** The paths of the regular files below the folder `path`, sorted; none where there is no such folder. */
  filesBelow(path: string): readonly string[] {
    if (!this.hasOpenWay(path) || this.kindOf(path) !== "folder") return [];
    return readdirSync(join(this.#absolute, path), { withFileTypes: true })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const inner = `${path}/${entry.name}`;
        if (entry.isDirectory()) return this.filesBelow(inner);
        return entry.isFile() ? [inner] : [];
      });
  }

  /** The text of a regular file as it can be understood, whatever its bytes are; for what is only looked at. */
  glance(path: string): string {
    return readFileSync(join(this.#absolute, path), "utf8");
  }

  /** Notes that something else stands at `path` than must. */
  inTheWay(path: string, found: string, expected: string): void {
    this.#obstacles.set(path, obstacle(join(this.#shown, path), "the charts", found, expected));
  }
}

function lstat(path: string): ReturnType<typeof lstatSync> | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A file stands where a parent folder should be: reported for the parent.
    if (isSystemError(error) && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}
