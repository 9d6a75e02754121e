// `chartwright index`: a folder of archives → the index.yaml of a chart repository.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { type Cli, exitCode } from "../cli.ts";
import { type CommandModule, publishedAddress } from "../command-module.ts";
import { readGivenFile } from "../given-file.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import { sourceDate } from "../source-date.ts";

interface Flags {
  readonly url?: string;
  readonly merge?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  chartwright index dist                                     archives that stand beside the index
  chartwright index dist --url https://example.com/charts    archives published elsewhere
  chartwright index dist --merge published/index.yaml        into what is published already

What the index has stays as it is, also of archives that are no longer there. A version that it has with other bytes is
an error: nothing is written. SOURCE_DATE_EPOCH is when the new versions were published; without it, now.
`;

export const indexCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description(
      "Writes index.yaml for the archives in a folder, as `helm repo index` does, into the one that is there.",
    )
    .argument("[folder]", "the folder with the archives (default: this one)")
    .option("--url <url>", "where the archives are published", publishedAddress)
    .option("--merge <file>", "the index to start from (default: the folder's own index.yaml)")
    .option("--json", "print one JSON document: the archives that are new in the index")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const folder = command.args[0] ?? ".";
  const absolute = resolve(cli.workingFolder, folder);
  const { date, diagnostic } = sourceDate(cli);
  if (diagnostic) return reportDiagnostics([diagnostic], cli);
  const archives = archivesIn(absolute);
  if (archives.length === 0) return reportDiagnostics([noArchives(folder)], cli);
  const { packageCharts } = await import("../../package.ts");
  const paths = archives.map((name) => join(folder, name));
  const { charts, diagnostics } = await packageCharts(paths, cli.workingFolder, { date: new Date(0) });
  const code = await reportDiagnostics(diagnostics, cli);
  if (code !== exitCode.fine) return code;
  const existing = existingIndex(flags.merge, join(absolute, "index.yaml"), cli);
  const { updateIndex } = await import("../../publish/repository-index.ts");
  const update = updateIndex(
    charts.map(({ archive }) => archive),
    {
      created: date ?? new Date(),
      ...(existing === undefined ? {} : { existing }),
      ...(flags.url === undefined ? {} : { url: flags.url }),
    },
  );
  if (!update.ok) {
    return reportDiagnostics([{ severity: "error", code: "publish/index", ...update.fault }], cli);
  }
  const { writeFiles } = await import("../../write/write-files.ts");
  const failed = writeFiles(absolute, new Map([["index.yaml", update.text]]), folder);
  if (failed) return reportDiagnostics([failed], cli);
  if (flags.json) cli.stdout.write(`${JSON.stringify({ added: update.added }, undefined, 2)}\n`);
  else cli.stdout.write(summary(update.added, join(folder, "index.yaml")));
  return exitCode.fine;
}

/** The index to start from: the one that is named, else the folder's own, if it has one. */
function existingIndex(merged: string | undefined, own: string, cli: Cli): string | undefined {
  if (merged !== undefined) return new TextDecoder().decode(readGivenFile(cli, "--merge", merged));
  // What else stands there is told when the index is written.
  return existsSync(own) && statSync(own).isFile() ? readFileSync(own, "utf8") : undefined;
}

function summary(added: readonly string[], shown: string): string {
  if (added.length === 0) return `${shown} has all of them already.\n`;
  return `${added.map((name) => `Added ${name}\n`).join("")}Wrote ${shown}\n`;
}

function archivesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".tgz"))
      .sort();
  } catch {
    return [];
  }
}

function noArchives(folder: string): Diagnostic {
  return {
    severity: "error",
    code: "publish/archive",
    message: `"${folder}" holds no archive.`,
    expected: "a folder with .tgz files",
    hint: "Package the charts first: `chartwright package -d DIR`.",
  };
}
