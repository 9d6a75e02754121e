// The whole stage with real Helm: a right chart passes, and every way of breaking it is found and named, with the
// places in source and template.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, value } from "../../src/template/expression.ts";
import { HelmError } from "../../src/verify/helm.ts";
import type { Report } from "../../src/verify/report.ts";
import { renderReport } from "../../src/verify/report-text.ts";
import { verify } from "../../src/verify/verify.ts";
import { describeWithEachHelm, helms } from "../support/helm.ts";
import { makeFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { allFindings, editCharts, type HandEdit, lineOf, sentence } from "./edited-chart.ts";
import { harbour, harbourValues, namespace, source } from "./harbour.ts";

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

  describe("a chart edited by hand", () => {
    const edits: readonly HandEdit[] = [
      {
        file: "templates/clusterrole-harbour-manager.yaml",
        text: "verbs: [get, list, watch]",
        other: "verbs: [get, list]",
      },
      {
        file: "templates/clusterrole-harbour-manager.yaml",
        text: `  - apiGroups: ["*"]
    resources: ["*/scale"]
    verbs: [get, update]
`,
        other: `  {{- if .Values.manager.canScale }}
  - apiGroups: ["*"]
    resources: ["*/scale"]
    verbs: [get, update]
  {{- end }}
`,
      },
      {
        file: "templates/clusterrole-harbour-manager.yaml",
        text: "verbs: [patch]",
        other: "verbs: [patch, delete]",
      },
      {
        file: "templates/deployment-harbour-manager.yaml",
        text: `            - name: PILOT
              value: "yes"
`,
        other: "",
      },
      {
        file: "templates/deployment-harbour-manager.yaml",
        text: "  labels:\n    app.kub",
        other: "  labels:\n    team: docks\n    app.kub",
      },
      {
        file: "templates/deployment-harbour-manager.yaml",
        text: "app.kubernetes.io/managed-by: {{ .Release.Service }}\n    ",
        other: "",
      },
      {
        file: "templates/configmap-harbour-settings.yaml",
        text: 'berths: "12"',
        other: "berths: 12",
      },
      {
        file: "templates/configmap-harbour-settings.yaml",
        text: "path: /etc/harbour-system/config",
        other: "path: /etc/{{ .Release.Namespace }}/config",
      },
      {
        file: "templates/harbour-main.yaml",
        text: "  finalizers:\n    - harbour.example.org/undock\n",
        other: "",
      },
      {
        file: "templates/rolebinding-harbour-auth-reader.yaml",
        text: "namespace: {{ .Release.Namespace }}",
        other: "namespace: harbour-system",
      },
      {
        file: "templates/clusterrole-harbour-viewer.yaml",
        text: "apiVersion: rbac",
        other: "{{- if false }}\napiVersion: rbac",
      },
      {
        file: "templates/clusterrole-harbour-viewer.yaml",
        text: "rules: []",
        other: "rules: []\n{{- end }}",
      },
      {
        file: "templates/copy.yaml",
        text: "",
        other: `apiVersion: v1
kind: ServiceAccount
metadata:
  name: harbour
---
apiVersion: v1
kind: Secret
metadata:
  name: harbour-token
---
apiVersion: v1
kind: Namespace
metadata:
  name: harbour-system
`,
      },
      {
        file: "values.yaml",
        text: "  logLevel: info",
        other: "  logLevel: info\nspare: 1",
      },
      {
        file: "values.schema.json",
        text: '"image": { "type": "string" }',
        other: '"image": {}',
      },
      {
        file: "values.schema.json",
        text: '"additionalProperties": false,\n  "properties"',
        other: '"properties"',
      },
    ];
    const root = makeFolder();
    let folder = "";
    let report: Report;

    beforeAll(async () => {
      folder = join(root, "harbour");
      const folders = editCharts(root, harbour(), edits);
      report = await verify(harbour(), { helms: [helm.path], folders });
    });
    afterAll(() => rmSync(root, { recursive: true, force: true }));

    const cases: readonly {
      readonly name: string;
      readonly sentence: string;
      /** What stands in the source line, and after what; undefined where the source has no place. */
      readonly source?: readonly [needle: string, anchor: string];
      readonly template: readonly [file: string, needle: string];
    }[] = [
      {
        name: "a removed verb",
        sentence:
          'ClusterRole harbour-manager: verb "watch" of rule 0 (get, list, watch on pods, pods/exec) is lost',
        source: ["verbs: [get, list, watch]", "name: harbour-manager"],
        template: ["templates/clusterrole-harbour-manager.yaml", "verbs: [get, list]"],
      },
      {
        name: "an added verb",
        sentence:
          'ClusterRole harbour-manager: verb "delete" of rule 1 (patch, delete on deployments of apps named harbour) is added',
        source: ["verbs: [patch]", "name: harbour-manager"],
        template: ["templates/clusterrole-harbour-manager.yaml", "verbs: [patch, delete]"],
      },
      {
        name: "a rule in a condition that is off by default",
        sentence: "ClusterRole harbour-manager: rule 2 (get, update on */scale of *) is lost",
        source: ['- apiGroups: ["*"]', "name: harbour-manager"],
        template: ["templates/clusterrole-harbour-manager.yaml", '- apiGroups: ["*"]'],
      },
      {
        name: "a lost env",
        sentence: 'Deployment harbour-system/harbour-manager: env "PILOT" of container "manager" is lost',
        source: ["- name: PILOT", "kind: Deployment"],
        template: ["templates/deployment-harbour-manager.yaml", "{{ .Release.Namespace }}\n---"],
      },
      {
        name: "an extra label",
        sentence: 'Deployment harbour-system/harbour-manager: label "team" ("docks") is added',
        source: ["app: harbour", "kind: Deployment"],
        template: ["templates/deployment-harbour-manager.yaml", "team: docks"],
      },
      {
        name: "a listed difference that does not occur",
        sentence:
          'Deployment harbour-system/harbour-manager: the listed difference at "metadata.labels["app.kubernetes.io/managed-by"]" (a label of Helm\'s conventions) does not occur',
        source: ["app: harbour", "kind: Deployment"],
        template: ["templates/deployment-harbour-manager.yaml", "app: harbour"],
      },
      {
        name: "a changed type",
        sentence:
          'ConfigMap harbour-system/harbour-settings: "data.berths" changed its type: the number 12 instead of the text "12"',
        source: ['berths: "12"', ""],
        template: ["templates/configmap-harbour-settings.yaml", "berths: 12"],
      },
      {
        name: "a path that moves with the namespace",
        sentence:
          'ConfigMap harbour-system/harbour-settings: "data.path" changes with the namespace, and "harbour-system" is no namespace there',
        source: ["path: /etc", ""],
        template: ["templates/configmap-harbour-settings.yaml", "path: /etc"],
      },
      {
        name: "a dropped finalizer",
        sentence:
          'Harbour harbour-system/main: "metadata.finalizers" (["harbour.example.org/undock"]) is lost',
        source: ["- harbour.example.org/undock", "kind: Harbour"],
        template: ["templates/harbour-main.yaml", "spec:"],
      },
      {
        name: "a place of the namespace that stays",
        sentence:
          'RoleBinding kube-system/harbour-auth-reader: "namespace" of subject ServiceAccount "harbour-system/harbour" keeps the namespace "harbour-system" when the release is in another one',
        source: ["namespace: harbour-system", "subjects:"],
        template: ["templates/rolebinding-harbour-auth-reader.yaml", "namespace: harbour-system"],
      },
      {
        name: "an object that is lost",
        sentence: "ClusterRole harbour-viewer: is not rendered",
        source: ["apiVersion: rbac.authorization.k8s.io/v1", "verbs: [get]\n---"],
        template: ["templates/clusterrole-harbour-viewer.yaml", "apiVersion: rbac"],
      },
      {
        name: "an object that is there twice",
        sentence:
          'ServiceAccount harbour-system/harbour: is rendered 2 times, by "harbour/templates/copy.yaml", "harbour/templates/serviceaccount-harbour.yaml"',
        source: ["apiVersion: v1", "---"],
        template: ["templates/serviceaccount-harbour.yaml", "apiVersion: v1"],
      },
      {
        name: "an object that the source lacks",
        sentence: "Secret harbour-token: is rendered, and the source has no such object",
        template: ["templates/copy.yaml", "apiVersion"],
      },
      {
        name: "an object that is listed as left out",
        sentence:
          "Namespace harbour-system: is rendered, although it is listed as left out (the release's namespace takes its place)",
        source: ["apiVersion: v1", ""],
        template: ["templates/copy.yaml", "apiVersion"],
      },
      {
        name: "a reference to a value that there is not",
        sentence: '".Values.manager.canScale" is read and is no value of the chart',
        template: ["templates/clusterrole-harbour-manager.yaml", "{{- if .Values.manager.canScale }}"],
      },
      {
        name: "a value that nothing reads",
        sentence: 'values.yaml sets "spare", and no template reads it',
        template: ["values.yaml", "spare"],
      },
      {
        name: "a schema that accepts a wrong type",
        sentence: 'the schema accepts a wrong type for "manager.image"',
        template: ["values.schema.json", '"image"'],
      },
      {
        name: "a schema that accepts an unknown key",
        sentence: "the schema accepts an unknown key at the root",
        template: ["values.schema.json", "{"],
      },
    ];

    test.each(cases)("$name is found and named with its places", ({ sentence: expected, ...places }) => {
      const found = allFindings(report).find((finding) => sentence(finding) === expected);
      expect(allFindings(report).map(sentence)).toContain(expected);
      if (places.source) {
        const [needle, anchor] = places.source;
        expect(found?.source).toMatchObject({ file: "harbour.yaml", line: lineOf(source, needle, anchor) });
      }
      const [file, needle] = places.template;
      const content = `${readFileSync(join(folder, file), "utf8").trimEnd()}\n---`;
      expect(found?.template).toMatchObject({ file: `${folder}/${file}`, line: lineOf(content, needle) });
    });

    test("nothing else is found", () => {
      const known = new Set(cases.map((entry) => entry.sentence));
      expect(
        allFindings(report)
          .map(sentence)
          .filter((text) => !known.has(text)),
      ).toEqual([]);
      expect(report.summary.passed).toBe(false);
    });

    test("the text groups the findings by object", () => {
      const lines = renderReport(report).split("\n");
      const start = lines.indexOf("ClusterRole harbour-manager");
      expect(lines.slice(start + 1, start + 5)).toEqual([
        '  error: verb "watch" of rule 0 (get, list, watch on pods, pods/exec) is lost [parity]',
        `    template: ${folder}/templates/clusterrole-harbour-manager.yaml:9`,
        "    source:   harbour.yaml:19",
        "    path:     rules[0].verbs[2]",
      ]);
      expect(lines.at(-2)).toBe(`Not verified: ${report.summary.errors} errors.`);
    });
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
      ["is not rendered", [`Helm ${helm.version} with create=true`]],
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
