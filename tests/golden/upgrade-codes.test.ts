// The table of docs/upgrade-check.md is that of the codes; UPDATE_GOLDEN=1 writes it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { table } from "../../src/emit/markdown.ts";
import { areas } from "../../src/upgrade/finding.ts";
import { findingCodes } from "../../src/upgrade/finding-codes.ts";
import { areaTitles } from "../../src/upgrade/report-words.ts";
import { repositoryFolder } from "../support/repository.ts";

const path = join(repositoryFolder, "docs/upgrade-check.md");
const words = { error: "error", warning: "warning", info: "note" } as const;

function codesText(): string {
  const parts = areas.map((area) => {
    const rows = Object.entries(findingCodes)
      .filter(([code]) => code.startsWith(`${area}/`))
      .map(([code, { severity, bump, meaning, outcome }]) => [
        `\`${code}\`${outcome === "fails" ? " ✗" : ""}`,
        words[severity],
        bump,
        meaning,
      ]);
    return `### ${areaTitles[area]}\n\n${table(["code", "severity", "version", "meaning"], rows)}`;
  });
  return parts.join("\n\n");
}

/** Cells as they are, without the blanks that align them. */
function unaligned(text: string): string {
  return text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---").trim();
}

test("docs/upgrade-check.md has every code with its severity, version step and meaning", () => {
  const text = readFileSync(path, "utf8");
  const marks = /(?<=<!-- codes -->\n)[\s\S]*(?=<!-- \/codes -->)/;
  const isUpToDate = unaligned(marks.exec(text)?.[0] ?? "") === unaligned(codesText());
  // The formatter aligns the tables: what it did stays.
  if (process.env["UPDATE_GOLDEN"] === "1" && !isUpToDate) {
    writeFileSync(
      path,
      text.replace(marks, () => `\n${codesText()}\n\n`),
    );
    return;
  }
  expect(unaligned(marks.exec(text)?.[0] ?? "")).toBe(unaligned(codesText()));
});
