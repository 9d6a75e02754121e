// What every command that writes charts does: writes them all or not at all, and tells what came of edits by hand.
import { counted } from "../diagnostics/counted.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
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
  const told = options.force ? [] : toldEdits(comparison);
  const code = await reportDiagnostics([...diagnostics, ...written.diagnostics, ...told], cli);
  if (code !== exitCode.fine) return { code };
  if (options.force || !asksForDecision(comparison)) return { code, written };
  const open = told.filter(({ severity }) => severity === "warning").length;
  cli.stderr.write(`${counted(open, "edit")} by hand to decide about; all else is written.\n`);
  return { code: exitCode.findings, written };
}
