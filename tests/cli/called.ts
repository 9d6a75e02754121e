// Calls the command line as a function: streams are strings, the folder is the test's own.

import type { Cli } from "../../src/cli/cli.ts";
import { run } from "../../src/cli/run.ts";

/** What a call left. */
export interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CallOptions {
  readonly folder: string;
  readonly stdin?: string | AsyncIterable<string>;
  readonly isTTY?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs `chartwright` with `argv` in `folder`. */
export async function call(argv: readonly string[], options: CallOptions): Promise<Called> {
  const { folder, stdin = "", isTTY = false, environment = {} } = options;
  const written = { stdout: "", stderr: "" };
  const outputOf = (name: "stdout" | "stderr") => ({
    isTTY,
    write: (text: string) => {
      written[name] += text;
    },
  });
  const cli: Cli = {
    stdout: outputOf("stdout"),
    stderr: outputOf("stderr"),
    stdin: typeof stdin === "string" ? streamOf(stdin) : stdin,
    workingFolder: folder,
    environment,
  };
  const code = await run(argv, cli);
  return { code, ...written };
}

async function* streamOf(text: string): AsyncGenerator<string> {
  if (text !== "") yield text;
}
