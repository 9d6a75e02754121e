// The stage: the `flags` of a project and its Go files → groups of settings. Files come in as a function.
import { type Diagnostic, hasErrors, sortDiagnostics } from "../diagnostics/diagnostic.ts";
import { type Position, positionAt } from "../diagnostics/position.ts";
import { type BuildContext, defaultBuild, isGoSource } from "../go/build-context.ts";
import { Evaluator } from "../go/evaluate.ts";
import type { GoFile } from "../go/go-file.ts";
import { type GoFiles, GoPackages } from "../go/packages.ts";
import { joinPath } from "../go/paths.ts";
import { readCalls } from "../go/read-calls.ts";
import type { GoParser } from "../go/syntax.ts";
import { GoTypes } from "../go/types.ts";
import type { ProjectFlags, ProjectGoBuild } from "../project/flags.ts";
import { readGroups, unresolvedDefaults } from "./read-groups.ts";
import { readRegistrations } from "./read-registrations.ts";
import { Recogniser } from "./recognise.ts";
import { knownTypes, registrarsOf } from "./registrars.ts";
import type { Setting, SettingGroup } from "./setting.ts";

/** What reading settings needs of the world. */
export interface FlagsInput {
  readonly flags: ProjectFlags;
  /** The absolute folder that the paths in `flags` are relative to, with forward slashes. */
  readonly folder: string;
  readonly files: GoFiles;
  readonly parser: GoParser;
  /** A path as messages and settings show it. */
  readonly shownPath: (path: string) => string;
  /** Where something stands in the project file, below `flags`. */
  readonly positionOf: (path: readonly (string | number)[]) => Position;
  /** The groups that alone are read, with those that they include; the others have no settings then. */
  readonly only?: readonly string[];
}

/** The groups; with an error among the diagnostics they may lack settings. */
export interface FlagsResult {
  readonly groups: readonly SettingGroup[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the settings of every group. Never throws on bad input. */
export function readFlags(input: FlagsInput): FlagsResult {
  const { registrars, diagnostics: faults } = registrarsOf(input.flags, input.positionOf(["registrar"]));
  if (hasErrors(faults)) return { groups: [], diagnostics: faults };
  const packages = new GoPackages(input.files, input.parser, buildOf(input.flags.build));
  const types = new GoTypes(packages, knownTypes(registrars));
  const reader = new FilesReader(input, packages, {
    recogniser: new Recogniser(packages, types, registrars),
    evaluator: new Evaluator(packages, types),
  });
  const names = namesToRead(input);
  const { groups, diagnostics } = readGroups({
    groups: input.flags.groups,
    names,
    registered: new Map(names.map((name) => [name, reader.settingsOf(name)])),
    positionOf: (path) => input.positionOf(["groups", ...path]),
  });
  return {
    groups,
    diagnostics: sortDiagnostics([...reader.diagnostics, ...diagnostics, ...unresolvedDefaults(groups)]),
  };
}

function namesToRead({ flags, only }: FlagsInput): readonly string[] {
  if (only === undefined) return Object.keys(flags.groups);
  const names = new Set(only);
  for (const name of names) for (const other of flags.groups[name]?.include ?? []) names.add(other);
  return [...names];
}

function buildOf(build: ProjectGoBuild = {}): BuildContext {
  return { ...defaultBuild, ...build };
}

class FilesReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #input: FlagsInput;
  readonly #packages: GoPackages;
  readonly #tools: { readonly recogniser: Recogniser; readonly evaluator: Evaluator };

  constructor(
    input: FlagsInput,
    packages: GoPackages,
    tools: { readonly recogniser: Recogniser; readonly evaluator: Evaluator },
  ) {
    this.#input = input;
    this.#packages = packages;
    this.#tools = tools;
  }

  /** The settings that the Go files of a group register. */
  settingsOf(group: string): readonly Setting[] {
    const { files = [] } = this.#input.flags.groups[group] ?? {};
    const settings = files.flatMap((path, index) => {
      const position = this.#input.positionOf(["groups", group, "files", index]);
      return this.#filesAt(path, position).flatMap((file) => this.#read(file, group));
    });
    if (files.length > 0 && settings.length === 0 && !hasErrors(this.diagnostics)) {
      this.diagnostics.push({
        severity: "warning",
        code: "flags/no-settings",
        message: `The files of the group "${group}" register no settings.`,
        position: this.#input.positionOf(["groups", group, "files"]),
        found: "no call on a registrar",
        expected: "calls such as `flags.StringVar(…)`",
        hint: "Check the files, or describe the registrar under `flags.registrar`.",
      });
    }
    return settings;
  }

  /** The file at `path`, or the files of the package in the folder `path`. */
  #filesAt(path: string, position: Position): readonly GoFile[] {
    const absolute = joinPath(this.#input.folder, path);
    if (!path.endsWith(".go")) {
      const files = this.#input.files
        .list(absolute)
        .filter(isGoSource)
        .toSorted()
        .flatMap((name) => this.#packages.open(joinPath(absolute, name)) ?? [])
        .filter((file) => this.#packages.isInBuild(file));
      if (files.length === 0) this.diagnostics.push(notFound(path, position, "no Go file of this build"));
      return files;
    }
    const file = this.#packages.open(absolute);
    if (!file) this.diagnostics.push(notFound(path, position, "no file of that name"));
    else if (!this.#packages.isInBuild(file)) this.diagnostics.push(notInBuild(path, position));
    return file ? [file] : [];
  }

  #read(file: GoFile, group: string): readonly Setting[] {
    if (file.fault !== undefined) {
      this.diagnostics.push(syntaxFault(positionAt(this.#input.shownPath(file.path), file.text, file.fault)));
      return [];
    }
    const { settings, diagnostics } = readRegistrations(file, readCalls(file, this.#input.parser), {
      ...this.#tools,
      group,
      shownPath: this.#input.shownPath,
      variableFor: (flag) => variableFor(flag, this.#input.flags.groups[group]?.envPrefix),
    });
    this.diagnostics.push(...diagnostics);
    return settings;
  }
}

/** As viper makes it: https://pkg.go.dev/github.com/spf13/viper#AutomaticEnv */
function variableFor(flag: string | undefined, prefix: string | undefined): string | undefined {
  if (flag === undefined || prefix === undefined) return undefined;
  return `${prefix}${flag.toUpperCase().replace(/[^A-Z0-9_]/g, "_")}`;
}

function notFound(path: string, position: Position, found: string): Diagnostic {
  return {
    severity: "error",
    code: "flags/not-found",
    message: `"${path}" cannot be read.`,
    position,
    found,
    expected: "a Go file, or a folder with Go files",
    hint: "Check the path; relative paths start at the project file's folder.",
  };
}

function notInBuild(path: string, position: Position): Diagnostic {
  return {
    severity: "warning",
    code: "flags/not-in-build",
    message: `"${path}" is not part of the build.`,
    position,
    found: "a file name or a `//go:build` line that this build does not fit",
    expected: "a file for the system, architecture and tags of `flags.build`",
    hint: "Set `flags.build`, or take the file out; it is read all the same.",
  };
}

function syntaxFault(position: Position): Diagnostic {
  return {
    severity: "error",
    code: "flags/syntax",
    message: "The file is not valid Go.",
    position,
    found: "text that the grammar of Go has no place for",
    expected: "a file that the Go compiler accepts",
    hint: "Run `gofmt -l` on it: it names the mistake.",
  };
}
