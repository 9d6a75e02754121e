// A diagnostic as text for a terminal: place, message, the line with a caret, found, expected, hint.
import type { Diagnostic } from "./diagnostic.ts";
import { formatPosition } from "./position.ts";

const longestExcerpt = 160;

/** The diagnostic as several lines, without a line break at the end. */
export function renderDiagnostic(diagnostic: Diagnostic): string {
  const { position } = diagnostic;
  const place = position ? `${formatPosition(position)}: ` : "";
  const lines = [`${place}${diagnostic.severity}: ${diagnostic.message} [${diagnostic.code}]`];
  if (position && position.text.trim() !== "" && position.text.length <= longestExcerpt) {
    const gutter = String(position.line);
    lines.push(`  ${gutter} | ${position.text.replaceAll("\t", " ")}`);
    lines.push(`  ${" ".repeat(gutter.length)} | ${" ".repeat(position.column - 1)}^`);
  }
  if (diagnostic.found !== undefined) lines.push(`  found:    ${diagnostic.found}`);
  if (diagnostic.expected !== undefined) lines.push(`  expected: ${diagnostic.expected}`);
  for (const note of diagnostic.notes ?? []) {
    lines.push(`  note:     ${note.message}${note.position ? ` (${formatPosition(note.position)})` : ""}`);
  }
  if (diagnostic.hint !== undefined) lines.push(`  hint:     ${diagnostic.hint}`);
  return lines.join("\n");
}
