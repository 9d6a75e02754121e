// Settings as `flags list --json` prints them: a form to build on.
import type { Setting, SettingGroup } from "../flags/setting.ts";

/** A setting as JSON; what it does not have is null. */
export interface SettingDescription {
  readonly env: string | null;
  readonly flag: string | null;
  readonly shorthand: string | null;
  readonly type: string;
  /** As the program's own help prints it; null where the source does not tell it. */
  readonly default: string | null;
  /** Why there is no default. */
  readonly unresolved: { readonly expression: string; readonly reason: string } | null;
  readonly required: boolean;
  readonly secret: boolean;
  readonly hidden: boolean;
  /** What the program says to those who still use it. */
  readonly deprecated: string | null;
  readonly description: string;
  readonly group: string;
  readonly file: string;
  readonly line: number;
}

/** A group of settings as JSON, with those of the groups that it includes. */
export interface SettingGroupDescription {
  readonly name: string;
  readonly includes: readonly string[];
  readonly settings: readonly SettingDescription[];
}

/** The groups in the form of `--json`. */
export function describeSettings(groups: readonly SettingGroup[]): readonly SettingGroupDescription[] {
  return groups.map(({ name, includes, settings }) => ({
    name,
    includes,
    settings: settings.map(describeSetting),
  }));
}

function describeSetting(setting: Setting): SettingDescription {
  const { unresolved, position } = setting;
  return {
    env: setting.env ?? null,
    flag: setting.flag ?? null,
    shorthand: setting.shorthand ?? null,
    type: setting.type,
    default: setting.default ?? null,
    unresolved: unresolved ? { expression: unresolved.expression, reason: unresolved.reason } : null,
    required: setting.required,
    secret: setting.secret,
    hidden: setting.hidden,
    deprecated: setting.deprecated ?? null,
    description: setting.description,
    group: setting.group,
    file: position.source,
    line: position.line,
  };
}
