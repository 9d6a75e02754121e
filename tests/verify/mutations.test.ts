// verify can fail: each careless change of a chart is found, with its lines in template and source, by every Helm.
import { readFileSync, rmSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { Finding, Report } from "../../src/verify/report.ts";
import { verify } from "../../src/verify/verify.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import { allFindings, editCharts, sentence } from "./edited-chart.ts";
import { mutations, sourceText, tidegate } from "./mutations.ts";

describeWithEachHelm("a chart that was changed", (helm) => {
  let report: Report;
  let lineAt: (place: Finding["template"]) => string | undefined;

  beforeAll(async () => {
    const folder = makeFolder();
    const folders = editCharts(folder, tidegate(), mutations);
    report = await verify(tidegate(), { helms: [helm.path], folders, rebuild: tidegate });
    const texts = new Map(
      [...allFindings(report)].flatMap(({ template }) =>
        template ? [[template.file, readFileSync(template.file, "utf8")] as const] : [],
      ),
    );
    lineAt = (place) => place && texts.get(place.file)?.split("\n")[place.line - 1]?.trim();
    rmSync(folder, { recursive: true });
  });

  test.each(mutations)("$name", ({ says, file, line, source }) => {
    const found = allFindings(report).filter((finding) => sentence(finding) === says);
    expect(allFindings(report).map(sentence)).toContain(says);
    expect(found).toHaveLength(1);
    expect(found[0]?.severity).toBe("error");
    expect(found[0]?.template?.file.endsWith(file) || says.includes(file)).toBe(true);
    expect(lineAt(found[0]?.template)).toBe(line);
    const place = found[0]?.source;
    expect(place && sourceText(place.file).split("\n")[place.line - 1]?.trim()).toBe(source);
  });

  test("nothing else is found but what follows from these", () => {
    const known = new Set(mutations.map(({ says }) => says));
    const others = allFindings(report).filter((finding) => !known.has(sentence(finding)));
    expect(others.map(({ check, message }) => `${check}: ${message}`).toSorted()).toEqual([
      expect.stringMatching(/^lint: templates\/list\.yaml: object name does not conform/),
      'parity: annotation "built" ("2") is added',
      'parity: annotation "helm.sh/hook-weight" ("-30") is lost',
      expect.stringMatching(/^render: .*unknown hook.*before-delete/),
    ]);
    expect(report.summary.passed).toBe(false);
  });
});

test("a chart as it was compiled is right, and looking at the cluster is the preflight's", () => {
  expect(tidegate().charts.at(-1)?.files.get("templates/_preflight.tpl")).toContain("lookup");
});
