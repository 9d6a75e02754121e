// Runs a program to its end and returns what it said. Everything that tests start and wait for goes through here;
// servers that outlive a call are in process-guard.ts.

import { spawn } from "node:child_process";
import { constants } from "node:os";

/** What a program left when it ended; a program killed by a signal has 128 + the signal's number, as in a shell. */
export interface ProcessResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Programs in Go that end soon, as all do here, spend a tenth less of the processor when they tidy their memory up late. */
export const lazyCollection: NodeJS.ProcessEnv = { GOGC: "400" };

/** How to run a program; without `env` it inherits the environment of the tests. */
export interface ProcessOptions {
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly stdin?: string | Uint8Array | undefined;
  readonly timeoutSeconds?: number | undefined;
}

/** Runs a program and resolves when it has ended, whatever its status; rejects when it cannot be started. */
export function runProcess(
  command: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: "pipe",
      timeout: (options.timeoutSeconds ?? 300) * 1000,
      killSignal: "SIGKILL",
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    // A program that ends without reading its input breaks the pipe; its status says what matters.
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.stdin ?? "");
    child.on("error", reject);
    child.on("close", (code, signal) => {
      resolve({
        status: code ?? 128 + (signal === null ? 0 : constants.signals[signal]),
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8"),
      });
    });
  });
}
