// What `upgrade-check` says of two sets of charts on the disk.

import type { UpgradeReport } from "../../src/upgrade/upgrade-report.ts";
import { type UpgradeCheckOptions, upgradeCheck } from "../../src/upgrade-check.ts";
import type { Helm } from "./helm.ts";

/** The report of the upgrade from the charts in `older` to those in `newer`, each in install order. */
export async function foretell(
  { path }: Helm,
  older: readonly string[],
  newer: readonly string[],
  namespace: string,
  values: UpgradeCheckOptions["values"] = [],
): Promise<UpgradeReport> {
  const access = { connection: { environment: {} }, credentials: async () => undefined };
  const options = { older, newer, namespace, values, helm: path, workingFolder: process.cwd(), access };
  const { report, diagnostics } = await upgradeCheck(options);
  if (!report)
    throw new Error(diagnostics.map(({ message, found }) => `${message} ${found ?? ""}`).join("\n"));
  return report;
}
