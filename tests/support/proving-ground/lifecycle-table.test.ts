import { expect, test } from "vitest";
import type { LifeRecord } from "./life.ts";
import { type LifeResult, printLifecycleTable, replaceLifecycleTable } from "./lifecycle-table.ts";

function lived(helm: string, more: Partial<LifeRecord> = {}): LifeRecord {
  const life = { layout: "one-chart", strategy: "job", operator: "tidegate", helm } as const;
  return { ...life, kind: "lived", ...more } as LifeRecord;
}

const results: readonly LifeResult[] = [
  { record: lived("4.3.1"), file: "tides", passed: true },
  { record: lived("4.3.1", { operator: "CDI" }), file: "cdi", passed: true },
  { record: lived("4.3.1"), file: "tides", passed: false },
  { record: lived("3.22.0"), file: "tides", passed: true },
  { record: lived("3.22.0", { strategy: "none", outcome: "goes early" }), file: "ebb", passed: true },
  {
    record: { kind: "refused", layout: "one-chart", strategy: "guard", reason: "it sees nothing" },
    file: "refusals",
    passed: true,
  },
];

const table = `
| layout      | strategy | Helm 3.22.0             | Helm 4.3.1              | operators     | shown by        |
| ----------- | -------- | ----------------------- | ----------------------- | ------------- | --------------- |
| \`one-chart\` | \`job\`    | works                   | **fails**               | CDI, tidegate | \`cdi\`, \`tides\`  |
| \`one-chart\` | \`guard\`  | refused by the compiler | refused by the compiler |               | it sees nothing |
| \`one-chart\` | \`none\`   | goes early              | not measured            | tidegate      | \`ebb\`           |
`.trim();

test.each([
  ["the order in which they ended", results],
  ["any other order", results.toReversed()],
])("results in %s give one table, with the reason of each hole", (_, given) => {
  expect(printLifecycleTable(["one-chart"], ["job", "guard", "none"], given)).toBe(table);
});

test("the table stands between its two comments, and the words around it stay", () => {
  const document = (words: string): string =>
    `before\n\n<!-- lifecycle table: written by \`npm run e2e\` -->${words}<!-- end of lifecycle table -->\n\nafter\n`;
  expect(replaceLifecycleTable(document("\n\nold\n\n"), "new")).toBe(document("\n\nnew\n\n"));
  expect(() => replaceLifecycleTable("no comment", "new")).toThrow(/has no line/);
});
