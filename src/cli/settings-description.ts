// Settings, and the check of their files, as `flags … --json` prints them: docs/json.md.
import { formatPosition } from "../diagnostics/position.ts";
import type { Setting, SettingGroup } from "../flags/setting.ts";
import type { SettingsFiles } from "../settings-files.ts";

/** A setting as JSON; what it does not have is absent. */
export interface SettingDescription extends Omit<Setting, "unresolved" | "position"> {
  /** Why there is no default. */
  readonly unresolved?: { readonly expression: string; readonly reason: string };
  readonly place: string;
}

/** A group of settings as JSON, with those of the groups that it includes. */
export interface SettingGroupDescription {
  readonly name: string;
  readonly includes: readonly string[];
  readonly settings: readonly SettingDescription[];
}

/** What `flags check` found; both lists are empty when the files are up to date. */
export interface SettingsCheckDescription {
  readonly folder: string;
  readonly changes: readonly { readonly path: string; readonly change: "create" | "replace" | "remove" }[];
  /** The settings whose generated lines differ; without `before` a new one, without `after` one that is gone. */
  readonly settings: readonly {
    readonly file: string;
    readonly variable: string;
    readonly before?: readonly string[];
    readonly after?: readonly string[];
  }[];
}

/** The groups in the form of `flags list --json`. */
export function describeSettings(groups: readonly SettingGroup[]): readonly SettingGroupDescription[] {
  return groups.map(({ name, includes, settings }) => ({
    name,
    includes,
    settings: settings.map(describeSetting),
  }));
}

function describeSetting({ position, unresolved, ...setting }: Setting): SettingDescription {
  return {
    ...setting,
    ...(unresolved ? { unresolved: { expression: unresolved.expression, reason: unresolved.reason } } : {}),
    place: formatPosition(position),
  };
}

/** The files in the form of `flags check --json`. */
export function describeSettingsCheck({ comparison, changed }: SettingsFiles): SettingsCheckDescription {
  return {
    folder: comparison.folder,
    changes: comparison.changes.map(({ path, kind }) => ({ path, change: kind })),
    settings: changed.flatMap(({ path, changes }) => changes.map((change) => ({ file: path, ...change }))),
  };
}
