// Charts that depend on others, as files.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call } from "../cli/called.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { foreign, harbour, projectFile } from "./harbour-projects.ts";

function folderWith(more: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  writeFiles(folder, { ...harbour, ...more });
  return folder;
}

async function built(folder: string, ...argv: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { code, stderr } = await call(["build", ...argv], { folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("error:") });
  return readFiles(folder);
}

/** The lines of Chart.yaml about dependencies: from their key to the next one. */
const dependencies = (text: string | undefined) => /^dependencies:\n(?: .*\n)*/m.exec(text ?? "")?.[0];

test("a build writes the charts of the components' projects, and then the chart with all of them inside", async () => {
  const folder = folderWith();
  const files = await built(folder, "quay");
  expect(dependencies(files["quay/charts/quay/Chart.yaml"])).toBe(`dependencies:
  - name: tide
    version: "1.2.3"
    repository: "file://../../../tide/charts/tide"
    condition: tide.enabled
  - name: crane
    version: "2.0.0"
    repository: "file://../../../crane/charts/crane"
    condition: lift.enabled
    alias: lift
`);
  for (const name of ["tide", "crane"]) {
    const own = readFiles(join(folder, name, "charts", name));
    const vendored = readFiles(join(folder, "quay/charts/quay/charts", name));
    const packaged = Object.entries(own).filter(([path]) => !path.startsWith("docs/"));
    expect(vendored).toEqual(Object.fromEntries(packaged));
  }
  expect(await call(["build", "--check", "quay"], { folder })).toMatchObject({ code: 0, stdout: "" });
});

test("the examples for Argo CD and Flux give each component its own values, however deep it is", async () => {
  const folder = folderWith();
  const files = await built(folder, "port");
  const values = (text: string | undefined, key: string) =>
    new RegExp(`^( +)${key}:\\n((?:\\1 +.*\\n)+)`, "m").exec(text ?? "")?.[2]?.replaceAll(/^ {2,}/gm, "");
  const quay = files["quay/charts/quay/docs/gitops.md"];
  expect(values(quay, "valuesObject")).toBe("tide:\ngitops: true\ncrds:\nupgrade:\nenabled: false\n");
  expect(values(quay, "values")).toBe("tide:\ncrds:\nupgrade:\nenabled: false\n");
  const port = files["port/charts/port/docs/gitops.md"];
  expect(values(port, "valuesObject")).toBe(
    "harbour:\ntide:\ngitops: true\ncrds:\nupgrade:\nenabled: false\n",
  );
  expect(port).toContain("crds: CreateReplace");
});

test("the values of a component stand under its alias, with what is preset and what switches it", async () => {
  const values = (await built(folderWith(), "quay"))["quay/charts/quay/values.yaml"];
  expect(values).toContain("\nlift:\n  enabled: false\n  crane:\n    replicas: 2\n");
  expect(values).toContain("\nbeacon:\n  colour: red\n");
  expect(values).toMatch(/\nlights:\n {2}enabled: true/);
});

test("a release takes components from where they are published, foreign ones too, and holds none", async () => {
  const files = await built(folderWith(), "--release", "quay");
  expect(dependencies(files["quay/charts/quay/Chart.yaml"])).toBe(`dependencies:
  - name: tide
    version: "1.2.3"
    repository: "oci://registry.example.org/charts"
    condition: tide.enabled
  - name: crane
    version: "2.0.0"
    repository: "oci://registry.example.org/charts"
    condition: lift.enabled
    alias: lift
  - name: beacon
    version: "4.5.6"
    repository: "oci://registry.example.org/charts"
    condition: lights.enabled
`);
  expect(Object.keys(files).filter((path) => path.startsWith("quay/charts/quay/charts/"))).toEqual([]);
});

test("only Chart.yaml, Chart.lock, the README and the comments of values tell a release from a local build", async () => {
  const folder = folderWith();
  const local = readFiles(join((await built(folder, "quay")) && folder, "quay/charts/quay"));
  const release = readFiles(join((await built(folder, "--release", "quay")) && folder, "quay/charts/quay"));
  const differing = Object.keys(release).filter((path) => release[path] !== local[path]);
  expect(differing).toEqual([
    "Chart.lock",
    "Chart.yaml",
    "README.md",
    "docs/values.md",
    "values.schema.json",
    "values.yaml",
  ]);
  await built(folder, "quay");
  expect(readFiles(join(folder, "quay/charts/quay"))).toEqual(local);
});

test("a component's component comes along", async () => {
  const folder = folderWith();
  const files = await built(folder, "port");
  expect(files["port/charts/port/charts/quay/charts/tide/Chart.yaml"]).toBe(
    files["tide/charts/tide/Chart.yaml"],
  );
  expect(existsSync(join(folder, "crane/charts/crane/Chart.yaml"))).toBe(true);
});

test("a project with sources and components has the components' values beside its own", async () => {
  const folder = folderWith({
    "crane/chartwright.yaml": projectFile(
      "crane",
      "sources:\n  - path: install.yaml\ncomponents:\n  - project: ../tide\n    condition: tides.high\n",
    ),
  });
  const files = await built(folder, "crane");
  const values = files["crane/charts/crane/values.yaml"] ?? "";
  expect(values).toContain("\ncrane:\n");
  expect(values).toMatch(/\ntide: \{\}/);
  expect(values).toMatch(/\ntides:\n {2}high: true/);
  expect(files["crane/charts/crane/README.md"]).toContain("## Components");
});

test("an error of a component is told once", async () => {
  const folder = folderWith({ "crane/install.yaml": "kind: [\n" });
  const { code, stderr } = await call(["build", "quay"], { folder });
  expect(code).toBe(2);
  expect(stderr.match(/error:/g)).toHaveLength(1);
  expect(stderr).toContain("crane/install.yaml:");
  expect(stderr).toContain("quay was not built either: the errors above are those of its components.\n");
});

test.each([
  {
    name: "a preset of another type",
    files: {
      "quay/chartwright.yaml": projectFile(
        "quay",
        "components:\n  - project: ../crane\n    values: { crane: { replicas: many } }\n",
      ),
    },
    stderr: `quay/chartwright.yaml:6:34: error: The chart "crane" refuses the value "crane.replicas". [components/preset]
  6 |     values: { crane: { replicas: many } }
    |                                  ^
  found:    "many"
  expected: integer or null
  hint:     Its values.yaml and README show what it takes.`,
  },
  {
    name: "a preset that its chart does not know",
    files: {
      "quay/chartwright.yaml": projectFile(
        "quay",
        "components:\n  - project: ../crane\n    values: { uninstall: { time: 1s } }\n",
      ),
    },
    stderr: `quay/chartwright.yaml:6:26: error: The chart "crane" refuses the value "uninstall". [components/preset]
  6 |     values: { uninstall: { time: 1s } }
    |                          ^
  found:    uninstall
  expected: one of global, crane, configMaps, namespaceOverride, createNamespace, commonLabels, commonAnnotations, extraObjects, tests, enabled
  hint:     Its values.yaml and README show what it takes.`,
  },
  {
    name: "a preset of the component's own switch",
    files: {
      "quay/chartwright.yaml": projectFile(
        "quay",
        `components:
  - { project: ../crane, values: { enabled: false } }
`,
      ),
    },
    stderr: `quay/chartwright.yaml:5:45: error: The value "enabled" switches the component "crane", and is preset as well. [components/preset]
  5 |   - { project: ../crane, values: { enabled: false } }
    |                                             ^
  found:    false
  expected: \`enabled\` of the component to say whether it is on at first
  hint:     Take it out of \`values\`, and write \`enabled: false\` beside them.`,
  },
  {
    name: "a preset of a global value",
    files: {
      "quay/chartwright.yaml": projectFile(
        "quay",
        `components:
  - { project: ../crane, values: { global: { imageRegistry: a } } }
`,
      ),
    },
    stderr: `quay/chartwright.yaml:5:61: error: The value "global.imageRegistry" cannot be preset for the component "crane". [components/preset]
  5 |   - { project: ../crane, values: { global: { imageRegistry: a } } }
    |                                                             ^
  found:    a global value that the outer chart has, too: Helm hands that one down
  expected: values of the component's own
  hint:     Leave it to who installs the release, or preset what it stands for, such as an image's registry.`,
  },
  {
    name: "a condition at a value that is no switch",
    files: {
      "quay/chartwright.yaml": projectFile(
        "quay",
        `components:
  - { project: ../crane, condition: crane.crane.replicas }
`,
      ),
    },
    stderr: `quay/chartwright.yaml:5:37: error: The value "crane.crane.replicas" cannot switch the component "crane": its chart refuses it. [components/condition]
  5 |   - { project: ../crane, condition: crane.crane.replicas }
    |                                     ^
  found:    true
  expected: integer or null
  hint:     Give the component another \`condition\`, or none.`,
  },
  {
    name: "a condition that the component's chart does not know",
    files: {
      "quay/chartwright.yaml": projectFile(
        "quay",
        `components:
  - { project: ../crane, condition: crane.nothing.such }
`,
      ),
    },
    stderr: `quay/chartwright.yaml:5:37: error: The value "crane.nothing.such" cannot switch the component "crane": its chart refuses it. [components/condition]
  5 |   - { project: ../crane, condition: crane.nothing.such }
    |                                     ^
  found:    nothing
  expected: one of global, crane, configMaps, namespaceOverride, createNamespace, commonLabels, commonAnnotations, extraObjects, tests, enabled
  hint:     Give the component another \`condition\`, or none.`,
  },
  {
    name: "a component that is there twice",
    files: {
      "quay/chartwright.yaml": projectFile(
        "quay",
        `components:
  - { project: ../crane, alias: one }
  - { project: ../crane, alias: two }
`,
      ),
    },
    stderr: `quay/chartwright.yaml:6:16: error: ConfigMap crane-load would be in the release twice. [components/same-object]
  6 |   - { project: ../crane, alias: two }
    |                ^
  found:    "two" and "one" hold it
  expected: each object once: objects keep their names, whatever the component is called
  note:     it is here (crane/install.yaml:8:1)
  hint:     Take one of them out.`,
  },
  {
    name: "two components under one alias",
    files: {
      "quay/chartwright.yaml": projectFile(
        "quay",
        `components:
  - { project: ../tide, alias: one }
  - { project: ../crane, alias: one }
`,
      ),
    },
    stderr: `quay/chartwright.yaml:6:16: error: The values of the component "crane" cannot stand under "one". [plan/name-taken]
  6 |   - { project: ../crane, alias: one }
    |                ^
  found:    another component under that key
  expected: a key of its own
  hint:     Give the component an alias.`,
  },
  {
    name: "a misspelt alias",
    files: {
      "quay/chartwright.yaml": projectFile(
        "quay",
        `components:
  - { project: ../crane, alais: one }
`,
      ),
    },
    stderr: `quay/chartwright.yaml:5:26: error: "alais" is no key of "components[0]". [project/unknown-key]
  5 |   - { project: ../crane, alais: one }
    |                          ^
  found:    alais
  expected: one of project, chart, repository, version, alias, condition, enabled, values
  hint:     Write "alias".`,
  },
  {
    name: "a project that is not there",
    files: {
      "quay/chartwright.yaml": projectFile(
        "quay",
        `components:
  - project: ../carne
`,
      ),
    },
    stderr: `quay/chartwright.yaml:5:14: error: "carne" holds no project file. [project/not-found]
  5 |   - project: ../carne
    |              ^
  found:    no chartwright.yaml
  expected: a folder with a chartwright.yaml
  hint:     Write one with \`chartwright init MANIFEST…\`, or go without: \`chartwright convert MANIFEST… -o DIR --verify\`.`,
  },
  {
    name: "a project with several charts",
    files: {
      "tide/chartwright.yaml": projectFile("tide", "sources:\n  - path: operator.yaml\n  - path: cr.yaml\n"),
    },
    stderr: `quay/chartwright.yaml:6:14: error: The project "../tide" has several charts, which are installed one after the other; those of a release are installed at once. [components/chart]
  6 |   - project: ../tide
    |              ^
  found:    tide-crd, tide
  expected: one chart
  hint:     Give the project a layout of one chart (one-chart or single), or name with \`chart\` the one that is meant.`,
  },
  {
    name: "a project that leads back to itself",
    files: {
      "crane/chartwright.yaml": projectFile(
        "crane",
        "sources:\n  - path: install.yaml\ncomponents:\n  - project: ../quay\n",
      ),
    },
    stderr: `crane/chartwright.yaml:7:14: error: A chart cannot depend on itself. [components/cycle]
  7 |   - project: ../quay
    |              ^
  found:    "quay" → "crane" → "quay"
  expected: components that do not lead back
  hint:     Take out the component that leads back.`,
  },
  {
    name: "a key that the chart has for itself",
    files: {
      "quay/chartwright.yaml": projectFile("quay", "components:\n  - project: ../crane\n    alias: crds\n"),
    },
    stderr: `quay/chartwright.yaml:5:14: error: The values of the component "crane" cannot stand under "crds". [plan/name-taken]
  5 |   - project: ../crane
    |              ^
  found:    a value of this chart under that key
  expected: a key of its own
  hint:     Give the component an alias.`,
  },
  {
    name: "a condition inside the values of another component",
    files: {
      "quay/chartwright.yaml": projectFile(
        "quay",
        "components:\n  - project: ../tide\n  - project: ../crane\n    condition: tide.crane\n",
      ),
    },
    stderr: `quay/chartwright.yaml:7:16: error: The value "tide.crane" cannot switch the component "crane". [components/condition]
  7 |     condition: tide.crane
    |                ^
  found:    values of the component "tide" under "tide"
  expected: a value of its own, such as crane.enabled
  hint:     Give the component another \`condition\`, or none.`,
  },
  {
    name: "a component that is neither a project nor complete",
    files: {
      "quay/chartwright.yaml": projectFile("quay", "components:\n  - chart: beacon\n    version: 1.0.0\n"),
    },
    stderr: `quay/chartwright.yaml:5:5: error: "components[0]" has a value that it cannot have. [project/invalid]
  5 |   - chart: beacon
    |     ^
  found:    a mapping
  expected: project, or chart with repository and version; a project's chart has its own version`,
  },
])("$name is an error with its place", async ({ files, stderr }) => {
  const folder = folderWith(files);
  const called = await call(["verify", "quay"], { folder });
  expect(called.stderr.trim()).toBe(`${stderr}\n\n1 error; nothing was verified.`);
  expect(called.code).toBe(2);
});

/** A project with an overlay for each of two providers, an own component, and `more`. */
function providersWith(more: string): Readonly<Record<string, string>> {
  const overlay = (size: number) => `apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: quay }
data: { SIZE: "${size}" }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: operator }
rules: [{ apiGroups: [""], resources: [pods], verbs: [get] }]
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: operator, namespace: quay }
spec:
  selector: { matchLabels: { app: operator } }
  template:
    metadata: { labels: { app: operator } }
    spec:
      containers:
        - name: operator
          image: registry.example.org/operator:v1.0.0
          envFrom: [{ configMapRef: { name: settings } }]
`;
  return {
    "quay/big.yaml": overlay(9),
    "quay/small.yaml": overlay(1),
    "quay/chartwright.yaml": projectFile(
      "quay",
      `providers:
  default: small
  configMap: settings
  secret: credentials
  overlays:
    small: { sources: [{ path: small.yaml }] }
    big: { sources: [{ path: big.yaml }] }
components:
  - project: ../crane
    alias: lift
    condition: lights.all
    enabled: false
${more}`,
    ),
  };
}

const foreignAs = (...lines: readonly string[]) =>
  `  - chart: beacon\n    version: 1.0.0\n    repository: oci://registry.example.org/charts\n${lines.map((line) => `    ${line}\n`).join("")}`;

test.each([
  ["the map of its own values", ["condition: beacon"], "the map of the component's values"],
  ["a value of the chart", ["condition: secrets.mode"], 'the value "secrets.mode" of this chart'],
  ["a place inside a value", ["condition: provider.beacon"], 'the value "provider" of this chart'],
  ["a place around values", ["condition: global"], 'the value "global.imageRegistry" of this chart'],
  [
    "a switch of another that is off at first",
    ["condition: lights.all"],
    'the component "crane", which the same value has off at first',
  ],
  [
    "a place inside the switch of another",
    ["condition: lights.all.beacon"],
    'the switch "lights.all" of the component "crane"',
  ],
])("a condition cannot be %s", async (_, lines, found) => {
  const folder = folderWith(providersWith(foreignAs(...lines)));
  const { code, stderr } = await call(["build", "quay"], { folder });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("[components/condition]") });
  expect(stderr).toContain(`found:    ${found}\n`);
});

test.each([
  ["of the chart", "rbac.create"],
  ["of another component", "lights.all"],
])("a condition can be a switch %s that is the same at first", async (_, condition) => {
  const isEnabled = condition === "rbac.create";
  const folder = folderWith(
    providersWith(foreignAs(`condition: ${condition}`, ...(isEnabled ? [] : ["enabled: false"]))),
  );
  expect((await call(["build", "quay"], { folder })).stderr).not.toContain("error");
});

test.each(["provider", "providerConfigs", "providerSecrets", "operator", "lift"])(
  "values of a component cannot stand under %s in a chart with overlays that has it for itself",
  async (alias) => {
    const folder = folderWith(providersWith(foreignAs(`alias: ${alias}`)));
    const { code, stderr } = await call(["build", "quay"], { folder });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("[plan/name-taken]") });
  },
);

test("a release needs an address for each component", async () => {
  const folder = folderWith({
    "quay/chartwright.yaml": projectFile("quay", `components:\n  - project: ../crane\n${foreign}`),
  });
  const { code, stderr } = await call(["build", "--release", "quay"], { folder });
  expect(code).toBe(2);
  expect(
    stderr,
  ).toContain(`quay/chartwright.yaml:5:14: error: A release cannot tell where the chart "crane" is published. [components/repository]
  5 |   - project: ../crane
    |              ^
  found:    no repository
  expected: the address from which Helm fetches the chart
  hint:     Set \`repository\` of the component, such as oci://ghcr.io/example/charts.`);
});
