#!/usr/bin/env node
// The process: hands its arguments, streams and folder to `run`, and ends with the exit code.
import { setFlagsFromString } from "node:v8";
import { run } from "./run.ts";

// A run takes tenths of a second. V8 11, which is that of Node 20, optimizes so early that a fifth of it goes into that;
// later ones wait longer by themselves.
if (process.versions.v8.startsWith("11.")) setFlagsFromString("--interrupt-budget=1000000");

// `chartwright inspect - | head` closes the pipe early; that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

// Without `await`, which a module of the executable that is one file cannot have.
run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  // Opened only when a command reads it.
  get stdin() {
    return process.stdin;
  },
  workingFolder: process.cwd(),
  environment: process.env,
}).then((code) => {
  process.exitCode = code;
});
