// The page of an upgrade: what it means, values and schemas beside those of the older release, and, where the newer charts are
// a project's, all that the page of a build has.
import type { ChartSet } from "../emit/chart.ts";
import type { ChartRelease } from "../upgrade/chart-release.ts";
import type { UpgradeReport } from "../upgrade/upgrade-report.ts";
import { buildSections } from "./build-page.ts";
import { crdSchemasSection } from "./crd-schemas.ts";
import { findingsSection } from "./findings.ts";
import { type PageAssets, printPage } from "./page.ts";
import { releaseSections } from "./release-page.ts";
import { upgradeGlanceSection } from "./upgrade-glance.ts";
import { valueChangesSection } from "./value-changes.ts";

/** What the page tells of an upgrade. */
export interface UpgradeFacts {
  readonly report: UpgradeReport;
  readonly older: ChartRelease;
  readonly newer: ChartRelease;
  /** The files of values that were given, as they were named. */
  readonly values: readonly string[];
  /** What the newer charts were compiled as. */
  readonly compiled?: ChartSet;
}

const newerTitle = "The newer release at a glance";

/** The HTML of the page of an upgrade. Depends on what it is given alone. */
export function upgradePage(
  { report, older, newer, values, compiled }: UpgradeFacts,
  assets: PageAssets,
): string {
  const [before, after] = [report.older.at(-1), report.newer.at(-1)];
  const name = compiled?.plan.name ?? after?.name ?? "";
  return printPage(
    { title: `${name} ${before?.version ?? ""} → ${after?.version ?? ""}`, kind: "Upgrade" },
    [
      upgradeGlanceSection(report),
      findingsSection(report),
      valueChangesSection(older, newer),
      crdSchemasSection(older, newer),
      ...(compiled
        ? buildSections({ chartSet: compiled, diagnostics: [] }, newerTitle)
        : releaseSections(
            { release: newer, namespace: report.namespace, helm: report.helm.version, values },
            newerTitle,
          )),
    ].flatMap((section) => section ?? []),
    assets,
  );
}
