// `chartwright report`: a project, or two releases → one HTML page for people.
import type { Command } from "commander";
import type { BuildResult } from "../../convert.ts";
import type { BuildFacts } from "../../page/glance.ts";
import type { RegistryAccess } from "../../publish/registry-client.ts";
import type { HandWork } from "../../write/hand-work.ts";
import { type Cli, exitCode } from "../cli.ts";
import { addHelmOption, type CommandModule, someText } from "../command-module.ts";
import { addRegistryOptions, type RegistryFlags, registryAccess } from "../registry-options.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import { writePage } from "../write-page.ts";

interface Flags extends RegistryFlags {
  readonly output?: string;
  readonly verify?: boolean;
  readonly helm?: readonly string[];
  readonly force?: boolean;
}

const examples = `
Examples:
  chartwright report                               the project in this folder → NAME.html
  chartwright report examples/tidegate -o out.html
  chartwright report --verify --helm helm3 --helm helm4
  chartwright report -o - > report.html
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
        "the values, the rights of each account, the life of the charts. With two releases, about the upgrade: its findings, " +
        "values and schemas of CRDs beside each other.",
    )
    .argument("[folder]", "the project's folder (default: this one), or the release that is there")
    .argument(
      "[new]",
      "the release that comes: a project, a chart's folder, an archive, or oci://HOST/PATH/NAME:VERSION",
    )
    .option(
      "-o, --output <file>",
      "the page (default: NAME.html in this folder), or - for standard output",
      someText,
    )
    .option("--verify", "prove the charts with Helm, and have the proof in the page");
  addHelmOption(command, "to verify with, or to render releases").option(
    "--force",
    "write over a file that is no page of chartwright",
  );
  addRegistryOptions(command).addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const [first = ".", newer] = command.args;
  return newer === undefined
    ? reportBuild(first, flags, cli)
    : reportUpgrade(first, newer, await registryAccess(flags, [first, newer], command, cli), flags, cli);
}

async function reportBuild(folder: string, flags: Flags, cli: Cli): Promise<number> {
  const { build } = await import("../../build.ts");
  const built = await build(folder, cli.workingFolder);
  const { unresolvedEdits } = await import("../../write/hand-edits.ts");
  const { chartSet, comparison, diagnostics } = built;
  const problems = diagnostics.filter(({ severity }) => severity !== "info");
  const unresolved = comparison ? unresolvedEdits(comparison) : [];
  const code = await reportDiagnostics([...problems, ...unresolved], cli, "no page was written");
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
  const written = await writePage(buildPage(facts, readPageAssets()), cli, {
    output: flags.output ?? `${chartSet.plan.name}.html`,
    force: flags.force ?? false,
  });
  return Math.max(code, proof?.code ?? exitCode.fine, written);
}

/** What people made of the charts since they were written. */
async function handsOf({ chartSet, comparison }: BuildResult): Promise<HandWork | undefined> {
  if (!chartSet || !comparison) return undefined;
  const { handWork } = await import("../../write/hand-work.ts");
  const charts = new Map(chartSet.charts.map(({ plan, files }) => [plan.name, files]));
  return handWork(comparison, chartSet.plan.name, charts);
}

async function reportUpgrade(
  older: string,
  newer: string,
  access: RegistryAccess,
  flags: Flags,
  cli: Cli,
): Promise<number> {
  const { upgradeCheck } = await import("../../upgrade-check.ts");
  const { HelmError } = await import("../../verify/run-helm.ts");
  const [helm] = flags.helm ?? [];
  const nothing = "no page was written";
  try {
    const { report, releases, compiled, diagnostics } = await upgradeCheck({
      older: [older],
      newer: [newer],
      workingFolder: cli.workingFolder,
      access,
      ...(helm === undefined ? {} : { helm }),
    });
    if (!report || !releases) return reportDiagnostics(diagnostics, cli, nothing);
    const { upgradePage } = await import("../../page/upgrade-page.ts");
    const { readPageAssets } = await import("../../load/page-assets.ts");
    const facts = { report, ...releases, ...(compiled ? { compiled } : {}) };
    const written = await writePage(upgradePage(facts, readPageAssets()), cli, {
      output: flags.output ?? `${compiled?.plan.name ?? report.newer.at(-1)?.name ?? "charts"}-upgrade.html`,
      force: flags.force ?? false,
    });
    return Math.max(written, report.summary.errors > 0 ? exitCode.findings : exitCode.fine);
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return reportDiagnostics([error.diagnostic], cli, nothing);
  }
}
