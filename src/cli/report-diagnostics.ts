// Diagnostics on standard error: sorted, with a count, in colour on a terminal.

import { counted } from "../diagnostics/counted.ts";
import { type Diagnostic, type Severity, sortDiagnostics } from "../diagnostics/diagnostic.ts";
import { formatPosition } from "../diagnostics/position.ts";
import { renderDiagnostic } from "../diagnostics/render.ts";
import { type Cli, exitCode, showsColour } from "./cli.ts";

/**
 * Prints `diagnostics`; resolves to the exit code that they ask for. `consequence` says what an error means for
 * the command.
 */
export async function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  cli: Cli,
  consequence = "nothing was written",
): Promise<number> {
  if (diagnostics.length === 0) return exitCode.fine;
  const paint = showsColour(cli, cli.stderr) ? await colours() : (text: string) => text;
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  // What only informs is about charts that there are not.
  const shown = diagnostics.filter(({ severity }) => errors === 0 || severity !== "info");
  for (const diagnostic of withoutRepeats(sortDiagnostics(shown))) {
    cli.stderr.write(`${paint(renderDiagnostic(diagnostic), diagnostic.severity)}\n\n`);
  }
  if (errors === 0) return exitCode.fine;
  cli.stderr.write(`${counted(errors, "error")}; ${consequence}.\n`);
  return areFindings(diagnostics) ? exitCode.findings : exitCode.badInput;
}

const stateOfCharts = new Set(["archive/stale", "write/unresolved"]);

/** Whether all errors are about the state of the charts, which somebody has to decide about, and none about the input. */
function areFindings(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.every(({ severity, code }) => severity !== "error" || stateOfCharts.has(code));
}

/** The diagnostics, those that only inform or warn once where they say the same, with the other places as a note. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const [index, diagnostic] of diagnostics.entries()) {
    const { severity, position: _position, ...said } = diagnostic;
    const key = JSON.stringify(severity === "error" ? index : said);
    groups.set(key, [...(groups.get(key) ?? []), diagnostic]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? [];
    const places = others.flatMap(({ position }) => {
      if (!position) return [];
      const { source, line, column } = position;
      return source === first.position?.source ? `${line}:${column}` : formatPosition(position);
    });
    if (places.length === 0) return first;
    return { ...first, notes: [...(first.notes ?? []), { message: `also at ${places.join(", ")}` }] };
  });
}

/** Colours for a rendered diagnostic: the severity, and the labels below it. */
async function colours(): Promise<(text: string, severity: Severity) => string> {
  const { default: picocolors } = await import("picocolors");
  const { red, yellow, cyan, dim, bold } = picocolors.createColors(true);
  const bySeverity = { error: red, warning: yellow, info: cyan };
  return (text, severity) => {
    const [first = "", ...rest] = text.split("\n");
    const colour = bySeverity[severity];
    return [
      first.replace(`${severity}: `, () => `${bold(colour(severity))}: `),
      ...rest.map((line) =>
        line.replace(/^( {2}(?:\d+| *) \|)(.*\^)?/, (_, gutter: string, caret?: string) =>
          caret === undefined ? dim(gutter) : dim(gutter) + colour(caret),
        ),
      ),
    ]
      .join("\n")
      .replace(/^ {2}(found|expected|note|hint): /gm, (label) => dim(label));
  };
}
