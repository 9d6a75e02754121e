// `chartwright report`: a project, or two releases → one HTML page for people.
import type { Command } from "commander";
import type { BuildResult } from "../../convert.ts";
import type { BuildFacts } from "../../page/glance.ts";
import type { RegistryAccess } from "../../publish/registry-client.ts";
import type { HandWork } from "../../write/hand-work.ts";
import { type Cli, exitCode } from "../cli.ts";
import { addHelmOption, type CommandModule, collect, someNamespace, someText } from "../command-module.ts";
import { addRegistryOptions, type RegistryFlags, registryAccess } from "../registry-options.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import { oldOption, type SideFlags, sidesOf, unclearSides, valuesOption } from "../side-options.ts";
import { addSourceOptions, type SourceFlags, sourceOptionsOf } from "../source-options.ts";
import { writePage } from "../write-page.ts";

interface Flags extends RegistryFlags, SourceFlags, SideFlags {
  readonly output?: string;
  readonly verify?: boolean;
  readonly helm?: readonly string[];
  readonly namespace?: string;
  readonly force?: boolean;
}

const examples = `
Examples:
  chartwright report                               the project in this folder → NAME.html
  chartwright report examples/tidegate -o out.html
  chartwright report --verify --helm helm3 --helm helm4
  chartwright report -o - > report.html
  chartwright report tidegate-0.9.2.tgz            a chart that anybody made, as Helm renders it
  chartwright report --new tide-crd-1.2.0.tgz --new tide-1.2.0.tgz --values mine.yaml        a set of charts
  chartwright report tidegate-0.9.2.tgz examples/tidegate     what an upgrade means, as upgrade-check says it
  chartwright report oci://registry.example.com/charts/kubevirt:1.8.4 oci://registry.example.com/charts/kubevirt:1.9.0

The page is one file that loads nothing: it can be opened from the disk, attached to a release, or served as it is. The
same build gives the same bytes.
`;

export const reportCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description(
      "Writes one HTML page about a project: the operator at a glance, each object of the source beside its template, " +
        "the values, the rights of each account, the life of the charts. About charts that anybody made: the same but for " +
        "sources. With two releases, about the upgrade: its findings, values and schemas of CRDs beside each other.",
    )
    .argument(
      "[old]",
      "the project's folder (default: this one), or a chart: its folder, an archive, or oci://HOST/PATH/NAME:VERSION",
    )
    .argument("[new]", "the release that comes, where OLD is the one that is there")
    .option(
      "-o, --output <file>",
      "the page (default: NAME.html in this folder), or - for standard output",
      someText,
    )
    .option("--verify", "prove the charts of a project with Helm, and have the proof in the page")
    .option(...oldOption)
    .option(
      "--new <chart>",
      "a chart of the newer set or, without --old, of the set to tell of; repeatable",
      collect,
    )
    .option(...valuesOption)
    .option(
      "--namespace <namespace>",
      "the releases' namespace (default: the project's, else default)",
      someNamespace,
    );
  addHelmOption(command, "to verify with, or to render charts").option(
    "--force",
    "write over a file that is no page of chartwright",
  );
  addRegistryOptions(addSourceOptions(command)).addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const topic = await topicOf(command, flags, cli);
  const references = referencesOf(topic);
  const { nothingAt } = await import("../../locate-charts.ts");
  const missing = references.flatMap((reference) => nothingAt(reference, cli.workingFolder) ?? []);
  if (missing.length > 0) return reportDiagnostics(missing, cli, noPage);
  if (topic.kind === "project") return reportBuild(topic.folder, flags, cli);
  if (flags.verify)
    return command.error("error: --verify is for a project\n  expected: a project's folder alone");
  const access = await registryAccess(flags, references, command, cli);
  const { HelmError } = await import("../../verify/run-helm.ts");
  try {
    return topic.kind === "upgrade"
      ? await reportUpgrade(topic.sides, access, flags, cli)
      : await reportCharts(topic.charts, access, filesOf(command, flags), flags, cli);
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return reportDiagnostics([error.diagnostic], cli, noPage);
  }
}

/** What the page is about. */
type Topic =
  | { readonly kind: "project"; readonly folder: string }
  | { readonly kind: "charts"; readonly charts: readonly string[] }
  | { readonly kind: "upgrade"; readonly sides: readonly [readonly string[], readonly string[]] };

function referencesOf(topic: Topic): readonly string[] {
  if (topic.kind === "project") return [topic.folder];
  return topic.kind === "charts" ? topic.charts : topic.sides.flat();
}

async function topicOf(command: Command, flags: Flags, { workingFolder }: Cli): Promise<Topic> {
  const sides = sidesOf(command, flags);
  if (sides) return { kind: "upgrade", sides };
  const [first = ".", ...more] = command.args;
  if (flags.old || more.length > 0 || (flags.new && command.args.length > 0))
    return unclearSides(command, flags);
  if (flags.new) return { kind: "charts", charts: flags.new };
  const { meansCharts } = await import("../../locate-charts.ts");
  if (meansCharts(first, workingFolder)) return { kind: "charts", charts: [first] };
  const rendering = (["values", "namespace"] as const).find((name) => flags[name] !== undefined);
  if (rendering)
    return command.error(
      `error: --${rendering} is for charts that Helm renders\n  found: a project, whose page tells of what is compiled\n` +
        `  expected: charts, or two releases\n  hint: \`--new ${first}\` tells of the project's charts as Helm renders them.`,
    );
  return { kind: "project", folder: first };
}

const noPage = "no page was written";

/** Files of values for a set: each chart of it takes what it knows. */
function filesOf(command: Command, { values = [] }: Flags): readonly string[] {
  const named = values.find(({ chart }) => chart !== undefined);
  if (named)
    return command.error(
      `error: one set of charts has its values together\n  found: --values ${named.chart}=${named.file}\n  expected: --values ${named.file}`,
    );
  return values.map(({ file }) => file);
}

async function reportBuild(folder: string, flags: Flags, cli: Cli): Promise<number> {
  const { build } = await import("../../build.ts");
  const built = await build(folder, cli.workingFolder, { sources: sourceOptionsOf(flags, cli) });
  const { unresolvedEdits } = await import("../../write/hand-edits.ts");
  const { chartSet, comparison, diagnostics } = built;
  const problems = diagnostics.filter(({ severity }) => severity !== "info");
  const unresolved = comparison ? unresolvedEdits(comparison) : [];
  const code = await reportDiagnostics([...problems, ...unresolved], cli, noPage);
  if (!chartSet || unresolved.length > 0) return code;
  const { prove } = await import("../verify-and-report.ts");
  const proof = flags.verify || flags.helm ? await prove(built, flags.helm ?? [], cli) : undefined;
  if (proof && !proof.report) return proof.code;
  const facts: BuildFacts = {
    chartSet,
    diagnostics,
    hands: await handsOf(built),
    ...(proof ? { report: proof.report } : {}),
  };
  const { buildPage } = await import("../../page/build-page.ts");
  const { readPageAssets } = await import("../../load/page-assets.ts");
  const written = await write(buildPage(facts, readPageAssets()), chartSet.plan.name, flags, cli);
  return Math.max(code, proof?.code ?? exitCode.fine, written);
}

async function reportCharts(
  charts: readonly string[],
  access: RegistryAccess,
  valuesFiles: readonly string[],
  flags: Flags,
  cli: Cli,
): Promise<number> {
  const { renderRelease } = await import("../../render-release.ts");
  const { rendered, diagnostics } = await renderRelease(charts, cli.workingFolder, {
    ...renderingOf(flags, cli),
    access,
    valuesFiles,
  });
  const code = await reportDiagnostics(diagnostics, cli, noPage);
  if (!rendered) return code;
  const { releasePage } = await import("../../page/release-page.ts");
  const { readPageAssets } = await import("../../load/page-assets.ts");
  const { name, ...facts } = rendered;
  return Math.max(code, await write(releasePage(name, facts, readPageAssets()), name, flags, cli));
}

async function reportUpgrade(
  [older, newer]: readonly [readonly string[], readonly string[]],
  access: RegistryAccess,
  flags: Flags,
  cli: Cli,
): Promise<number> {
  const { upgradeCheck } = await import("../../upgrade-check.ts");
  const { report, releases, compiled, diagnostics } = await upgradeCheck({
    older,
    newer,
    workingFolder: cli.workingFolder,
    ...renderingOf(flags, cli),
    access,
    values: flags.values ?? [],
  });
  if (!report || !releases) return reportDiagnostics(diagnostics, cli, noPage);
  const { upgradePage } = await import("../../page/upgrade-page.ts");
  const { readPageAssets } = await import("../../load/page-assets.ts");
  const values = (flags.values ?? []).map(({ chart, file }) => (chart ? `${chart}=${file}` : file));
  const facts = { report, ...releases, values, ...(compiled ? { compiled } : {}) };
  const name = compiled?.plan.name ?? report.newer.at(-1)?.name ?? "charts";
  const written = await write(upgradePage(facts, readPageAssets()), `${name}-upgrade`, flags, cli);
  return Math.max(written, report.summary.errors > 0 ? exitCode.findings : exitCode.fine);
}

/** How charts are rendered. */
function renderingOf({ helm: [helm] = [], namespace, ...flags }: Flags, cli: Cli) {
  return {
    sources: sourceOptionsOf(flags, cli),
    ...(helm === undefined ? {} : { helm }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

function write(page: string, name: string, { output, force = false }: Flags, cli: Cli): Promise<number> {
  return writePage(page, cli, { output: output ?? `${name}.html`, force });
}

/** What people made of the charts since they were written. */
async function handsOf({ chartSet, comparison }: BuildResult): Promise<HandWork | undefined> {
  if (!chartSet || !comparison) return undefined;
  const { handWork } = await import("../../write/hand-work.ts");
  const charts = new Map(chartSet.charts.map(({ plan, files }) => [plan.name, files]));
  return handWork(comparison, chartSet.plan.name, charts);
}
