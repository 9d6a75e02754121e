// The operator that a command's manifests hold, or the exit code for what is wrong with them.
import type { Command } from "commander";
import type { Operator } from "../classify/operator.ts";
import type { Cli } from "./cli.ts";
import { type CompileFlags, inputsOf } from "./command-module.ts";
import { reportDiagnostics } from "./report-diagnostics.ts";

/** Loads and understands the manifests, and reports what was found; `nothing` says what there is not without them. */
export async function understoodOperator(
  command: Command,
  cli: Cli,
  nothing: string,
): Promise<{ readonly operator: Operator | undefined; readonly name: string; readonly code: number }> {
  const flags = command.opts<CompileFlags>();
  const { inspect } = await import("../convert.ts");
  const {
    operator,
    name = "",
    diagnostics,
  } = await inspect(inputsOf(command.args, flags), {
    folder: cli.workingFolder,
    standardInput: cli.stdin,
    ...(flags.sourceNamespace === undefined ? {} : { sourceNamespace: flags.sourceNamespace }),
    ...(flags.fieldValidation === undefined ? {} : { fieldValidation: flags.fieldValidation }),
  });
  return { operator, name: flags.name ?? name, code: await reportDiagnostics(diagnostics, cli, nothing) };
}
