// The section `flags` of the project file: the Go sources that settings are read from. Its schema is flags-schema.ts.

/** Settings from Go sources, in groups; paths are relative to the project file's folder. */
export interface ProjectFlags {
  /** The groups by name. */
  readonly groups: Readonly<Record<string, ProjectFlagGroup>>;
  /** What registers settings, beside Go's own `flag` and `pflag`; default: `env-registrar`. */
  readonly registrar?: string | ProjectRegistrar | readonly (string | ProjectRegistrar)[];
  /** Which files belong to the build; default: Linux on amd64. */
  readonly build?: ProjectGoBuild;
  /** The folder for the values files; default: `providers`. */
  readonly output?: string;
  /** A Markdown file that lists all settings; default: none. */
  readonly reference?: string;
}

export interface ProjectFlagGroup {
  /** Go files, or folders for the files of a package. */
  readonly files?: readonly string[];
  /** Groups whose settings are part of this one. */
  readonly include?: readonly string[];
  /** What the variables begin with that belong to its flags without one: `APP_` makes `APP_DRY_RUN` of `--dry-run`. */
  readonly envPrefix?: string;
  /** Settings that no Go source registers, and what is to be said otherwise than the source says it. */
  readonly settings?: readonly ProjectSetting[];
}

/** A setting; `env` or `flag` names it. */
export interface ProjectSetting {
  readonly env?: string;
  readonly flag?: string;
  /** Default: that of the source, else `string`. */
  readonly type?: string;
  readonly default?: string;
  readonly required?: boolean;
  readonly secret?: boolean;
  /** What to do instead. */
  readonly deprecated?: string;
  readonly description?: string;
}

export interface ProjectGoBuild {
  readonly os?: string;
  readonly arch?: string;
  readonly cgo?: boolean;
  readonly tags?: readonly string[];
}

/** A description of a project's own registrar. */
export interface ProjectRegistrar {
  readonly name: string;
  /** The Go types on which the methods are called: a name, or `import/path.Name`. */
  readonly types?: readonly string[];
  readonly methods?: Readonly<Record<string, ProjectMethodShape>>;
  readonly functions?: Readonly<Record<string, ProjectMethodShape>>;
  /** Functions among the options, and what they say. */
  readonly options?: Readonly<Record<string, "required" | "secret" | "hidden" | "deprecated">>;
  /** Methods that register nothing. */
  readonly otherMethods?: readonly string[];
}

export interface ProjectMethodShape {
  readonly type: string;
  /** What each argument says, in their order. */
  readonly arguments: readonly (
    | "target"
    | "flag"
    | "shorthand"
    | "default"
    | "env"
    | "description"
    | "options"
    | "ignored"
  )[];
}

/** The folder beside the project file that the values files go to unless `flags.output` says otherwise. */
export const defaultFlagsOutput = "providers";

/** What a group can be called: it names files, and keys of values. */
export const groupName: RegExp = /^[a-z0-9](?:[A-Za-z0-9_-]{0,46}[A-Za-z0-9])?$/;
export const expectedGroupName =
  "at most 48 letters, digits, dashes and underscores, that begin with a small letter or a digit";

/** An environment variable, as a ConfigMap takes it for a key. */
export const variableName: RegExp = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
export const expectedVariableName = "letters, digits and underscores, such as AWS_REGION";

/** What a variable can begin with; nothing at all, too. */
export const variablePrefix: RegExp = /^(?:[A-Za-z_][A-Za-z0-9_]*)?$/;

/** The types that a description can give; `custom` is one whose default is text. */
export const settingType: RegExp =
  /^(?:\[\]|map\[string\])?(?:string|bool|u?int(?:8|16|32|64)?|float(?:32|64)|duration)$|^(?:custom|count|function)$/;
export const expectedSettingType =
  "string, bool, int, uint, uint64, float64, duration, custom, or a list or map of them such as []string";
