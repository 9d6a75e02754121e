// A file that an option names, and the refusal where it cannot be read.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { isSystemError } from "../write/obstacles.ts";
import type { Cli } from "./cli.ts";

/** Bad input that ends a command at once. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

/** The content of `path`, which `option` names. Throws Refusal. */
export function readGivenFile(cli: Cli, option: string, path: string): Uint8Array {
  try {
    return readFileSync(resolve(cli.workingFolder, path));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Refusal({
      severity: "error",
      code: "load/unreadable",
      message: `"${path}", which ${option} names, cannot be read.`,
      found: error.message,
      expected: "a file",
    });
  }
}
