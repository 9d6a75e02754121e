// `chartwright package`: charts → archives, and their provenance files.
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { archiveName } from "../../archive/archive.ts";
import type { PackagedChart } from "../../package.ts";
import { type Cli, exitCode } from "../cli.ts";
import type { CommandModule } from "../command-module.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import { addSigningOptions, type SigningFlags, signingKey } from "../signing-options.ts";
import { sourceDate } from "../source-date.ts";
import { addSourceOptions, type SourceFlags, sourceOptionsOf } from "../source-options.ts";

interface Flags extends SourceFlags, SigningFlags {
  readonly destination: string;
  readonly json?: boolean;
}

/** What was written for one chart. */
interface Written {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly digest: string;
  readonly bytes: number;
  readonly provenance?: string;
}

const examples = `
Examples:
  chartwright package -d dist                       the charts of the project in this folder
  chartwright package charts/kubevirt -d dist       a chart's folder, whoever made it
  chartwright package --sign --key releases@example.com --keyring keyring.gpg

The same files give the same bytes on every machine. SOURCE_DATE_EPOCH is the time of the files in the archive and of
the signature; without it the files are of 1970, and the signature of now.
`;

export const packageCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description(
      "Packages charts as `helm package` does, reproducibly. The charts of a project have to be up to date, and to hold " +
        "the charts that they depend on.",
    )
    .argument(
      "[path...]",
      "projects' folders, folders of several projects, charts' folders (default: this one)",
    )
    .option("-d, --destination <folder>", "where the archives are written", ".");
  addSourceOptions(addSigningOptions(command))
    .option("--json", "print one JSON document: what was written")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const { date, diagnostic } = sourceDate(cli);
  if (diagnostic) return reportDiagnostics([diagnostic], cli);
  const key = await signingKey(flags, command, cli);
  const { packageCharts } = await import("../../package.ts");
  const paths = command.args.length === 0 ? ["."] : command.args;
  const options = {
    date: date ?? new Date(0),
    sources: sourceOptionsOf(flags, cli),
    ...(key ? { sign: { key, date: date ?? new Date() } } : {}),
  };
  const { charts, diagnostics } = await packageCharts(paths, cli.workingFolder, options);
  const code = await reportDiagnostics(diagnostics, cli);
  if (code !== exitCode.fine) return code;
  const { writeFiles } = await import("../../write/write-files.ts");
  const failed = writeFiles(
    resolve(cli.workingFolder, flags.destination),
    filesOf(charts),
    flags.destination,
  );
  if (failed) return reportDiagnostics([failed], cli);
  const written = charts.map((chart) => describeWritten(chart, flags.destination));
  cli.stdout.write(flags.json ? `${JSON.stringify(written, undefined, 2)}\n` : written.map(line).join(""));
  return exitCode.fine;
}

/** What is written, by name. */
function filesOf(charts: readonly PackagedChart[]): ReadonlyMap<string, Uint8Array | string> {
  const files = new Map<string, Uint8Array | string>();
  for (const { archive, provenance } of charts) {
    files.set(archiveName(archive), archive.bytes);
    if (provenance !== undefined) files.set(`${archiveName(archive)}.prov`, provenance);
  }
  return files;
}

function describeWritten({ archive, provenance }: PackagedChart, destination: string): Written {
  const { name, version, digest, bytes } = archive;
  const file = join(destination, archiveName(archive));
  return {
    name,
    version,
    file,
    digest,
    bytes: bytes.length,
    ...(provenance === undefined ? {} : { provenance: `${file}.prov` }),
  };
}

function line({ file, digest, bytes, provenance }: Written): string {
  return `Packaged ${file} (${Math.ceil(bytes / 1024)} KiB)\n  sha256:${digest}\n${provenance === undefined ? "" : `  signed: ${provenance}\n`}`;
}
