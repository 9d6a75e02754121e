#!/usr/bin/env node
// The process: hands its arguments, streams and folder to `run`, and ends with the exit code.
import { run } from "./run.ts";

// `chartwright inspect - | head` closes the pipe early; that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  // Opened only when a command reads it.
  get stdin() {
    return process.stdin;
  },
  workingFolder: process.cwd(),
  environment: process.env,
});
