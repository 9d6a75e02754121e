// Files into a folder, whatever is there: all of them, or none.
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { failure, isSystemError, obstacle } from "./obstacles.ts";

/** Writes `files`, by name, into `folder`, which is made where it is missing; `shown` is its name in messages. */
export function writeFiles(
  folder: string,
  files: ReadonlyMap<string, Uint8Array | string>,
  shown: string,
): Diagnostic | undefined {
  const beside = (name: string) => join(folder, `.${name}.${process.pid}`);
  const begun: string[] = [];
  try {
    mkdirSync(folder, { recursive: true });
    // Before the first file is in its place: one that cannot be put there would leave the others.
    for (const name of files.keys()) {
      const standing = lstatSync(join(folder, name), { throwIfNoEntry: false });
      if (standing?.isDirectory())
        return obstacle(join(shown, name), "what is written", "a folder", "a file");
    }
    for (const [name, content] of files) {
      begun.push(name);
      writeFileSync(beside(name), content);
    }
    for (const name of files.keys()) renameSync(beside(name), join(folder, name));
    return undefined;
  } catch (error) {
    for (const name of begun) rmSync(beside(name), { force: true });
    if (!isSystemError(error)) throw error;
    return failure(shown, error, "write");
  }
}
