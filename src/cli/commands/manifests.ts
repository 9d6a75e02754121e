// `chartwright manifests`: charts → the manifests of a release.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { RenderedManifestSet } from "../../render-manifests.ts";
import { addCharts, addRenderOptions, type ChartFlags, chartsOf, releaseOptions } from "../chart-options.ts";
import { type Cli, exitCode } from "../cli.ts";
import type { CommandModule } from "../command-module.ts";
import { describeManifests } from "../manifests-description.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";

interface Flags extends ChartFlags {
  readonly output?: string;
  readonly kustomize?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  chartwright manifests                                     all of this project's charts, to standard output
  chartwright manifests charts/kubevirt-crd charts/kubevirt -o release/
  chartwright manifests -f production.yaml -o production.yaml
  chartwright manifests oci://registry.example.com/charts/tide:1.2.0 -n tide -o deploy/ --kustomize

A folder gets NAME-crds.yaml, NAME-operator.yaml and NAME-cr.yaml, to be applied in this order; a file gets all of it. What
only a release of Helm needs is left out: hooks, Helm's labels, what guards an uninstall.
`;

export const manifestsCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command.description(
    "Renders charts with real Helm as the manifests of a release: CRDs first, custom resources in a file of their own.",
  );
  addRenderOptions(
    addCharts(command)
      .option(
        "-o, --output <path>",
        "a file, or a folder: one that is there, or a name with / at its end; - for standard output",
        "-",
      )
      .option("--kustomize", "also write a kustomization.yaml with the images and the namespace")
      .option("--force", "write over files that this command did not make"),
  )
    .option("--json", "print one JSON document: what the manifests hold")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const { output = "-" } = flags;
  if (flags.kustomize && !isFolder(output, cli))
    return command.error("error: --kustomize needs a folder\n  expected: -o FOLDER/");
  const charts = chartsOf(command);
  const { renderManifests } = await import("../../render-manifests.ts");
  const { HelmError } = await import("../../verify/run-helm.ts");
  try {
    const options = await releaseOptions(flags, charts, command, cli);
    const { sets, diagnostics } = await renderManifests(charts, cli.workingFolder, options);
    const code = await reportDiagnostics(diagnostics, cli);
    if (code !== exitCode.fine) return code;
    const files = await filesOf(sets, output, flags, cli);
    const failed = output === "-" ? [] : await writeAll(files, flags.force ?? false, cli);
    if (failed.length > 0) return reportDiagnostics(failed, cli);
    cli.stdout.write(shown(sets, files, output, flags));
    for (const path of isFolder(output, cli) ? await ofOtherRuns(files, cli) : [])
      cli.stderr.write(`Not of this run: ${path}\n`);
    return exitCode.fine;
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return reportDiagnostics([error.diagnostic], cli);
  }
}

function isFolder(output: string, cli: Cli): boolean {
  if (output === "-") return false;
  if (/[/\\]$/.test(output)) return true;
  return statSync(resolve(cli.workingFolder, output), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** By path, as people find them from the working folder. */
async function filesOf(
  sets: readonly RenderedManifestSet[],
  output: string,
  { kustomize = false }: Flags,
  cli: Cli,
): Promise<ReadonlyMap<string, string>> {
  const { printFiles, printStream } = await import("../../manifests/print-files.ts");
  if (!isFolder(output, cli)) return new Map([[output, sets.map(printStream).join("---\n")]]);
  return new Map(
    sets.flatMap((set) => {
      // One folder holds one kustomization.
      const folder = kustomize && sets.length > 1 ? join(output, set.name) : output;
      return [...printFiles(set, { kustomize })].map(([name, text]): [string, string] => [
        join(folder, name),
        text,
      ]);
    }),
  );
}

async function writeAll(
  files: ReadonlyMap<string, string>,
  isForced: boolean,
  cli: Cli,
): Promise<readonly Diagnostic[]> {
  const { madeBy } = await import("../../manifests/print-files.ts");
  const foreign = [...files.keys()].filter((path) => {
    const absolute = resolve(cli.workingFolder, path);
    return existsSync(absolute) && !isMadeBy(madeBy, absolute);
  });
  if (foreign.length > 0 && !isForced) return foreign.map(foreignFile);
  const { writeFiles } = await import("../../write/write-files.ts");
  const folders = new Map<string, Map<string, string>>();
  for (const [path, text] of files)
    folders.set(dirname(path), (folders.get(dirname(path)) ?? new Map()).set(basename(path), text));
  return [...folders].flatMap(
    ([folder, own]) => writeFiles(resolve(cli.workingFolder, folder), own, folder) ?? [],
  );
}

/** Files of this command in the folders of `files` that are not among them: of other charts, or left of earlier ones. */
async function ofOtherRuns(files: ReadonlyMap<string, string>, cli: Cli): Promise<readonly string[]> {
  const { madeBy } = await import("../../manifests/print-files.ts");
  const folders = [...new Set([...files.keys()].map((path) => dirname(path)))];
  return folders.flatMap((folder) =>
    readdirSync(resolve(cli.workingFolder, folder))
      .map((name) => join(folder, name))
      .filter((path) => path.endsWith(".yaml") && !files.has(path))
      .filter((path) => isMadeBy(madeBy, resolve(cli.workingFolder, path)))
      .toSorted(),
  );
}

/** Whether the file begins with the words of this command. */
function isMadeBy(words: string, file: string): boolean {
  if (!statSync(file).isFile()) return false;
  return readFileSync(file, "utf8")
    .split("\n", 3)
    .some((line) => line.startsWith(words));
}

function foreignFile(path: string): Diagnostic {
  return {
    severity: "error",
    code: "write/foreign-file",
    message: `"${path}" is there already, and not from this command.`,
    expected: "a new file, or one that `chartwright manifests` made",
    hint: "Write elsewhere, or over it with --force.",
  };
}

/** The manifests themselves, what was written, or a description. */
function shown(
  sets: readonly RenderedManifestSet[],
  files: ReadonlyMap<string, string>,
  output: string,
  { json = false }: Flags,
): string {
  const written = output === "-" ? [] : [...files.keys()];
  if (json) {
    return `${JSON.stringify(describeManifests(written, sets), undefined, 2)}\n`;
  }
  return output === "-" ? [...files.values()].join("") : written.map((path) => `Wrote: ${path}\n`).join("");
}
