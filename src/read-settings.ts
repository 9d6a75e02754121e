// From a project's folder, or from Go files, to the settings of a program: what `flags.ts` needs of the world is
// brought together here.
import { resolve, sep } from "node:path";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { hasErrors } from "./diagnostics/diagnostic.ts";
import type { Position } from "./diagnostics/position.ts";
import { type FlagsResult, readFlags } from "./flags/flags.ts";
import { createGoParser, type GoParser } from "./go/syntax.ts";
import { goFilesOnDisk, readGoGrammar } from "./load/go-files.ts";
import { loadProject } from "./load/load-project.ts";
import type { ProjectFlags } from "./project/flags.ts";
import type { ProjectProviders } from "./project/providers.ts";

/** The settings of a project; with an error among the diagnostics, none. */
export interface SettingsResult extends FlagsResult {
  /** The folder of the project, as seen from the working folder. */
  readonly folder: string;
  readonly flags?: ProjectFlags;
  readonly providers?: ProjectProviders;
}

/**
 * Reads the settings of the project in `path`, a folder with a project file. With `names`, of groups or providers, the
 * others are there by their names alone: what is wrong with them is not seen.
 */
export async function readSettings(
  path: string,
  workingFolder: string,
  names?: readonly string[],
): Promise<SettingsResult> {
  const { project, name, folder, diagnostics, positionOf } = await loadProject(path, workingFolder);
  if (!project || !positionOf) return { folder, groups: [], diagnostics };
  const { flags, providers } = project;
  if (!flags) return { folder, groups: [], diagnostics: [noFlags(name, positionOf([]))] };
  const positionOfFlags = (steps: readonly (string | number)[]) => positionOf(["flags", ...steps]);
  const only = names?.map((each) => providers?.overlays?.[each]?.group ?? each);
  const result = await read(flags, resolve(workingFolder, folder), workingFolder, positionOfFlags, only);
  return { ...result, folder, flags, ...(providers ? { providers } : {}) };
}

/** Reads the settings that Go files register, as one group; `registrar` is one that is built in. */
export async function readSettingsOfFiles(
  files: readonly string[],
  options: { readonly workingFolder: string; readonly group: string; readonly registrar?: string },
): Promise<FlagsResult> {
  const { workingFolder, group, registrar } = options;
  const flags = { groups: { [group]: { files } }, ...(registrar === undefined ? {} : { registrar }) };
  const nowhere: Position = { source: "the command line", line: 1, column: 1, text: "" };
  return read(flags, workingFolder, workingFolder, () => nowhere);
}

async function read(
  flags: ProjectFlags,
  folder: string,
  workingFolder: string,
  positionOf: (path: readonly (string | number)[]) => Position,
  only?: readonly string[],
): Promise<FlagsResult> {
  const start = `${forwardSlashes(resolve(workingFolder))}/`;
  const result = readFlags({
    flags,
    folder: forwardSlashes(folder),
    files: goFilesOnDisk,
    parser: await goParser(),
    shownPath: (path) => (path.startsWith(start) ? path.slice(start.length) : path),
    positionOf,
    ...(only === undefined ? {} : { only }),
  });
  return hasErrors(result.diagnostics) ? { groups: [], diagnostics: result.diagnostics } : result;
}

let parser: Promise<GoParser> | undefined;

/** One parser for all: its library and the grammar are loaded at the first call. */
function goParser(): Promise<GoParser> {
  parser ??= createGoParser(readGoGrammar());
  return parser;
}

function forwardSlashes(path: string): string {
  return path.replaceAll(sep, "/");
}

function noFlags(name: string, position: Position): Diagnostic {
  return {
    severity: "error",
    code: "flags/no-flags",
    message: `"${name}" names no Go sources.`,
    position,
    found: "no section `flags`",
    expected: "`flags` with `groups`",
    hint: "Add it: `flags: { groups: { aws: { files: [providers/aws/manager.go] } } }`.",
  };
}
