// Projects, charts' folders and archives → packaged charts. Writes nothing.

import { readFile } from "node:fs/promises";
import {
  type ChartArchive,
  chartDiagnostic,
  type Outcome,
  openArchive,
  packChart,
} from "./archive/archive.ts";
import { missingDependencies } from "./archive/dependencies.ts";
import { provenanceText } from "./archive/provenance.ts";
import { clearSign, type SigningKey } from "./archive/sign.ts";
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import type { SourceOptions } from "./load/pinned-sources.ts";
import { locateCharts } from "./locate-charts.ts";
import { readChartBytes } from "./verify/chart-folder.ts";
import { HelmError } from "./verify/run-helm.ts";
import { unresolvedFiles } from "./write/hand-edits.ts";

/** How to package. */
export interface PackageOptions {
  /** The time of every file in the archives. */
  readonly date: Date;
  /** How pinned sources of projects are come by. */
  readonly sources?: SourceOptions;
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
    const located = await locateCharts(path, workingFolder, options);
    results.push({ charts: [], diagnostics: located.diagnostics });
    for (const chart of located.charts)
      results.push(
        chart.isArchive
          ? await readArchive(chart.path, chart.absolute)
          : await packFolder(chart.path, chart.absolute, options),
      );
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

async function packFolder(path: string, absolute: string, { date }: PackageOptions): Promise<PackageResult> {
  try {
    const files = await readChartBytes(absolute);
    const unresolved = unresolvedFiles(path, files);
    if (unresolved.length > 0) return { charts: [], diagnostics: unresolved };
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
  return { charts: [], diagnostics: [chartDiagnostic(path, outcome.fault)] };
}
