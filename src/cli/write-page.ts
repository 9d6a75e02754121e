// A page into its file: over an earlier page, over nothing else.
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { pageMark } from "../page/page.ts";
import { isSystemError } from "../write/obstacles.ts";
import { writeFiles } from "../write/write-files.ts";
import { type Cli, exitCode } from "./cli.ts";
import { reportDiagnostics } from "./report-diagnostics.ts";

/** Writes `page` to the file `output`, or to standard output for `-`, and resolves to the exit code. */
export async function writePage(
  page: string,
  cli: Cli,
  { output, force }: { readonly output: string; readonly force: boolean },
): Promise<number> {
  if (output === "-") {
    cli.stdout.write(page);
    return exitCode.fine;
  }
  const file = resolve(cli.workingFolder, output);
  // A folder is in the way even of who writes over everything.
  const isFile = existsSync(file) && !statSync(file).isDirectory();
  if (!force && isFile && !isPage(file)) {
    return reportDiagnostics(
      [
        {
          severity: "error",
          code: "write/foreign-file",
          message: `"${output}" is there already.`,
          found: "something that is no page of chartwright",
          expected: "an earlier page, or no file",
          hint: "Write another one with `-o FILE`, or over this one with --force.",
        },
      ],
      cli,
    );
  }
  const failed = writeFiles(dirname(file), new Map([[basename(file), page]]), dirname(output));
  if (failed) return reportDiagnostics([failed], cli);
  cli.stdout.write(`Wrote ${output}\n`);
  return exitCode.fine;
}

function isPage(file: string): boolean {
  const start = Buffer.alloc(Buffer.byteLength(pageMark));
  try {
    const handle = openSync(file, "r");
    try {
      readSync(handle, start, 0, start.length, 0);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return false;
  }
  return start.toString("utf8") === pageMark;
}
