// A small chart with everything broken at once: each edit by hand is found and named, with its places in source and
// template, and nothing else is.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Report } from "../../src/verify/report.ts";
import { renderReport } from "../../src/verify/report-text.ts";
import { verify } from "../../src/verify/verify.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import { allFindings, editCharts, type HandEdit, lineOf, sentence } from "./edited-chart.ts";
import { harbour, source } from "./harbour.ts";

describeWithEachHelm("a chart edited by hand", (helm) => {
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
      sentence: 'Harbour harbour-system/main: "metadata.finalizers" (["harbour.example.org/undock"]) is lost',
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
