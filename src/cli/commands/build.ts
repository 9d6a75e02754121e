// `chartwright build`: projects → their charts, or with --check the difference to what is there.
import { type Command, Option } from "commander";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { ChartSet } from "../../emit/chart.ts";
import type { Comparison } from "../../write/compare-tree.ts";
import { type Cli, exitCode } from "../cli.ts";
import type { CommandModule } from "../command-module.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import { addSourceOptions, type SourceFlags, sourceOptionsOf } from "../source-options.ts";

interface Flags extends SourceFlags {
  readonly local?: boolean;
  readonly release?: boolean;
  readonly check?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  chartwright build                          the project in this folder, or all below it
  chartwright build operators/*              several projects
  chartwright build --check operators/*      in CI: exit code 1 and a diff when charts are stale
  chartwright build --release                components from where they are published, for helm package
  chartwright build --check --json | jq -r '.output.changes[].path'
`;

export const buildCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description(
      "Compiles the charts of projects, each a folder with a chartwright.yaml. " +
        "Projects of components are compiled first. " +
        "What was edited by hand since it was written is kept: build merges it with what is new, and exits with 1 " +
        "where both changed the same lines.",
    )
    .argument("[folder...]", "projects' folders, or folders of several projects (default: this one)")
    .option("--check", "write nothing; exit with 1 and a diff when the charts are not up to date")
    .addOption(
      new Option(
        "--local",
        "components stand in the chart, with file:// as their address; foreign ones are left out (default)",
      ).conflicts("release"),
    )
    .option("--release", "components have the addresses where they are published, and Chart.lock pins them")
    .option(
      "--force",
      "write everything as generated, over edits by hand and files that are not chartwright's",
    );
  addSourceOptions(command)
    .option("--json", "print one JSON document: the build, or a list of them for several projects")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const { projectsInOrder } = await import("../../project-order.ts");
  const { findProjects } = await import("../../load/find-projects.ts");
  const given = findProjects(command.args.length === 0 ? ["."] : command.args, cli.workingFolder);
  const folders = await projectsInOrder(given, cli.workingFolder);
  const builds: Build[] = [];
  const told = new Set<string>();
  for (const folder of folders) builds.push(await buildWithSettings(folder, flags, cli, told));
  if (flags.json) {
    const { describeBuild } = await import("../build-description.ts");
    const descriptions = builds.flatMap(({ chartSet, comparison }) =>
      chartSet && comparison ? [describeBuild(chartSet, comparison, !flags.check)] : [],
    );
    const documents = given.length > 1 || folders.length > 1 ? [descriptions] : descriptions;
    for (const document of documents) cli.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
  }
  return Math.max(...builds.map(({ code }) => code));
}

/** One project's build: the charts are there unless it failed. */
interface Build {
  readonly code: number;
  readonly chartSet?: ChartSet;
  readonly comparison?: Comparison;
}

/** The charts, and the values files of the settings that the project reads from Go sources. */
async function buildWithSettings(folder: string, flags: Flags, cli: Cli, told: Set<string>): Promise<Build> {
  const { buildSettings, settingsObstacles } = await import("../settings-steps.ts");
  // Charts and settings are written both or not at all.
  const obstacles = flags.check ? exitCode.fine : await settingsObstacles(folder, cli);
  if (obstacles !== exitCode.fine) return { code: obstacles };
  const built = await buildOne(folder, flags, cli, told);
  if (!built.chartSet) return built;
  const code = await buildSettings(folder, cli, { check: flags.check ?? false, quiet: flags.json ?? false });
  return { ...built, code: Math.max(built.code, code) };
}

/** `told` holds the errors of the projects before, which those have as well that have them as components. */
async function buildOne(folder: string, flags: Flags, cli: Cli, told: Set<string>): Promise<Build> {
  const { build } = await import("../../build.ts");
  const isRelease = flags.release ?? false;
  const { chartSet, comparison, diagnostics } = await build(folder, cli.workingFolder, {
    isRelease,
    sources: sourceOptionsOf(flags, cli),
  });
  if (!chartSet || !comparison) return { code: await reportUntold(diagnostics, folder, told, cli) };
  const { summarise, checked } = await import("../summary.ts");
  if (flags.check) {
    const problems = diagnostics.filter(({ severity }) => severity !== "info");
    const { orphanedEdits, unresolvedEdits } = await import("../../write/hand-edits.ts");
    const inTheWay = [...comparison.obstacles, ...unresolvedEdits(comparison)];
    const orphaned = orphanedEdits(comparison);
    const code = await reportDiagnostics([...problems, ...inTheWay, ...orphaned], cli);
    if (code !== exitCode.fine) return { code };
    const { printDiff } = await import("../../write/print-diff.ts");
    if (!flags.json) cli.stdout.write(await printDiff(comparison));
    cli.stderr.write(checked(chartSet, comparison, folder, isRelease));
    const isOpen = comparison.changes.length > 0 || orphaned.length > 0;
    return { code: isOpen ? exitCode.findings : exitCode.fine, chartSet, comparison };
  }
  const { writeCharts } = await import("../write-charts.ts");
  const { code, written } = await writeCharts(comparison, diagnostics, cli, { force: flags.force ?? false });
  if (!written) return { code };
  if (!flags.json) {
    cli.stdout.write(summarise(chartSet, comparison, written));
    const next = code === exitCode.fine ? "verify" : "build";
    cli.stdout.write(`\nNext: chartwright ${next}${folder === "." ? "" : ` ${folder}`}\n`);
  }
  return { code, chartSet, comparison };
}

/** Reports what was not told of an earlier project. */
async function reportUntold(
  diagnostics: readonly Diagnostic[],
  folder: string,
  told: Set<string>,
  cli: Cli,
): Promise<number> {
  const untold = diagnostics.filter((each) => !told.has(JSON.stringify(each)));
  for (const each of untold) told.add(JSON.stringify(each));
  const code = await reportDiagnostics(untold, cli);
  if (code !== exitCode.fine) return code;
  cli.stderr.write(`${folder} was not built either: the errors above are those of its components.\n`);
  return exitCode.badInput;
}
