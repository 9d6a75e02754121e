// Diagnostics on standard error: sorted, with a count, in colour on a terminal.
import { type Diagnostic, type Severity, sortDiagnostics } from "../diagnostics/diagnostic.ts";
import { renderDiagnostic } from "../diagnostics/render.ts";
import { type Cli, exitCode, showsColour } from "./cli.ts";

/** Prints `diagnostics`; resolves to the exit code that they ask for. */
export async function reportDiagnostics(diagnostics: readonly Diagnostic[], cli: Cli): Promise<number> {
  if (diagnostics.length === 0) return exitCode.fine;
  const paint = showsColour(cli, cli.stderr) ? await colours() : (text: string) => text;
  for (const diagnostic of sortDiagnostics(diagnostics)) {
    cli.stderr.write(`${paint(renderDiagnostic(diagnostic), diagnostic.severity)}\n\n`);
  }
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  if (errors === 0) return exitCode.fine;
  cli.stderr.write(`${errors === 1 ? "1 error" : `${errors} errors`}; nothing was written.\n`);
  return exitCode.badInput;
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
