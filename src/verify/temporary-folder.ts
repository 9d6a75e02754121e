// A folder for as long as something runs, which is gone afterwards: also when the process is told to end before.
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

/** What a user or a CI system ends a process with. */
const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

/**
 * Calls `use` with a new folder and removes it afterwards. `ended` is aborted when the process exits before: programs
 * that work in the folder must go first. A signal that nobody else listens to ends the process as a shell tells it,
 * with 128 and the signal's number.
 */
export async function withTemporaryFolder<Result>(
  use: (folder: string, ended: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "chartwright-verify-"));
  const end = new AbortController();
  const clear = () => {
    end.abort();
    // A program that was killed a moment ago may still leave a file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const interrupted = (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) === 0) process.exit(128 + constants.signals[signal]);
  };
  process.once("exit", clear);
  for (const signal of signals) process.once(signal, interrupted);
  try {
    return await use(folder, end.signal);
  } finally {
    process.off("exit", clear);
    for (const signal of signals) process.off(signal, interrupted);
    await rm(folder, { recursive: true, force: true });
  }
}
