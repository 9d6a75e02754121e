// The table of docs/lifecycle.md: what became of an operator in each layout, with each uninstall strategy and each Helm.

import type { LifeRecord } from "./life.ts";

/** What one test said about its cell, and whether it passed. */
export interface LifeResult {
  readonly record: LifeRecord;
  /** Name of the test's file: "guard". */
  readonly file: string;
  readonly passed: boolean;
}

const begin = "<!-- lifecycle table: written by `npm run e2e` -->";
const end = "<!-- end of lifecycle table -->";

/** The table as Markdown; the same results in any order give the same text. */
export function printLifecycleTable(
  layouts: readonly string[],
  strategies: readonly string[],
  results: readonly LifeResult[],
): string {
  const helms = [...new Set(results.flatMap(({ record }) => (record.kind === "lived" ? record.helm : [])))];
  helms.sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  const rows = layouts.flatMap((layout) =>
    strategies.map((strategy) => {
      const own = results.filter(({ record }) => record.layout === layout && record.strategy === strategy);
      return [`\`${layout}\``, `\`${strategy}\``, ...cells(helms, own), ...origin(own)];
    }),
  );
  const head = ["layout", "strategy", ...helms.map((helm) => `Helm ${helm}`), "operators", "shown by"];
  return markdownTable([head, ...rows]);
}

/** Puts the table between the two comments of the document. */
export function replaceLifecycleTable(document: string, table: string): string {
  const [before, rest] = split(document, begin);
  const [, after] = split(rest, end);
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}

function cells(helms: readonly string[], own: readonly LifeResult[]): readonly string[] {
  return helms.map((helm) => {
    const lived = own.filter(({ record }) => record.kind === "lived" && record.helm === helm);
    if (lived.some(({ passed }) => !passed)) return "**fails**";
    const outcomes = lived.map(({ record }) => (record.kind === "lived" && record.outcome) || "works");
    if (outcomes.length > 0) return sorted(outcomes).join("; ");
    return own.some(({ record }) => record.kind === "refused") ? "refused by the compiler" : "not measured";
  });
}

/** Who lived through it and where that is tested, or why nobody did. */
function origin(own: readonly LifeResult[]): readonly [string, string] {
  const lived = own.filter(({ record }) => record.kind === "lived");
  const operators = lived.flatMap(({ record }) => (record.kind === "lived" ? record.operator : []));
  const reasons = own.flatMap(({ record }) => (record.kind === "refused" ? record.reason : []));
  const files = lived.map(({ file }) => `\`${file}\``);
  return [sorted(operators).join(", "), [...sorted(files), ...sorted(reasons)].join(", ")];
}

function sorted(words: readonly string[]): readonly string[] {
  return [...new Set(words)].sort((one, other) => one.localeCompare(other, "en"));
}

/** With columns of one width, as the formatter of the repository wants them. */
function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cellsOfRow: readonly string[]): string =>
    `| ${cellsOfRow.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = line(widths.map((width) => "-".repeat(width)));
  return [line(head), rule, ...rows.slice(1).map(line)].join("\n");
}

function split(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`docs/lifecycle.md has no line "${mark}"`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
