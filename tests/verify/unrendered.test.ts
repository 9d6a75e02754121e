// Charts that Helm refuses to render: the place that Helm names and the source's are told once for all Helms, and
// what could not be checked is called so.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderReport } from "../../src/verify/report-text.ts";
import { verify } from "../../src/verify/verify.ts";
import { describeWithEachHelm, helms } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { allFindings, editCharts, type HandEdit, lineOf } from "./edited-chart.ts";
import { harbour, source } from "./harbour.ts";

const deployment = "templates/deployment-harbour-manager.yaml";
const replicas = "  replicas: {{ .Values.manager.replicas }}\n";

interface Breakage {
  readonly name: string;
  readonly edits: readonly HandEdit[];
  readonly message: string;
  /** The file of the chart, and what stands in its line. */
  readonly template: readonly [file: string, needle: string];
  /** What stands in the line of the source. */
  readonly source?: string;
}

const breakages: readonly Breakage[] = [
  {
    name: "a template that fails",
    edits: [{ file: deployment, text: replicas, other: `  {{- fail "no harbour" }}\n${replicas}` }],
    message: `execution error at (harbour/${deployment}:11:6): no harbour`,
    template: [deployment, '{{- fail "no harbour" }}'],
    source: "  replicas: 2",
  },
  {
    name: "a template that fails in one that it includes",
    edits: [
      { file: deployment, text: replicas, other: '  replicas: {{ include "number" . }}\n' },
      {
        file: "templates/_numbers.tpl",
        text: "",
        other: '{{ define "number" }}\n{{ .Values.a.b.c }}\n{{ end }}\n',
      },
    ],
    message: `harbour/${deployment}:11:15: executing "harbour/${deployment}" at <include "number" .>: error calling include: harbour/templates/_numbers.tpl:2:10: executing "number" at <.Values.a.b.c>: nil pointer evaluating interface {}.b`,
    template: ["templates/_numbers.tpl", "{{ .Values.a.b.c }}"],
    source: "  replicas: 2",
  },
  {
    name: "a template that is no template",
    edits: [{ file: deployment, text: "{{ .Values.manager.image | quote }}", other: "{{ if }}" }],
    message: `parse error at (harbour/${deployment}:23): missing value for if`,
    template: [deployment, "image: {{ if }}"],
    source: "image: registry",
  },
  {
    name: "a rendering that is no YAML",
    edits: [{ file: deployment, text: "      serviceAccountName:", other: "     serviceAccountName:" }],
    message: `YAML parse error on harbour/${deployment}: error converting YAML to JSON: yaml: line 20: mapping values are not allowed in this context`,
    template: [deployment, "     serviceAccountName:"],
    source: "      serviceAccountName:",
  },
  {
    name: "a value that the schema refuses",
    edits: [{ file: "values.yaml", text: "replicas: 2", other: "replicas: many" }],
    message: `the schema refuses the chart's own "manager.replicas"`,
    template: ["values.yaml", "replicas: many"],
  },
  {
    name: "a value that the schema does not know",
    edits: [{ file: "values.yaml", text: "  logLevel: info\n", other: "  logLevel: info\n  berth: 1\n" }],
    message: `the schema refuses the chart's own "manager.berth"`,
    template: ["values.yaml", "berth: 1"],
  },
  {
    name: "values that are no YAML",
    edits: [{ file: "values.yaml", text: "  replicas: 2", other: "  replicas: a: 2" }],
    message: "",
    template: ["values.yaml", "replicas: a: 2"],
  },
  {
    name: "a version of Kubernetes that there is not yet",
    edits: [{ file: "Chart.yaml", text: "description", other: 'kubeVersion: ">=1.99.0-0"\ndescription' }],
    message: "",
    template: ["Chart.yaml", "kubeVersion"],
  },
  {
    name: "a version that is none",
    edits: [{ file: "Chart.yaml", text: 'version: "1.0.0"', other: 'version: "one"' }],
    message: 'validation: chart.metadata.version "one" is invalid',
    template: ["Chart.yaml", "version:"],
  },
  {
    name: "a dependency that is not there",
    edits: [
      {
        file: "Chart.yaml",
        text: "description: Harbours.\n",
        other: "description: Harbours.\ndependencies: [{name: pier, version: 1.0.0}]\n",
      },
    ],
    message: "",
    template: ["Chart.yaml", "dependencies"],
  },
];

test.each(breakages)("$name is told once, with its places", async (breakage) => {
  const folders = editCharts(temporaryFolder(), harbour(), breakage.edits);
  const folder = folders.get("harbour") ?? "";
  const paths = helms().map(({ path }) => path);
  const report = await verify(harbour(), { helms: paths, folders });
  const render = report.checks.find(({ check }) => check === "render");
  expect(render?.status).toBe("failed");
  const places = new Set(render?.findings.map(({ template }) => `${template?.file}:${template?.line}`));
  const [file, needle] = breakage.template;
  const line = lineOf(readFileSync(join(folder, file), "utf8"), needle);
  expect([...places]).toEqual([`${folder}/${file}:${line}`]);
  if (breakage.message !== "") {
    expect(render?.findings.map(({ message, only }) => ({ message, only }))).toEqual([
      { message: breakage.message, only: undefined },
    ]);
  }
  const sourceLine = breakage.source && lineOf(source, breakage.source);
  expect(render?.findings[0]?.source?.line).toBe(sourceLine);
  expect(render?.findings.every(({ message }) => !/^Error:|--debug/.test(message))).toBe(true);
});

describeWithEachHelm("what could not be checked", (helm) => {
  test("is not called right, and says why", async () => {
    const edits = [{ file: "templates/broken.yaml", text: "", other: '{{ fail "no harbour" }}\n' }];
    const folders = editCharts(temporaryFolder(), harbour(), edits);
    const report = await verify(harbour(), { helms: [helm.path], folders });
    expect(report.summary).toMatchObject({
      passed: false,
      errors: 1,
      objects: { unchecked: 7, "left-out": 1 },
    });
    const why = 'not rendered by Helm: "harbour"';
    expect(report.checks.map(({ check, status, detail }) => [check, status, detail])).toEqual([
      ["render", "failed", `with Helm ${helm.version}`],
      ["parity", "unchecked", why],
      ["namespace", "unchecked", why],
      ["lint", "passed", "helm lint --strict"],
      ["schema", "passed", expect.any(String)],
      ["value-use", "passed", "3 values"],
      ["release-size", "unchecked", why],
      ["determinism", "skipped", "no second build was made"],
    ]);
    const text = renderReport(report);
    expect(text).toContain(`  not checked  equals the source      ${why}\n`);
    expect(text).toMatch(/\nNot verified: 1 error, 3 checks not done\.\n$/);
    expect(allFindings(report).map(({ check }) => check)).toEqual(["render"]);
  });

  test("is named when the values are refused", async () => {
    const edits = [{ file: "values.yaml", text: "replicas: 2", other: "replicas: many" }];
    const folders = editCharts(temporaryFolder(), harbour(), edits);
    const { checks } = await verify(harbour(), { helms: [helm.path], folders });
    const schema = checks.find(({ check }) => check === "schema");
    expect(schema).toMatchObject({
      status: "unchecked",
      detail: `the chart's own values are refused: "harbour"`,
      findings: [],
    });
  });
});
