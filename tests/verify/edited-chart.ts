// Charts that someone has edited by hand, and what verify finds in them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { ChartSet } from "../../src/emit/chart.ts";
import { formatReference } from "../../src/kubernetes/object.ts";
import type { Finding, Report } from "../../src/verify/report.ts";
import { writeFiles } from "../support/folder-content.ts";

/** In a file of the last chart that has it, `text` becomes `other`; in one that is not there, `text` is empty. */
export interface HandEdit {
  readonly file: string;
  readonly text: string;
  readonly other: string;
}

/** Writes the charts below `folder`, edits them, and returns the folders as `verify` wants them. */
export function editCharts(
  folder: string,
  { charts }: ChartSet,
  edits: readonly HandEdit[],
): ReadonlyMap<string, string> {
  for (const { plan, files } of charts) writeFiles(join(folder, plan.name), Object.fromEntries(files));
  for (const { file, text, other } of edits) {
    const owner = charts.findLast(({ files }) => files.has(file)) ?? charts.at(-1);
    const path = join(folder, owner?.plan.name ?? "", file);
    const before = existsSync(path) ? readFileSync(path, "utf8") : "";
    expect(before, `${file} before the edit`).toContain(text);
    writeFiles(join(path, ".."), { [file.split("/").at(-1) ?? ""]: before.replace(text, () => other) });
  }
  return new Map(charts.map(({ plan }) => [plan.name, join(folder, plan.name)]));
}

export function allFindings(report: Report): readonly Finding[] {
  return [...report.objects, ...report.checks].flatMap(({ findings }) => findings);
}

/** `ClusterRole harbour-manager: verb "watch" … is lost`, or the message alone. */
export function sentence({ object, message }: Finding): string {
  return object ? `${formatReference(object)}: ${message}` : message;
}

/** The line of the first `needle` in `text`, from 1; after the first `anchor`, if one is given. */
export function lineOf(text: string, needle: string, anchor = ""): number {
  const at = text.indexOf(needle, text.indexOf(anchor));
  expect(at, `"${needle}" after "${anchor}"`).toBeGreaterThan(-1);
  return text.slice(0, at).split("\n").length;
}
