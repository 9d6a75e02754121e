// What every command that writes charts does: writes them all or not at all, and tells what came of edits by hand.
import { counted } from "../diagnostics/counted.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import type { Comparison } from "../write/compare-tree.ts";
import { asksForDecision, toldEdits } from "../write/hand-edits.ts";
import { type WriteOptions, type WriteResult, write } from "../write/write.ts";
import { type Cli, exitCode } from "./cli.ts";
import { reportDiagnostics } from "./report-diagnostics.ts";

/** What was written; undefined where nothing could be. */
export interface WrittenCharts {
  readonly code: number;
  readonly written?: WriteResult;
}

/**
 * Writes the charts of `comparison` and reports it with `diagnostics`. The exit code is that of findings where somebody
 * has to decide about an edit.
 */
export async function writeCharts(
  comparison: Comparison,
  diagnostics: readonly Diagnostic[],
  cli: Cli,
  options: WriteOptions = {},
): Promise<WrittenCharts> {
  const written = write(comparison, options);
  const found = [...diagnostics, ...written.diagnostics];
  const code = await reportEdits(options.force ? [] : [comparison], found, cli);
  return hasErrors(found) ? { code } : { code, written };
}

/**
 * Reports what came of edits by hand, with `diagnostics`; the exit code is that of findings where somebody has to decide.
 * `rest` says what becomes of everything else.
 */
export async function reportEdits(
  comparisons: readonly Comparison[],
  diagnostics: readonly Diagnostic[],
  cli: Cli,
  rest = "all else is written",
): Promise<number> {
  const told = comparisons.flatMap(toldEdits);
  const code = await reportDiagnostics([...diagnostics, ...told], cli);
  if (code !== exitCode.fine || !comparisons.some(asksForDecision)) return code;
  const open = told.filter(({ severity }) => severity === "warning").length;
  cli.stderr.write(`${counted(open, "edit")} by hand to decide about; ${rest}.\n`);
  return exitCode.findings;
}
