// The section `patches` of a project: built, listed, proven; and what is said of patches that do not fit.

import { beforeEach, expect, test } from "vitest";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";
import { customResource, operator, project } from "./small-operator.ts";

let folder = "";
const text = (path: string) => readFiles(folder)[path] ?? "";
const withPatches = (patches: string) =>
  writeFiles(folder, { "chartwright.yaml": `${project}patches:\n${patches}` });

beforeEach(() => {
  folder = temporaryFolder();
  writeFiles(folder, { "operator.yaml": operator, "cr.yaml": customResource });
});

const patches = `  - target: { kind: Deployment }
    patch: |
      - op: add
        path: /spec/replicas
        value: 2
  - path: patches/manager.yaml
  - target: { kind: Tide, name: ti.e }
    patch: |
      spec: { level: 5 }
`;
const manager = `apiVersion: apps/v1
kind: Deployment
metadata: { name: tide-operator, namespace: tide-system }
spec:
  template:
    spec:
      containers:
        - name: manager
          args: [--v=4]
          resources: { limits: { memory: 64Mi } }
`;

test("patches are in the charts and their values, and listed with their number", async () => {
  withPatches(patches);
  writeFiles(folder, { "patches/manager.yaml": manager });
  const { code, stdout } = await call(["build"], { folder });
  expect(code).toBe(0);
  expect(stdout).toContain("  Deployment tide-system/tide-operator: patch 1 of the project file\n");
  expect(stdout).toContain("  Tide tide-system/tide: patch 3 of the project file\n");
  expect(text("charts/tide/templates/deployment-tide-operator.yaml")).toContain("- --v=4\n");
  expect(text("charts/tide/values.yaml")).toMatch(/ replicas: 2 /);
  expect(text("charts/tide/values.yaml")).toMatch(/ memory: 64Mi/);
  expect(text("charts/tide/values.yaml")).toMatch(/ level: 5/);
  expect(text("charts/tide/README.md")).toContain(
    "(1 in `Tide tide-system/tide`): patch 3 of the project file",
  );
  const { stdout: json } = await call(["build", "--check", "--json"], { folder });
  expect(JSON.parse(json).differences).toContainEqual({
    object: "Deployment tide-system/tide-operator",
    path: "spec.replicas",
    reason: "patch 1 of the project file",
  });
});

test("an object that a patch deletes is left out, by name", async () => {
  withPatches("  - target: { kind: ServiceAccount }\n    patch: '{ $patch: delete }'\n");
  const { code, stdout } = await call(["build"], { folder });
  expect(code).toBe(0);
  expect(stdout).toContain("  ServiceAccount tide-system/tide-operator: patch 1 of the project file\n");
  expect(Object.keys(readFiles(folder)).filter((path) => path.includes("serviceaccount"))).toEqual([]);
});

test.each([
  {
    name: "a patch for no object, with the nearest one",
    patches:
      "  - patch: |\n      apiVersion: apps/v1\n      kind: Deployment\n      metadata: {name: tide-operater, namespace: tide-system}\n",
    code: 2,
    says: /^chartwright\.yaml:8:12: error: Patch 1 is for no object of the sources\. \[patches\/no-object\]\n[\s\S]*hint: +Name Deployment tide-system\/tide-operator \(apps\/v1, operator\.yaml:/,
  },
  {
    name: "a target that nothing meets",
    patches: "  - target: { kind: Deploy }\n    patch: '{ spec: { replicas: 1 } }'\n",
    code: 2,
    says: /found: +kind Deploy\n +expected: an object of the sources; they have the kinds CustomResourceDefinition, Deployment/,
  },
  {
    name: "a patch that changes nothing",
    patches: "  - target: { kind: Tide }\n    patch: '{ spec: { level: 3 } }'\n",
    code: 0,
    says: /warning: Patch 1 changes nothing: 1 object of the sources is so already\. \[patches\/no-change\]/,
  },
  {
    name: "a patch that does not fit",
    patches: "  - target: { kind: Tide }\n    patch: '{ spec: deep }'\n",
    code: 2,
    says: /error: The patch does not fit the object at "spec"\. \[patches\/unfit\]\n[\s\S]*found: +a single value\n +expected: a mapping, as the object has\n +note: +in patch 1/,
  },
  {
    name: "neither text nor file",
    patches: "  - target: { kind: Tide }\n",
    code: 2,
    says: /error: A patch is a text or a file\. \[project\/invalid\]\n[\s\S]*found: +neither patch nor path/,
  },
  {
    name: "a file that is not there",
    patches: "  - path: gone.yaml\n",
    code: 2,
    says: /^chartwright\.yaml:8:11: error: The patch "gone\.yaml" cannot be read\. \[patches\/no-file\]\n/,
  },
])("told: $name", async ({ patches: section, code, says }) => {
  withPatches(section);
  const called = await call(["build"], { folder });
  expect(called.stderr).toMatch(says);
  expect(called.code).toBe(code);
});

test("of overlays a patch may be for one alone", async () => {
  const sources = (name: string) => `    ${name}:
      sources:
        - path: ${name}.yaml
`;
  const settings = `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: tide-settings, namespace: tide-system}\ndata: {MOON: full}\n`;
  const only = `---\napiVersion: v1\nkind: Service\nmetadata: {name: ebb, namespace: tide-system}\nspec: {ports: [{port: 80}]}\n`;
  writeFiles(folder, {
    "one.yaml": operator + settings,
    "two.yaml": operator + settings + only,
    "chartwright.yaml": `apiVersion: chartwright/v1
kind: ChartProject
name: tide
providers:
  default: one
  configMap: tide-settings
  overlays:
${sources("one")}${sources("two")}patches:
  - target: { kind: Service }
    patch: '{ spec: { type: NodePort } }'
  - target: { kind: Deployment }
    patch: '{ spec: { minReadySeconds: 5 } }'
  - target: { kind: Job }
    patch: '{ spec: {} }'
`,
  });
  const failed = await call(["build"], { folder });
  expect(failed.code).toBe(2);
  expect(failed.stderr.match(/\[patches\/no-object\]/g)).toHaveLength(1);
  expect(failed.stderr).toContain("Patch 3 is for no object of the sources.");
  const project = text("chartwright.yaml").replace(/ {2}- target: \{ kind: Job[\s\S]*$/, "");
  writeFiles(folder, { "chartwright.yaml": project });
  expect((await call(["build"], { folder })).stderr).not.toContain("error");
  const charts = Object.entries(readFiles(folder)).filter(([path]) => path.includes("/templates/"));
  expect(charts.filter(([, chart]) => chart.includes("minReadySeconds: 5"))).toHaveLength(1);
  expect(charts.filter(([, chart]) => chart.includes("type: NodePort"))).toHaveLength(1);
});

describeWithEachHelm("patched charts", (helm) => {
  test("equal the sources apart from what is listed of each patch", async () => {
    withPatches(`${patches}  - target: { kind: ServiceAccount }\n    patch: '{ $patch: delete }'\n`);
    writeFiles(folder, { "patches/manager.yaml": manager });
    expect((await call(["build"], { folder })).code).toBe(0);
    const { code, stdout } = await call(["verify", "--helm", helm.path, "--verbose"], { folder });
    expect(stdout).toContain("patch 1 of the project file");
    expect(stdout).toContain("patch 2 of the project file");
    expect(stdout).toMatch(
      /left-out +ServiceAccount tide-system\/tide-operator\n.*\n +patch 4 of the project file/,
    );
    expect(code).toBe(0);
  });
});
