// What `verify` and `convert --verify` share: the proof, and its report on standard output.
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { BuildResult } from "../convert.ts";
import type { Report } from "../verify/report.ts";
import type { ReportTextOptions } from "../verify/report-text.ts";
import { type Cli, exitCode } from "./cli.ts";
import { reportDiagnostics } from "./report-diagnostics.ts";

/** A proof: its report, or the exit code of why there is none. */
export type Proof =
  | { readonly report: Report; readonly code: number }
  | { readonly report?: undefined; readonly code: number };

/** Whether the Helms are there; where not, says so, and resolves to the exit code. For before anything is written. */
export async function missingHelms(helms: readonly string[], cli: Cli): Promise<number | undefined> {
  const { Workbench } = await import("../verify/helm.ts");
  const { HelmError } = await import("../verify/run-helm.ts");
  try {
    await Workbench.with((workbench) => workbench.findHelms(helms));
    return undefined;
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return reportDiagnostics([error.diagnostic], cli);
  }
}

/**
 * Verifies what was built: the charts as they stand in the output folder, those that are not there from memory. `inMemory`:
 * all of them are, as the folder holds others.
 */
export async function prove(
  built: BuildResult,
  helms: readonly string[],
  cli: Cli,
  {
    provider,
    inMemory = false,
  }: { readonly provider?: string | undefined; readonly inMemory?: boolean | undefined } = {},
): Promise<Proof> {
  const { chartSet, comparison, rebuild } = built;
  if (!chartSet || !comparison) return { code: exitCode.badInput };
  const { orphanedEdits, unresolvedEdits } = await import("../write/hand-edits.ts");
  const open = [...unresolvedEdits(comparison), ...orphanedEdits(comparison)];
  const unresolved = await reportDiagnostics(open, cli, "nothing was verified");
  if (unresolved !== exitCode.fine) return { code: unresolved };
  const { verify } = await import("../verify/verify.ts");
  const { HelmError } = await import("../verify/run-helm.ts");
  const folders = chartSet.charts.flatMap(({ plan }): readonly (readonly [string, string])[] => {
    const folder = resolve(comparison.absoluteFolder, plan.name);
    return !inMemory && existsSync(join(folder, "Chart.yaml"))
      ? [[plan.name, relative(process.cwd(), folder)]]
      : [];
  });
  try {
    const report = await verify(chartSet, {
      helms,
      folders: new Map(folders),
      ...(rebuild ? { rebuild } : {}),
      ...(provider === undefined ? {} : { provider }),
    });
    return { report, code: report.summary.passed ? exitCode.fine : exitCode.findings };
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return { code: await reportDiagnostics([error.diagnostic], cli, "nothing was verified") };
  }
}

/** Prints a report for people. */
export async function showReport(report: Report, cli: Cli, options: ReportTextOptions = {}): Promise<void> {
  const { renderReport } = await import("../verify/report-text.ts");
  cli.stdout.write(renderReport(report, options));
}
