// What an update means for a cluster: the charts as they were written against the newly compiled ones, rendered by Helm.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Chart } from "../emit/chart.ts";
import type { UpgradeFinding } from "../upgrade/finding.ts";
import { upgradeCheck } from "../upgrade-check.ts";
import { withTemporaryFolder } from "../verify/temporary-folder.ts";
import type { OlderChart } from "./older-charts.ts";

export interface FindingsOptions {
  /** The Helm that renders; default: the one on the PATH. */
  readonly helm?: string;
  readonly namespace?: string;
}

/** The findings, or why there are none. */
export type FoundOfUpdate =
  | { readonly ok: true; readonly findings: readonly UpgradeFinding[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Compares the charts of `outputFolder` with those that were compiled, both without edits by hand: what these leave of
 * a file, such as two sides of a conflict, is nothing that Helm could render. Throws HelmError where there is no Helm.
 */
export function findingsOfUpdate(
  older: readonly OlderChart[],
  newer: readonly Chart[],
  outputFolder: string,
  options: FindingsOptions,
): Promise<FoundOfUpdate> {
  return withTemporaryFolder(async (folder) => {
    const { report, diagnostics } = await upgradeCheck({
      older: older.map(({ name, files }) =>
        files ? writeChart(join(folder, "older", name), files) : join(outputFolder, name),
      ),
      newer: newer.map(({ plan, files }) => writeChart(join(folder, "newer", plan.name), files)),
      workingFolder: folder,
      // Folders alone are read: no registry is asked.
      access: { credentials: async () => undefined, connection: { environment: {} } },
      ...options,
    });
    // The version is raised by what the findings say.
    const isOther = ({ code }: UpgradeFinding) => code !== "chart/version-not-raised";
    if (report) return { ok: true, findings: report.findings.filter(isOther) };
    return { ok: false, reason: diagnostics.map(({ message }) => message).join(" ") };
  });
}

/** Writes the files of a chart into `folder`, and returns that. */
function writeChart(folder: string, files: ReadonlyMap<string, string>): string {
  for (const [path, text] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}
