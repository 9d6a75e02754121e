// The whole stage with real Helm: what a right chart's report holds, and what each check makes of a wrong chart set.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { call, value } from "../../src/template/expression.ts";
import { renderReport } from "../../src/verify/report-text.ts";
import { HelmError } from "../../src/verify/run-helm.ts";
import { verify } from "../../src/verify/verify.ts";
import { describeWithEachHelm, helms } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { allFindings, editCharts, sentence } from "./edited-chart.ts";
import { harbour, harbourValues, namespace } from "./harbour.ts";

describeWithEachHelm("verify", (helm) => {
  test("a right chart passes every check", async () => {
    const report = await verify(harbour(), { helms: [helm.path], rebuild: () => harbour() });
    expect(allFindings(report)).toEqual([]);
    expect(report.summary).toEqual({
      passed: true,
      errors: 0,
      warnings: 0,
      objects: { equal: 6, listed: 1, "left-out": 1 },
    });
    expect(report.checks.map(({ check, status }) => `${check} ${status}`)).toEqual([
      "render passed",
      "parity passed",
      "namespace passed",
      "lint passed",
      "schema passed",
      "value-use passed",
      "release-size passed",
      "determinism passed",
    ]);
    expect(report.helms).toEqual([{ path: helm.path, version: helm.version }]);
    expect(report.charts).toEqual([{ name: "harbour", version: "1.0.0", releaseBytes: expect.any(Number) }]);
    expect(renderReport(report)).toContain("Verified: the charts equal their source.");
  });

  test("what Helm's linter says is kept in its words", async () => {
    const edits = [{ file: "Chart.yaml", text: 'version: "1.0.0"', other: 'version: "one"' }];
    const folders = editCharts(temporaryFolder(), harbour(), edits);
    const report = await verify(harbour(), { helms: [helm.path], folders });
    const lint = report.checks.find(({ check }) => check === "lint");
    expect(lint?.status).toBe("failed");
    expect(lint?.findings.map(({ message, template }) => [message, template?.file])).toContainEqual([
      expect.stringContaining("Chart.yaml: version 'one' is not a valid SemVer"),
      `${folders.get("harbour")}/Chart.yaml`,
    ]);
  });

  test("an object of the second step must be off in the first and equal in the second", async () => {
    const create = { path: ["create"], default: false, description: "Now.", schema: { type: "boolean" } };
    const options = (condition: string) => ({
      recipes: {
        "Harbour/main": {
          edits: () => [
            {
              start: 0,
              end: 0,
              replacement: [{ kind: "if" as const, expression: call(condition, value("create")) }],
              reason: "switch",
            },
          ],
          setToRender: ["create=true"],
        },
      },
      values: [...harbourValues, create],
      files: {
        "values.yaml": `${harbour().charts[0]?.files.get("values.yaml")}create: false\n`,
        "values.schema.json":
          harbour()
            .charts[0]?.files.get("values.schema.json")
            ?.replace('"enabled"', '"create": { "type": "boolean" },\n    "enabled"') ?? "",
      },
    });
    const withEnd = (condition: string) => {
      const chartSet = harbour(options(condition));
      const files = chartSet.charts[0]?.files as Map<string, string>;
      files.set("templates/harbour-main.yaml", `${files.get("templates/harbour-main.yaml")}{{- end }}\n`);
      return chartSet;
    };
    const right = await verify(withEnd("and"), { helms: [helm.path] });
    expect(allFindings(right)).toEqual([]);
    expect(right.objects.find(({ reference }) => reference.kind === "Harbour")).toMatchObject({
      status: "listed",
      listed: [{ reason: 'rendered only with "create=true"' }],
    });
    const wrong = await verify(withEnd("not"), { helms: [helm.path] });
    expect(allFindings(wrong).map(({ message, only }) => [message, only])).toEqual([
      ['is rendered without "create=true", which is to switch it on', [`Helm ${helm.version}`]],
      ["is not rendered", [`Helm ${helm.version} with create=true`, `Helm ${helm.version} at an upgrade`]],
    ]);
  });

  test("objects that are added with a reason must be rendered as often as listed", async () => {
    const files = { "templates/guard.yaml": guard("harbour-guard") };
    const added = (name: string) => ({
      chart: "harbour",
      reference: { group: "", version: "v1", kind: "ConfigMap", namespace, name },
      reason: "keeps the release while a Harbour exists",
    });
    const right = await verify(harbour({ files, added: [added("harbour-guard")] }), { helms: [helm.path] });
    expect(allFindings(right)).toEqual([]);
    expect(right.summary.objects.added).toBe(1);
    const listed = [added("harbour-guard"), added("harbour-guard"), added("harbour-gone")];
    const wrong = await verify(harbour({ files, added: listed }), { helms: [helm.path] });
    expect(allFindings(wrong).map(sentence)).toEqual([
      "ConfigMap harbour-system/harbour-guard: is rendered 1 times and listed as added 2 times",
      "ConfigMap harbour-system/harbour-gone: is listed as added and is not rendered",
    ]);
  });

  test("a release that does not fit into its Secret fails, one that nearly fills it warns", async () => {
    // Random letters do not compress; base64 twice and gzip once make 1.38 bytes of each.
    const letters = (length: number) => {
      let state = 1;
      const next = () => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/"[(state >> 16) % 64];
      };
      return Array.from({ length }, next).join("");
    };
    const sizeCheck = async (length: number) => {
      const chartSet = harbour({ files: { "big.txt": letters(length) } });
      const report = await verify(chartSet, { helms: [helm.path] });
      return report.checks.find(({ check }) => check === "release-size");
    };
    const near = await sizeCheck(850_000);
    expect([near?.status, near?.findings[0]?.message]).toEqual([
      "warned",
      expect.stringMatching(/^the release fills (8|9)\d % of the 1 MiB of its Secret$/),
    ]);
    const over = await sizeCheck(1_200_000);
    expect([over?.status, over?.findings[0]?.message]).toEqual([
      "failed",
      expect.stringMatching(/^the release does not fit into its Secret: 1\d\d % of 1 MiB$/),
    ]);
  });

  test("two builds that differ are found", async () => {
    const report = await verify(harbour(), {
      helms: [helm.path],
      rebuild: () => harbour({ files: { "README.md": "built at noon\n" } }),
    });
    expect(allFindings(report).map(({ check, message }) => `${check}: ${message}`)).toEqual([
      'determinism: only the second build writes "README.md"',
    ]);
  });
});

describe("without a Helm", () => {
  test("a path that leads nowhere is an error with a hint", async () => {
    const attempt = verify(harbour(), { helms: ["/no/such/helm"] });
    await expect(attempt).rejects.toThrow(HelmError);
    await expect(attempt).rejects.toMatchObject({
      diagnostic: {
        severity: "error",
        code: "verify/no-helm",
        message: 'there is no Helm at "/no/such/helm"',
        hint: "Give the path of a Helm 3 or 4 with --helm.",
      },
    });
  });

  test("one that is older than those the charts are made for is a warning", async () => {
    const [helm] = helms();
    if (!helm) return;
    const old = join(temporaryFolder(), "helm");
    writeFileSync(old, `#!/bin/sh\n[ "$1" = version ] && echo v3.9.4 || exec "${helm.path}" "$@"\n`, {
      mode: 0o755,
    });
    const report = await verify(harbour(), { helms: [old] });
    expect(report.summary).toMatchObject({ passed: true, warnings: 1 });
    expect(allFindings(report)).toMatchObject([
      { check: "render", severity: "warning", found: "Helm 3.9.4", expected: "Helm 3.17 or later" },
    ]);
  });

  test("a program that is no Helm is an error that shows what it said", async () => {
    await expect(verify(harbour(), { helms: [process.execPath] })).rejects.toMatchObject({
      diagnostic: { message: `"${process.execPath}" does not answer as Helm does` },
    });
  });
});

function guard(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
}
