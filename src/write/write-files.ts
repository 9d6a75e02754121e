// Files into a folder, whatever is there: all of them, or none.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { failure, isSystemError } from "./obstacles.ts";

/** Writes `files`, by name, into `folder`, which is made where it is missing; `shown` is its name in messages. */
export function writeFiles(
  folder: string,
  files: ReadonlyMap<string, Uint8Array | string>,
  shown: string,
): Diagnostic | undefined {
  const beside = (name: string) => join(folder, `.${name}.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of files) writeFileSync(beside(name), content);
    for (const name of files.keys()) renameSync(beside(name), join(folder, name));
    return undefined;
  } catch (error) {
    for (const name of files.keys()) rmSync(beside(name), { force: true });
    if (!isSystemError(error)) throw error;
    return failure(shown, error, "write");
  }
}
