// What bringing a project to another release of its operator changes: the parts of an update, before anything is written.
import type { ChartSet } from "../emit/chart.ts";
import type { ChangelogEntry } from "../project/changelog.ts";
import type { Pin } from "../project/lock.ts";
import type { SettingsFiles } from "../settings-files.ts";
import type { UpgradeFinding } from "../upgrade/finding.ts";
import type { ValueMove } from "../upgrade/moved-values.ts";
import type { ChartValueChanges, ReleaseChange } from "../upgrade/release-change.ts";
import type { Comparison } from "../write/compare-tree.ts";

/** A version that is not what it was. */
export interface VersionStep {
  readonly before: string;
  readonly after: string;
}

/** A component that the same update changes, and the chart of it that the project has. */
export interface ChangedComponent {
  readonly plan: UpdatePlan;
  readonly chart: string;
  /** The key of its values. */
  readonly key: string;
}

export interface UpdatePlan {
  readonly project: string;
  /** The project's folder, as seen from the working folder. */
  readonly folder: string;
  /** The release that the charts were of; undefined where none were built. */
  readonly from?: string;
  /** The release that they are of then; undefined for a project without one, which only follows its components. */
  readonly to?: string;
  readonly pins: readonly (Pin & { readonly isNew: boolean })[];
  /** The operator's version that the charts say. */
  readonly appVersion: string;
  readonly chartVersion: VersionStep;
  /** Its components that the same update changes. */
  readonly components: readonly ChangedComponent[];
  /** Why the chart's version is that; undefined where the charts are new, or were of this release already. */
  readonly change?: ReleaseChange;
  /** What a person should know of the versions that were not changed. */
  readonly remarks: readonly string[];
  readonly findings: readonly UpgradeFinding[];
  /** What became of the values, those of changed components below their keys. */
  readonly values: readonly ChartValueChanges[];
  /** The same for a changelog: of what moved only what else changed, by the new path. */
  readonly told: readonly ChartValueChanges[];
  readonly moves: readonly ValueMove[];
  /** The new entry of the changelog. */
  readonly entry?: ChangelogEntry;
  readonly chartSet: ChartSet;
  /** What is to be written: the charts, the files of the project, and the values files of settings from Go sources. */
  readonly charts: Comparison;
  readonly files: Comparison;
  readonly settings?: SettingsFiles;
  /** The project's own files as they are to be, by their absolute paths. */
  readonly texts: ReadonlyMap<string, string>;
  /** Projects below the working folder that have this one as a component, and are not brought along. */
  readonly dependents: readonly string[];
}
