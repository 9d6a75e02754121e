// The operator that a command's manifests hold, or its project, or the exit code for what is wrong with them.
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Command } from "commander";
import type { Operator } from "../classify/operator.ts";
import type { InspectResult } from "../convert.ts";
import { projectFileName } from "../project/project.ts";
import type { Cli } from "./cli.ts";
import { type CompileFlags, inputsOf } from "./command-module.ts";
import { reportDiagnostics } from "./report-diagnostics.ts";
import { type SourceFlags, sourceOptionsOf } from "./source-options.ts";

type Flags = CompileFlags & SourceFlags;

/** Loads and understands what is given, and reports what was found; `nothing` says what there is not without it. */
export async function understoodOperator(
  command: Command,
  cli: Cli,
  nothing: string,
): Promise<{ readonly operator: Operator | undefined; readonly name: string; readonly code: number }> {
  const flags = command.opts<Flags>();
  const { operator, name = "", diagnostics } = await understand(command.args, flags, cli);
  return { operator, name: flags.name ?? name, code: await reportDiagnostics(diagnostics, cli, nothing) };
}

/** A project by itself stands for the sources that it names; everything else is manifests. */
async function understand(paths: readonly string[], flags: Flags, cli: Cli): Promise<InspectResult> {
  const [first = ""] = paths;
  if (paths.length === 1 && (flags.cr ?? []).length === 0 && isProject(resolve(cli.workingFolder, first))) {
    const { inspectProject } = await import("../inspect-project.ts");
    return inspectProject(first, cli.workingFolder, { sources: sourceOptionsOf(flags, cli) });
  }
  const { inspect } = await import("../convert.ts");
  return inspect(inputsOf(paths, flags), {
    folder: cli.workingFolder,
    standardInput: cli.stdin,
    ...(flags.sourceNamespace === undefined ? {} : { sourceNamespace: flags.sourceNamespace }),
    ...(flags.fieldValidation === undefined ? {} : { fieldValidation: flags.fieldValidation }),
  });
}

function isProject(path: string): boolean {
  return existsSync(join(path, projectFileName)) || (basename(path) === projectFileName && existsSync(path));
}
