// Projects, charts' folders and archives → packaged charts. Writes nothing.
import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type ChartArchive, type Outcome, openArchive, packChart } from "./archive/archive.ts";
import { missingDependencies } from "./archive/dependencies.ts";
import { provenanceText } from "./archive/provenance.ts";
import { clearSign, type SigningKey } from "./archive/sign.ts";
import { build } from "./build.ts";
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import { readChartBytes } from "./verify/chart-folder.ts";
import { HelmError } from "./verify/run-helm.ts";

/** How to package. */
export interface PackageOptions {
  /** The time of every file in the archives. */
  readonly date: Date;
  /** Signs the archives, at a time of its own. */
  readonly sign?: { readonly key: SigningKey; readonly date: Date };
}

/** A chart, and where it was found. */
export interface PackagedChart {
  readonly archive: ChartArchive;
  /** The chart's folder, or the archive itself, as it was given. */
  readonly path: string;
  /** Whether it was an archive already. */
  readonly isArchive: boolean;
  /** The signed provenance file, where it was asked for. */
  readonly provenance?: string;
}

/** The charts; with an error among the diagnostics some are not there. */
export interface PackageResult {
  readonly charts: readonly PackagedChart[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The packaged charts of `paths`, in their order: of a project all its charts, in the order in which they are installed.
 * Relative paths start at `workingFolder`. The charts of a project have to be up to date.
 */
export async function packageCharts(
  paths: readonly string[],
  workingFolder: string,
  options: PackageOptions,
): Promise<PackageResult> {
  const results: PackageResult[] = [];
  for (const path of paths) {
    const absolute = resolve(workingFolder, path);
    const isFile = statSync(absolute, { throwIfNoEntry: false })?.isFile() ?? false;
    if (isFile && /\.(?:tgz|tar\.gz)$/.test(path)) results.push(await readArchive(path, absolute));
    else if (existsSync(join(absolute, "Chart.yaml")))
      results.push(await packFolder(path, absolute, options));
    else results.push(await packProject(path, workingFolder, options));
  }
  const diagnostics = results.flatMap((found) => found.diagnostics);
  const charts = results.flatMap((found) => found.charts);
  return options.sign && !hasErrors(diagnostics)
    ? signAll(charts, diagnostics, options.sign)
    : { charts, diagnostics };
}

async function signAll(
  charts: readonly PackagedChart[],
  diagnostics: readonly Diagnostic[],
  { key, date }: NonNullable<PackageOptions["sign"]>,
): Promise<PackageResult> {
  const signed: PackagedChart[] = [];
  for (const chart of charts) {
    const outcome = await clearSign(provenanceText(chart.archive), key, date);
    if (!outcome.ok) {
      const refusal: Diagnostic = { severity: "error", code: "archive/sign", ...outcome.fault };
      return { charts: signed, diagnostics: [...diagnostics, refusal] };
    }
    signed.push({ ...chart, provenance: outcome.signed });
  }
  return { charts: signed, diagnostics };
}

async function packProject(
  path: string,
  workingFolder: string,
  options: PackageOptions,
): Promise<PackageResult> {
  const { chartSet, comparison, diagnostics } = await build(path, workingFolder);
  const problems = diagnostics.filter(({ severity }) => severity !== "info");
  if (!chartSet || !comparison || hasErrors(problems)) return { charts: [], diagnostics: problems };
  const [change] = comparison.changes;
  if (change) {
    const stale: Diagnostic = {
      severity: "error",
      code: "archive/stale",
      message: `The charts of "${path}" are not what the project says.`,
      found: `${join(comparison.folder, change.path)} and ${comparison.changes.length - 1} other files to write`,
      expected: "charts that are up to date",
      hint: "Run `chartwright build` and look at what changed.",
    };
    return { charts: [], diagnostics: [...problems, stale] };
  }
  const packed: PackageResult[] = [];
  for (const { plan } of chartSet.charts) {
    const shown = join(comparison.folder, plan.name);
    packed.push(await packFolder(shown, join(comparison.absoluteFolder, plan.name), options));
  }
  return {
    charts: packed.flatMap(({ charts }) => charts),
    diagnostics: [...problems, ...packed.flatMap((result) => result.diagnostics)],
  };
}

async function packFolder(path: string, absolute: string, { date }: PackageOptions): Promise<PackageResult> {
  try {
    const files = await readChartBytes(absolute);
    const packed = await packChart(files, date);
    const missing = packed.ok ? missingDependencies(packed.archive, files) : undefined;
    return result(path, false, missing ? { ok: false, fault: missing } : packed);
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return { charts: [], diagnostics: [error.diagnostic] };
  }
}

async function readArchive(path: string, absolute: string): Promise<PackageResult> {
  return result(path, true, await openArchive(await readFile(absolute)));
}

function result(
  path: string,
  isArchive: boolean,
  outcome: Outcome<{ readonly archive: ChartArchive }>,
): PackageResult {
  if (outcome.ok) return { charts: [{ archive: outcome.archive, path, isArchive }], diagnostics: [] };
  const { message, ...rest } = outcome.fault;
  const diagnostic: Diagnostic = {
    severity: "error",
    code: "archive/chart",
    message: `"${path}": ${message}`,
    ...rest,
  };
  return { charts: [], diagnostics: [diagnostic] };
}
