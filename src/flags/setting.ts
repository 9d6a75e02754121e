// A setting of a program: what its command line and its environment take, as data.
import type { Position } from "../diagnostics/position.ts";

/** The type of a setting's value; `[]` is a list, `map` a map, `custom` a type of the program's own. */
export type SettingType = string;

/** A default that the source does not tell: its expression, and why. */
export interface UnresolvedDefault {
  readonly expression: string;
  readonly reason: string;
  /** Whether no program can have it: it is no value of the setting's type. */
  readonly isRefused?: boolean;
  /** Where the expression stands. */
  readonly position: Position;
  /** Where the reason stands, if it is elsewhere: at the variable that the expression names. */
  readonly source?: Position;
}

export interface Setting {
  /** Without dashes; a setting without flag is known to the environment only. */
  readonly flag?: string;
  readonly shorthand?: string;
  /** The environment variable; a setting without one is for the command line only. */
  readonly env?: string;
  readonly type: SettingType;
  /** The default as the program's own help prints it; undefined when it is unresolved. */
  readonly default?: string;
  readonly unresolved?: UnresolvedDefault;
  readonly required: boolean;
  readonly secret: boolean;
  /** Not shown in the program's own help. */
  readonly hidden: boolean;
  /** What the program says to those who still use it. */
  readonly deprecated?: string;
  readonly description: string;
  /** The group in whose files it is registered. */
  readonly group: string;
  /** Where it is registered: in a Go file, or in the project file. */
  readonly position: Position;
}

/** The settings that a program has in one case, for instance for one provider. */
export interface SettingGroup {
  readonly name: string;
  /** Groups whose settings are part of this one. */
  readonly includes: readonly string[];
  /** In the order of their environment variables; those without one come last, by flag. */
  readonly settings: readonly Setting[];
}

/** How a setting is called in messages: `AWS_REGION`, `--aws-region`. */
export function nameOf(setting: Pick<Setting, "env" | "flag">): string {
  return setting.env ?? `--${setting.flag ?? ""}`;
}
