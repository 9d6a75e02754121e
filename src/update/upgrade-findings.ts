// What an update means for a cluster: the charts that are there against those that would be written, rendered by Helm.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { UpgradeFinding } from "../upgrade/finding.ts";
import { upgradeCheck } from "../upgrade-check.ts";
import { withTemporaryFolder } from "../verify/temporary-folder.ts";
import type { Comparison } from "../write/compare-tree.ts";

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
 * Compares the charts `names` in the output folder with what `comparison` makes of them, edits by hand included. Throws
 * HelmError where there is no Helm.
 */
export function findingsOfUpdate(
  names: readonly string[],
  { absoluteFolder, changes }: Pick<Comparison, "absoluteFolder" | "changes">,
  options: FindingsOptions,
): Promise<FoundOfUpdate> {
  return withTemporaryFolder(async (folder) => {
    const there = names.filter((name) => existsSync(join(absoluteFolder, name, "Chart.yaml")));
    for (const name of there) cpSync(join(absoluteFolder, name), join(folder, name), { recursive: true });
    for (const { path, after } of changes) {
      const file = join(folder, path);
      if (!names.includes(path.split("/")[0] ?? "")) continue;
      if (after === undefined) rmSync(file, { force: true });
      else {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, after);
      }
    }
    const { report, diagnostics } = await upgradeCheck({
      older: there.map((name) => join(absoluteFolder, name)),
      newer: names.map((name) => join(folder, name)),
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
