// `chartwright release`: projects → published charts, in one go.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { PublishTarget } from "../../publish-target.ts";
import type { ReleaseOptions, ReleaseStep } from "../../release.ts";
import { type Cli, exitCode } from "../cli.ts";
import { addHelmOption, type CommandModule, publishedAddress } from "../command-module.ts";
import { addRegistryOptions, type RegistryFlags, registryAccess } from "../registry-options.ts";
import { describeStep, stepText } from "../release-steps.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import { addSigningOptions, type SigningFlags, signingKey } from "../signing-options.ts";
import { sourceDate } from "../source-date.ts";
import { addSourceOptions, type SourceFlags, sourceOptionsOf } from "../source-options.ts";

interface Flags extends RegistryFlags, SigningFlags, SourceFlags {
  readonly registry?: string;
  readonly repository?: string;
  readonly url?: string;
  readonly helm?: readonly string[];
  readonly failOn: ReleaseOptions["failOn"];
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const metadataFile = "artifacthub-repo.yml";

const examples = `
Examples:
  chartwright release --registry oci://registry.example.com/charts
  chartwright release kubevirt cdi --repository gh-pages --url https://example.com/charts
  chartwright release --registry oci://registry.example.com/charts --sign --keyring keyring.gpg --dry-run

The steps, of which each can end it: the charts are what the sources say; verify; upgrade-check against the version that
was published last; package and sign; push; index. Nothing is published before all projects have passed, and a version
that is published already never gets other bytes. artifacthub-repo.yml of this folder is published along.

Exit codes:
  0  published   1  findings: stale charts, a difference, an upgrade that fails   2  bad usage, bad input, no registry
`;

export const releaseCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description(
      "Verifies the charts of projects, compares them with what was published last, and publishes them.",
    )
    .argument("[folder...]", "projects' folders, or folders of several projects (default: this one)")
    .option("--registry <oci://host/path>", "the folder of an OCI registry to push to")
    .option("--repository <folder>", "the folder of a chart repository: archives and index.yaml")
    .option("--url <url>", "where the archives of the repository are published", publishedAddress)
    .addOption(
      new Option("--fail-on <severity>", "from which findings about the upgrade on nothing is published")
        .choices(["error", "warning", "none"])
        .default("error"),
    )
    .option("--dry-run", "do all but publish");
  addSourceOptions(addSigningOptions(addHelmOption(command)));
  addRegistryOptions(command)
    .option("--json", "print one JSON document: the steps that were done")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  if (flags.registry === undefined && flags.repository === undefined) {
    return command.error(
      "error: it is not said where to publish\n  expected: --registry, --repository, or both",
    );
  }
  const { date, diagnostic } = sourceDate(cli);
  if (diagnostic) return reportDiagnostics([diagnostic], cli, "nothing was published");
  const now = date ?? new Date();
  const key = await signingKey(flags, command, cli);
  const sources = sourceOptionsOf(flags, cli);
  const options: ReleaseOptions = {
    target: await targetOf(flags, command, cli),
    helms: flags.helm ?? [],
    package: { date: date ?? new Date(0), sources, ...(key ? { sign: { key, date: now } } : {}) },
    created: now,
    failOn: flags.failOn,
    isDryRun: flags.dryRun ?? false,
    sources,
  };
  return releaseAll(command.args.length === 0 ? ["."] : command.args, options, flags.json ?? false, cli);
}

/** Runs the steps; each is told as soon as it is done. */
async function releaseAll(
  paths: readonly string[],
  options: ReleaseOptions,
  asJson: boolean,
  cli: Cli,
): Promise<number> {
  const { release } = await import("../../release.ts");
  const { HelmError } = await import("../../verify/run-helm.ts");
  const done: ReleaseStep[] = [];
  let diagnostics: readonly Diagnostic[] = [];
  const steps = release(paths, options);
  try {
    for (let next = await steps.next(); ; next = await steps.next()) {
      if (next.done) {
        diagnostics = next.value;
        break;
      }
      done.push(next.value);
      if (!asJson) cli.stdout.write(await stepText(next.value));
    }
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    diagnostics = [error.diagnostic];
  }
  if (asJson) cli.stdout.write(`${JSON.stringify(done.map(describeStep), undefined, 2)}\n`);
  const isPublishing = done.some(({ step }) => step === "push" || step === "index");
  const consequence = isPublishing ? "the rest was not published" : "nothing was published";
  const code = await reportDiagnostics(diagnostics, cli, consequence);
  if (code !== exitCode.fine) return code;
  const last = done.at(-1);
  const isRefused = last?.isLast === true && (last.step === "verify" || last.step === "upgrade-check");
  if (isRefused) cli.stderr.write(`Stopped at ${last.step}: nothing was published.\n`);
  return isRefused ? exitCode.findings : exitCode.fine;
}

async function targetOf(flags: Flags, command: Command, cli: Cli): Promise<PublishTarget> {
  const { registry, repository, url } = flags;
  const metadata = resolve(cli.workingFolder, metadataFile);
  return {
    ...(registry === undefined ? {} : { registry }),
    ...(repository === undefined
      ? {}
      : {
          repository: { folder: repository, ...(url === undefined ? {} : { url: url.replace(/\/+$/, "") }) },
        }),
    access: await registryAccess(flags, registry === undefined ? [] : [registry], command, cli),
    workingFolder: cli.workingFolder,
    ...(existsSync(metadata) ? { metadata: readFileSync(metadata) } : {}),
  };
}
