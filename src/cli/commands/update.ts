// `chartwright update`: projects → another release of their operator, with all that follows of it.
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { hasErrors } from "../../diagnostics/diagnostic.ts";
import { expectedReleaseVersion, releaseVersion } from "../../project/versions.ts";
import type { UpdatePlan } from "../../update/update-plan.ts";
import { type Cli, exitCode } from "../cli.ts";
import type { CommandModule } from "../command-module.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import { sourceDate } from "../source-date.ts";
import { addSourceOptions, type SourceFlags, sourceOptionsOf } from "../source-options.ts";
import { reportEdits } from "../write-charts.ts";

interface Flags extends SourceFlags {
  readonly to?: string;
  readonly pin?: boolean;
  readonly dependents: boolean;
  readonly dryRun?: boolean;
  readonly helm?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  chartwright update                            what is pinned, and which newer releases lie beside local sources
  chartwright update --to v1.9.0                the project in this folder
  chartwright update kubevirt --to v1.9.0       one project of a repository
  chartwright update kubevirt --to v1.9.0 --dry-run
  chartwright update --pin                      pin the releases that the project files name, and write nothing else

With --to, sources are downloaded and pinned in chartwright.lock, the charts are built, \`version\` in the project file is
that release, chart.version is raised by what changed, and CHANGELOG.md gets an entry: all of it, or nothing. Projects below
this folder that have an updated one as a component follow: built anew, with a version and an entry of their own.
SOURCE_DATE_EPOCH is the day of the entry; without it, today.
`;

export const updateCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description("Brings projects to another release of their operator, and says what that changes.")
    .argument("[folder...]", "projects' folders, or folders of several projects (default: this one)")
    .option("--to <version>", "the release, as the operator tags it", release)
    .addOption(
      new Option("--pin", "pin the sources of the release that the project file names").conflicts("to"),
    )
    .option("--helm <path>", "the Helm that renders both releases for the upgrade report (default: helm)")
    .option("--no-dependents", "leave projects as they are that have an updated one as a component")
    .option("--dry-run", "show all of it, with a diff, and write nothing");
  addSourceOptions(command)
    .option("--json", "print one JSON document: the update, or a list of them for several projects")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const { projectsOf } = await import("../../project-order.ts");
  const folders = await projectsOf(command.args.length === 0 ? ["."] : command.args, cli.workingFolder);
  const { to } = flags;
  if (to === undefined) return flags.pin ? pinAll(folders, flags, cli) : showStatus(folders, flags, cli);
  const isNamed = command.args.length > 0 || folders.length < 2;
  const meant = isNamed ? folders : await followingARelease(folders, cli);
  if (!isNamed && meant.length !== 1) {
    return command.error(
      `error: --to is for one operator, and there are ${folders.length} projects here\n  expected: the folders of its projects, of ${(meant.length > 0 ? meant : folders).join(", ")}`,
    );
  }
  const { HelmError } = await import("../../verify/run-helm.ts");
  try {
    return await updateAll(meant, to, flags, cli);
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return reportDiagnostics([error.diagnostic], cli);
  }
}

/** The projects with a source that follows a release: the others have what these bring. */
async function followingARelease(folders: readonly string[], cli: Cli): Promise<readonly string[]> {
  const { loadProject } = await import("../../load/load-project.ts");
  const { projectSources } = await import("../../project/versions.ts");
  const loaded = await Promise.all(folders.map((folder) => loadProject(folder, cli.workingFolder)));
  return folders.filter((_, index) => {
    const project = loaded[index]?.project;
    return project && projectSources(project).some(({ hasVersion }) => hasVersion);
  });
}

/** Plans all before one is written: projects that are named together are of one release. */
async function updateAll(folders: readonly string[], to: string, flags: Flags, cli: Cli): Promise<number> {
  const { date = new Date(), diagnostic } = sourceDate(cli);
  if (diagnostic) return reportDiagnostics([diagnostic], cli);
  const { planUpdates } = await import("../../update/plan-updates.ts");
  const {
    plans,
    stuck,
    diagnostics: found,
  } = await planUpdates(folders, cli.workingFolder, {
    to,
    date: date.toISOString().slice(0, 10),
    sources: sourceOptionsOf(flags, cli),
    ...(flags.helm === undefined ? {} : { helm: flags.helm }),
    hasDependents: flags.dependents,
  });
  if (hasErrors(found)) {
    const code = await reportDiagnostics(found, cli);
    const { stuckText } = await import("../update-text.ts");
    cli.stderr.write(stuckText(stuck));
    return code;
  }
  const isDry = flags.dryRun ?? false;
  const { code, isDone } = isDry
    ? await showDry(plans, found, flags, cli)
    : await writeAll(plans, found, cli);
  if (!isDone) return code;
  if (flags.json) {
    const { describeUpdate } = await import("../update-description.ts");
    printJson(
      plans.map((plan) => describeUpdate(plan, !isDry)),
      cli,
    );
    return code;
  }
  const { updateNext, updateText } = await import("../update-text.ts");
  for (const plan of plans) cli.stdout.write(`${updateText(plan)}\n${isDry ? "" : updateNext(plan)}`);
  if (isDry) cli.stdout.write("Nothing was written: this is a dry run.\n");
  return code;
}

/** What came of an update: not done where something is in its way. */
interface Outcome {
  readonly code: number;
  readonly isDone: boolean;
}

async function writeAll(
  plans: readonly UpdatePlan[],
  diagnostics: readonly Diagnostic[],
  cli: Cli,
): Promise<Outcome> {
  const { writeTogether } = await import("../../write/write-together.ts");
  // Charts first: where somebody's work is in the way, it is there.
  const written = writeTogether([
    ...plans.map(({ charts }) => charts),
    ...plans.flatMap(({ files, settings }) => (settings ? [files, settings.comparison] : [files])),
  ]);
  if (hasErrors(written.diagnostics)) {
    const all = [...diagnostics, ...written.diagnostics];
    return { code: await reportDiagnostics(all, cli), isDone: false };
  }
  const comparisons = plans.map(({ charts }) => charts);
  return { code: await reportEdits(comparisons, diagnostics, cli), isDone: true };
}

async function showDry(
  plans: readonly UpdatePlan[],
  diagnostics: readonly Diagnostic[],
  flags: Flags,
  cli: Cli,
): Promise<Outcome> {
  const { unresolvedEdits } = await import("../../write/hand-edits.ts");
  const obstacles = plans.flatMap(({ charts, files }) => [
    ...charts.obstacles,
    ...unresolvedEdits(charts),
    ...files.obstacles,
  ]);
  const told = [...diagnostics, ...obstacles];
  const comparisons = plans.map(({ charts }) => charts);
  if (hasErrors(told)) return { code: await reportDiagnostics(told, cli), isDone: false };
  const code = await reportEdits(comparisons, told, cli, "all else can be written");
  if (flags.json) return { code, isDone: true };
  const { printDiff } = await import("../../write/print-diff.ts");
  for (const { files, settings, charts } of plans) {
    const ofSettings = settings ? await printDiff(settings.comparison) : "";
    cli.stdout.write(`${await printDiff(files)}${ofSettings}${await printDiff(charts)}\n`);
  }
  return { code, isDone: true };
}

/** Writes the locks of the projects as they are. */
async function pinAll(folders: readonly string[], flags: Flags, cli: Cli): Promise<number> {
  const { planPin } = await import("../../update/plan-pin.ts");
  const plans: Awaited<ReturnType<typeof planPin>>[] = [];
  for (const folder of folders)
    plans.push(await planPin(folder, cli.workingFolder, sourceOptionsOf(flags, cli)));
  const code = await reportDiagnostics(
    plans.flatMap(({ diagnostics }) => diagnostics),
    cli,
  );
  if (code !== exitCode.fine) return code;
  const comparisons = plans.flatMap(({ comparison }) => comparison ?? []);
  if (!flags.dryRun) {
    const { writeTogether } = await import("../../write/write-together.ts");
    const failed = await reportDiagnostics(writeTogether(comparisons).diagnostics, cli);
    if (failed !== exitCode.fine) return failed;
  }
  return showStatus(folders, flags, cli);
}

async function showStatus(folders: readonly string[], flags: Flags, cli: Cli): Promise<number> {
  const { projectStatus } = await import("../../update/project-status.ts");
  const { statusText } = await import("../update-text.ts");
  const results = await Promise.all(
    folders.map((folder) => projectStatus(folder, cli.workingFolder, sourceOptionsOf(flags, cli))),
  );
  const statuses = results.flatMap(({ status }) => status ?? []);
  if (flags.json) printJson(statuses, cli);
  else cli.stdout.write(statuses.map(statusText).join("\n"));
  return reportDiagnostics(
    results.flatMap(({ diagnostics }) => diagnostics),
    cli,
  );
}

/** One document, or a list of them. */
function printJson(documents: readonly unknown[], cli: Cli): void {
  const [only] = documents;
  if (only === undefined) return;
  cli.stdout.write(`${JSON.stringify(documents.length === 1 ? only : documents, undefined, 2)}\n`);
}

function release(value: string): string {
  if (!releaseVersion.test(value)) throw new InvalidArgumentError(`\n  expected: ${expectedReleaseVersion}`);
  return value;
}
