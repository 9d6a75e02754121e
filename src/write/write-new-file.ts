// One new file, never over another one.
import { writeFileSync } from "node:fs";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { isSystemError } from "./obstacles.ts";

/** Writes `text` to `file`, which must not exist yet; `shown` is its name in messages. */
export function writeNewFile(file: string, text: string, shown: string): Diagnostic | undefined {
  try {
    writeFileSync(file, text, { flag: "wx" });
    return undefined;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const exists = error.code === "EEXIST";
    return {
      severity: "error",
      code: exists ? "write/foreign-file" : "write/failed",
      message: exists ? `"${shown}" is there already.` : `"${shown}" cannot be written.`,
      found: exists ? "a file of that name" : error.message,
      expected: "a new file",
      hint: exists
        ? "Edit it, or write another one with `-o FILE`."
        : "Make the folder first, or write to another one with `-o FILE`.",
    };
  }
}
