// The options that say how pinned sources are come by, and the progress of downloads on a terminal.
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Progress } from "../load/download.ts";
import type { SourceOptions } from "../load/pinned-sources.ts";
import type { Cli } from "./cli.ts";
import { someText } from "./command-module.ts";

export interface SourceFlags {
  readonly offline?: boolean;
  readonly cache?: string;
}

/** Adds `--offline` and `--cache`. */
export function addSourceOptions(command: Command): Command {
  return command
    .option("--offline", "take pinned sources from the cache alone")
    .option(
      "--cache <folder>",
      "where downloaded sources are kept (default: chartwright/sources in the user's cache folder)",
      someText,
    );
}

/** The flags as options. Progress is one line of a terminal, written over itself. */
export function sourceOptionsOf({ offline, cache }: SourceFlags, cli: Cli): SourceOptions {
  return {
    offline: offline ?? false,
    environment: cli.environment,
    ...(cache === undefined ? {} : { cache: resolve(cli.workingFolder, cache) }),
    ...(cli.stderr.isTTY ? { onProgress: progressLine(cli) } : {}),
  };
}

function progressLine({ stderr }: Cli): (progress: Progress) => void {
  let shown = "";
  return ({ url, received, total }) => {
    const name = url.slice(url.lastIndexOf("/") + 1);
    const text = `${name}: ${kibibytes(received)}${total === undefined ? "" : ` of ${kibibytes(total)}`} KiB`;
    const isDone = received === total;
    if (text !== shown) stderr.write(`\r\u001b[K${isDone ? "" : text}`);
    shown = text;
  };
}

function kibibytes(bytes: number): number {
  return Math.ceil(bytes / 1024);
}
