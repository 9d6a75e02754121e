// A report as text and as JSON, and findings of several renderings in one.

import { expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { parityResult } from "../../src/verify/check-results.ts";
import {
  assembleReport,
  type Finding,
  mergeFindings,
  type ObjectReport,
  printReport,
} from "../../src/verify/report.ts";
import { renderReport } from "../../src/verify/report-text.ts";
import { viewsOf } from "../../src/verify/view.ts";

const service = { group: "", version: "v1", kind: "Service", namespace: "docks", name: "gate" };
const lost: Finding = {
  check: "parity",
  severity: "error",
  message: '"spec.type" ("ClusterIP") is lost',
  chart: "harbour",
  object: service,
  path: "spec.type",
  expected: '"ClusterIP"',
  source: { file: "op.yaml", line: 7, column: 3 },
  template: { file: "out/templates/service.yaml", line: 5, column: 3 },
};
const objects: readonly ObjectReport[] = [
  {
    reference: service,
    chart: "harbour",
    status: "differs",
    source: { file: "op.yaml", line: 1, column: 1 },
    template: { file: "out/templates/service.yaml", line: 1, column: 1 },
    listed: [
      { path: "metadata.labels.a", reason: "a label" },
      { path: "metadata.labels.b", reason: "a label" },
    ],
    findings: [lost],
  },
  {
    reference: { group: "", version: "v1", kind: "Namespace", name: "docks" },
    status: "left-out",
    listed: [{ reason: "the release's" }],
    findings: [],
  },
];
const stays: Finding = { ...lost, check: "namespace", severity: "warning", message: "stays" };
const report = assembleReport(
  [{ name: "harbour", version: "1.0.0", folder: "out", releaseBytes: 100 }],
  [{ path: "helm", version: "3.17.3" }],
  objects,
  [
    { check: "parity", detail: "2 objects", findings: [] },
    { check: "namespace", detail: "elsewhere", findings: [stays] },
    {
      check: "lint",
      detail: "helm lint --strict",
      findings: [
        { check: "lint", severity: "error", message: "templates/: broken\n  here", chart: "harbour" },
      ],
    },
    { check: "determinism", detail: "no second build was made", findings: [], skipped: true },
  ],
);

test("a finding of an object stands there and nowhere else, and its check counts it", () => {
  expect(report.objects[0]?.findings).toEqual([lost, stays]);
  expect(
    report.checks.map(({ check, status, errors, warnings, findings }) => [
      check,
      status,
      errors,
      warnings,
      findings.length,
    ]),
  ).toEqual([
    ["parity", "failed", 1, 0, 0],
    ["namespace", "warned", 0, 1, 0],
    ["lint", "failed", 1, 0, 1],
    ["determinism", "skipped", 0, 0, 0],
  ]);
  expect(report.summary).toEqual({
    passed: false,
    errors: 2,
    warnings: 1,
    objects: { differs: 1, "left-out": 1 },
  });
});

test("the text says what was proven, and groups what is wrong", () => {
  expect(renderReport(report, { verbose: true })).toBe(`Charts   harbour 1.0.0
Helm     3.17.3
Objects  1 left out by design
           1 × the release's
         1 different
           1 × a label

  FAILED   equals the source      2 objects
  warning  follows the namespace  elsewhere
  FAILED   lints                  helm lint --strict
  skipped  builds the same again  no second build was made

  differs   Service docks/gate
            op.yaml:1 → out/templates/service.yaml:1
            metadata.labels.a, metadata.labels.b: a label
  left-out  Namespace docks
            the release's

Service docks/gate
  error: "spec.type" ("ClusterIP") is lost [parity]
    template: out/templates/service.yaml:5
    source:   op.yaml:7
  warning: stays [namespace]
    template: out/templates/service.yaml:5
    source:   op.yaml:7
    path:     spec.type
    expected: "ClusterIP"

Chart harbour
  error: templates/: broken [lint]
      here

Not verified: 2 errors, 1 warning.
`);
});

test("the JSON form is the report in one document", () => {
  expect(JSON.parse(printReport(report))).toEqual(report);
  expect(printReport(report).endsWith("}\n")).toBe(true);
});

test("what all renderings show is said once, what only some show names them", () => {
  const other = { ...lost, message: "other" };
  expect(
    mergeFindings([
      ["Helm 3", [lost, other]],
      ["Helm 4", [lost]],
    ]),
  ).toEqual([lost, { ...other, only: ["Helm 3"] }]);
});

test("what two Helms word differently is one finding, in the words of the first", () => {
  const worded = (words: string) => ({ ...lost, words });
  expect(
    mergeFindings([
      ["Helm 3", [worded("Expected: integer")]],
      ["Helm 4", [worded("want integer")]],
    ]),
  ).toEqual([worded("Expected: integer")]);
});

test("renderings that are named already stay named", () => {
  expect(
    mergeFindings([
      ["Helm 3", [{ ...lost, only: ["Helm 3 in another namespace"] }]],
      ["Helm 4", [lost]],
    ]),
  ).toEqual([{ ...lost, only: ["Helm 3 in another namespace", "Helm 4"] }]);
});

test("a check that could not be done fails the run", () => {
  const unchecked = assembleReport(
    [],
    [],
    [],
    [{ check: "parity", detail: "2 objects", findings: [], unchecked: "not rendered by Helm" }],
  );
  expect(unchecked.checks).toMatchObject([{ status: "unchecked", detail: "not rendered by Helm" }]);
  expect(unchecked.summary.passed).toBe(false);
  expect(renderReport(unchecked)).toMatch(/\nNot verified: 1 check not done\.\n$/);
});

test("one object is not told as several", () => {
  const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
  const { chartSet } = compile([{ name: "a.yaml", text }], { name: "a" });
  if (!chartSet) throw new Error("no charts");
  const views = viewsOf(chartSet, undefined).map((view) => ({ ...view, checked: [], rendered: [] }));
  expect(parityResult(views, []).detail).toBe("1 object of the source");
});
