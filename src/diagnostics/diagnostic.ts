// A problem in the user's input: collected and returned, never thrown.
import type { DiagnosticCode } from "./codes.ts";
import type { Position } from "./position.ts";

/** `error` stops the run (exit code 2), `warning` and `info` do not. */
export type Severity = "error" | "warning" | "info";

/** A second place that belongs to a diagnostic, such as the first definition of an object defined twice. */
export interface Note {
  readonly message: string;
  readonly position?: Position;
}

/** One problem: `message` says what is wrong in one plain sentence, `hint` what would mend it. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly position?: Position;
  readonly found?: string;
  readonly expected?: string;
  readonly notes?: readonly Note[];
  readonly hint?: string;
}

/** Whether any of `diagnostics` stops the run. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/** Sorts by source, line, column and code, so that the output does not depend on the order of work. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) =>
      compare(a.position?.source ?? "", b.position?.source ?? "") ||
      (a.position?.line ?? 0) - (b.position?.line ?? 0) ||
      (a.position?.column ?? 0) - (b.position?.column ?? 0) ||
      compare(a.code, b.code),
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
