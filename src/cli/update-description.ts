// An update as plain data: the document of `update --json`.
import { join } from "node:path";
import type { Pin } from "../project/lock.ts";
import type { UpdatePlan, VersionStep } from "../update/update-plan.ts";
import type { ValueChange } from "../upgrade/compare-values.ts";
import type { Bump, UpgradeFinding } from "../upgrade/finding.ts";
import type { Change } from "../write/file-outcome.ts";
import { describeHandEdits, type HandEditDescription } from "./hand-edit-descriptions.ts";
import { describeSettingsCheck, type SettingsCheckDescription } from "./settings-description.ts";
import { type ValueMoved, withMoved } from "./value-changes.ts";

/** What `chartwright update --to VERSION --json` prints for a project; a list of them for several. */
export interface UpdateDescription {
  readonly project: string;
  readonly folder: string;
  /** Absent where no charts were there before. */
  readonly from?: string;
  /** Absent for a project that names no release and follows its components. */
  readonly to?: string;
  readonly appVersion: string;
  readonly chartVersion: {
    readonly before: string;
    readonly after: string;
    /** What the change asks for, and why; absent where nothing was to judge. */
    readonly bump?: Bump;
    readonly reason?: string;
  };
  /** The components that the same update changes, with the versions of their charts. */
  readonly components: readonly (VersionStep & { readonly project: string; readonly key: string })[];
  readonly sources: readonly (Pin & { readonly isNew: boolean })[];
  readonly findings: readonly UpgradeFinding[];
  readonly values: readonly ((ValueChange | ValueMoved) & { readonly chart: string })[];
  /** The settings from Go sources whose documentation in values files changed. */
  readonly settings: SettingsCheckDescription["settings"];
  readonly changelog: readonly { readonly kind: string; readonly text: string }[];
  readonly remarks: readonly string[];
  /** Projects that have this one as a component and stay as they are. */
  readonly dependents: readonly string[];
  readonly output: {
    /** False for `--dry-run`. */
    readonly written: boolean;
    readonly changes: readonly { readonly path: string; readonly change: Change["kind"] }[];
    /** What became of files of the charts that somebody edited or deleted, with their paths as in `changes`. */
    readonly handEdits: readonly HandEditDescription[];
  };
}

/** Describes an update that was written, or would be. */
export function describeUpdate(plan: UpdatePlan, written: boolean): UpdateDescription {
  const { project, folder, from, to, appVersion, chartVersion, change } = plan;
  return {
    project,
    folder,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    appVersion,
    chartVersion: {
      ...chartVersion,
      ...(change ? { bump: change.bump, reason: change.reason } : {}),
    },
    components: plan.components.map(({ key, plan: { project: name, chartVersion: step } }) => ({
      project: name,
      key,
      ...step,
    })),
    sources: plan.pins,
    findings: plan.findings,
    values: withMoved(plan.told, plan.chartSet, plan.moves).flatMap(({ chart, changes }) =>
      changes.map((one) => ({ chart, ...one })),
    ),
    settings: plan.settings ? describeSettingsCheck(plan.settings).settings : [],
    changelog: plan.entry?.items ?? [],
    remarks: plan.remarks,
    dependents: plan.dependents,
    output: {
      written,
      changes: [plan.files, ...(plan.settings ? [plan.settings.comparison] : []), plan.charts].flatMap(
        (comparison) =>
          comparison.changes.map(({ path, kind }) => ({ path: join(comparison.folder, path), change: kind })),
      ),
      handEdits: describeHandEdits(plan.charts).map((edit) => ({
        ...edit,
        path: join(plan.charts.folder, edit.path),
      })),
    },
  };
}
