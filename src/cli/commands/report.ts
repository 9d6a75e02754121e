// `chartwright report`: a project → one HTML page that shows its operator, charts, values, rights and life.
import type { Command } from "commander";
import type { BuildFacts } from "../../page/glance.ts";
import { type Cli, exitCode } from "../cli.ts";
import { addHelmOption, type CommandModule, someText } from "../command-module.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import { writePage } from "../write-page.ts";

interface Flags {
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

The page is one file that loads nothing: it can be opened from the disk, attached to a release, or served as it is. The
same build gives the same bytes.
`;

export const reportCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description(
      "Writes one HTML page about a project: the operator at a glance, each object of the source beside its template, " +
        "the values, the rights of each account, the life of the charts.",
    )
    .argument("[folder]", "the project's folder (default: this one)")
    .option(
      "-o, --output <file>",
      "the page (default: NAME.html in this folder), or - for standard output",
      someText,
    )
    .option("--verify", "prove the charts with Helm, and have the proof in the page");
  addHelmOption(command)
    .option("--force", "write over a file that is no page of chartwright")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const folder = command.args[0] ?? ".";
  const { build } = await import("../../build.ts");
  const built = await build(folder, cli.workingFolder);
  const problems = built.diagnostics.filter(({ severity }) => severity !== "info");
  const code = await reportDiagnostics(problems, cli, "no page was written");
  const { chartSet, diagnostics } = built;
  if (!chartSet) return code;
  const { prove } = await import("../verify-and-report.ts");
  const proof = flags.verify || flags.helm ? await prove(built, flags.helm ?? [], cli) : undefined;
  if (proof && !proof.report) return proof.code;
  const facts: BuildFacts = { chartSet, diagnostics, ...(proof ? { report: proof.report } : {}) };
  const { buildPage } = await import("../../page/build-page.ts");
  const { readPageAssets } = await import("../../load/page-assets.ts");
  const written = await writePage(buildPage(facts, readPageAssets()), cli, {
    output: flags.output ?? `${chartSet.plan.name}.html`,
    force: flags.force ?? false,
  });
  return Math.max(code, proof?.code ?? exitCode.fine, written);
}
