// The report of an upgrade as data: what `upgrade-check --json` prints.
import type { ChartRelease } from "./chart-release.ts";
import { bumpOf, type VersionBump } from "./compare-releases.ts";
import type { Severity, UpgradeFinding } from "./finding.ts";
import { findingCodes } from "./finding-codes.ts";

/** A chart of one side. */
export interface ComparedChart {
  readonly name: string;
  readonly version: string;
  readonly appVersion: string;
  /** The folder, archive or reference that was read. */
  readonly path: string;
}

/** The whole result. */
export interface UpgradeReport {
  readonly older: readonly ComparedChart[];
  readonly newer: readonly ComparedChart[];
  readonly helm: { readonly path: string; readonly version: string };
  readonly namespace: string;
  readonly summary: {
    readonly errors: number;
    readonly warnings: number;
    readonly infos: number;
    /** Whether a finding says that `helm upgrade` fails. */
    readonly fails: boolean;
    /** The step of the charts' version that the findings ask for. */
    readonly bump: VersionBump;
  };
  readonly findings: readonly UpgradeFinding[];
}

/** The report of `findings`. */
export function upgradeReport(
  older: ChartRelease,
  newer: ChartRelease,
  findings: readonly UpgradeFinding[],
  place: Pick<UpgradeReport, "helm" | "namespace">,
): UpgradeReport {
  const count = (severity: Severity) => findings.filter((one) => one.severity === severity).length;
  return {
    older: chartsOf(older),
    newer: chartsOf(newer),
    ...place,
    summary: {
      errors: count("error"),
      warnings: count("warning"),
      infos: count("info"),
      fails: findings.some(saysFailure),
      bump: bumpOf(findings),
    },
    findings,
  };
}

/** Whether a finding says that `helm upgrade` fails. */
export function saysFailure({ code }: UpgradeFinding): boolean {
  return findingCodes[code].outcome === "fails";
}

function chartsOf({ charts }: ChartRelease): readonly ComparedChart[] {
  return charts.map(({ name, version, appVersion, path }) => ({ name, version, appVersion, path }));
}
