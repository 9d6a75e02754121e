// What registers settings, as data: the calls of a flag package or of a project's own wrapper around one.
import type { KnownTypes } from "../go/foreign-types.ts";
import type { SettingType } from "./setting.ts";

/** What an argument of a call says. `options` takes all arguments from there on. */
export const argumentRoles = [
  "target",
  "flag",
  "shorthand",
  "default",
  "env",
  "description",
  "options",
  "ignored",
] as const;

export type ArgumentRole = (typeof argumentRoles)[number];

/** What an option, or a later call, says of a setting. */
export const settingMarks = ["required", "secret", "hidden", "deprecated"] as const;

export type SettingMark = (typeof settingMarks)[number];

/** A method or function that registers a setting. */
export interface MethodShape {
  readonly type: SettingType;
  readonly arguments: readonly ArgumentRole[];
}

/** A method that says more of a setting that has been registered: `MarkDeprecated("flag", "message")`. */
export interface MarkShape {
  readonly mark: SettingMark;
  readonly arguments: readonly ("flag" | "message" | "ignored")[];
}

export interface Registrar {
  readonly name: string;
  /** The Go types on which the methods are called: `flag.FlagSet` with its import path, or a name of any package. */
  readonly types: readonly string[];
  readonly methods: Readonly<Record<string, MethodShape>>;
  /** Packages whose functions register as the methods do: `flag.String(…)`. */
  readonly packages?: readonly string[];
  /** Functions that register, by name; `package.Name` with its import path where that must be told apart. */
  readonly functions?: Readonly<Record<string, MethodShape>>;
  /** Functions among `options`. */
  readonly options?: Readonly<Record<string, SettingMark>>;
  readonly marks?: Readonly<Record<string, MarkShape>>;
  /** Methods that register nothing. */
  readonly otherMethods?: readonly string[];
  /** Types whose methods are `marks` too, such as a command that owns flags. */
  readonly markTypes?: readonly string[];
  /** What functions, methods and variables outside the repository give. */
  readonly known?: KnownTypes;
}
