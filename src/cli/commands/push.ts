// `chartwright push`: charts → an OCI registry.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { PackagedChart } from "../../package.ts";
import type { PushedChart } from "../../publish/push-charts.ts";
import { type Cli, exitCode } from "../cli.ts";
import type { CommandModule } from "../command-module.ts";
import { addRegistryOptions, type RegistryFlags, registryAccess } from "../registry-options.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import { sourceDate } from "../source-date.ts";
import { addSourceOptions, type SourceFlags, sourceOptionsOf } from "../source-options.ts";

interface Flags extends RegistryFlags, SourceFlags {
  readonly prov: boolean;
  readonly overwrite?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  chartwright push dist/*.tgz oci://registry.example.com/charts
  chartwright push . oci://registry.example.com/charts        the charts of the project in this folder
  chartwright push dist/*.tgz oci://localhost:5000/charts --plain-http

A provenance file beside an archive goes with it. A tag that is there with other content is an error. Who you are is
read from what \`helm registry login\` and \`docker login\` have left.
`;

export const pushCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description("Pushes charts to an OCI registry as `helm push` does, and prints the digest of each.")
    .usage("[options] <chart...> oci://HOST/PATH")
    .argument("<chart...>", "archives, charts' folders or projects' folders; the registry comes last")
    .option("--no-prov", "leave provenance files where they are")
    .option("--overwrite", "move a tag that is there with other content");
  addRegistryOptions(addSourceOptions(command))
    .option("--json", "print one JSON document: what was pushed")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const paths = command.args.slice(0, -1);
  const remote = command.args.at(-1) ?? "";
  if (paths.length === 0) {
    return command.error("error: a chart and a registry are needed\n  expected: CHART… oci://HOST/PATH");
  }
  const nothing = "nothing was pushed";
  const { date, diagnostic } = sourceDate(cli);
  if (diagnostic) return reportDiagnostics([diagnostic], cli, nothing);
  const access = await registryAccess(flags, [remote], command, cli);
  const { packageCharts } = await import("../../package.ts");
  const { charts, diagnostics } = await packageCharts(paths, cli.workingFolder, {
    date: date ?? new Date(0),
    sources: sourceOptionsOf(flags, cli),
  });
  const code = await reportDiagnostics(diagnostics, cli, nothing);
  if (code !== exitCode.fine) return code;
  const { pushCharts } = await import("../../publish/push-charts.ts");
  const toPush = charts.map((chart) => {
    const provenance = flags.prov ? provenanceBeside(chart, cli) : undefined;
    return { archive: chart.archive, ...(provenance ? { provenance } : {}) };
  });
  const overwrite = flags.overwrite ?? false;
  const result = await pushCharts(toPush, remote, { ...access, overwrite });
  cli.stdout.write(
    flags.json ? `${JSON.stringify(result.pushed, undefined, 2)}\n` : result.pushed.map(line).join(""),
  );
  return reportDiagnostics(
    result.diagnostics,
    cli,
    result.pushed.length === 0 ? nothing : "the rest was not pushed",
  );
}

/** As `helm push` says it. */
function line({ wasThere, reference, digest }: PushedChart): string {
  return `${wasThere ? "Already there" : "Pushed"}: ${reference}\nDigest: ${digest}\n`;
}

function provenanceBeside({ path, isArchive }: PackagedChart, cli: Cli): Uint8Array | undefined {
  const file = resolve(cli.workingFolder, `${path}.prov`);
  return isArchive && existsSync(file) ? readFileSync(file) : undefined;
}
