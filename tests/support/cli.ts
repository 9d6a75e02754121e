// Runs the built command line as users do: a process of its own, from argv to exit code.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ProcessOptions, type ProcessResult, runProcess } from "./process.ts";
import { repositoryFolder } from "./repository.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The file that `chartwright` runs. */
export const cliPath: string = join(repositoryFolder, "dist", "cli", "main.js");

/**
 * Runs `chartwright` with the Node of the tests. Colour is off and the PATH is the tests' own unless `env` says
 * otherwise; `env` is added to the environment.
 */
export function runCli(argv: readonly string[], options: ProcessOptions = {}): Promise<ProcessResult> {
  if (!existsSync(cliPath)) throw new Error(`"${cliPath}" is missing; run "npm run build" first`);
  return runProcess(process.execPath, [cliPath, ...argv], {
    ...options,
    env: { ...process.env, NO_COLOR: "1", ...options.env },
  });
}

/** A folder for the PATH in which `chartwright` is the built command line, for scripts that call it by its name. */
export function chartwrightProgram(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "chartwright"), `#!/bin/sh\nexec "${process.execPath}" "${cliPath}" "$@"\n`, {
    mode: 0o755,
  });
  return folder;
}
