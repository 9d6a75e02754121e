import { expect, test } from "vitest";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { loadProject } from "../../src/load/load-project.ts";
import { parseProject } from "../../src/project/parse-project.ts";
import { printProject } from "../../src/project/print-project.ts";
import type { Project } from "../../src/project/project.ts";
import { writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const complete = `apiVersion: chartwright/v1
kind: ChartProject
name: tidegate
sources:
  - path: release/operator.yaml
customResources:
  - path: cr.yaml
layout: one-chart
sourceNamespace: tidegate-system
chart:
  version: 1.8.4-rc.1+build
  appVersion: v1.8.4
  kubeVersion: ">=1.30.0-0"
  description: Holds back
  home: https://example.org
  icon: https://example.org/icon.svg
  sources: [https://example.org/code]
  keywords: [tide]
  maintainers:
    - name: The harbour office
      email: office@example.org
      url: https://example.org/office
output: ../charts
`;

test("a project that uses every key is read as it is written", async () => {
  const { project, diagnostics } = await parseProject("chartwright.yaml", complete);
  expect(diagnostics).toEqual([]);
  expect(project).toEqual({
    apiVersion: "chartwright/v1",
    kind: "ChartProject",
    name: "tidegate",
    sources: [{ path: "release/operator.yaml" }],
    customResources: [{ path: "cr.yaml" }],
    layout: "one-chart",
    sourceNamespace: "tidegate-system",
    chart: {
      version: "1.8.4-rc.1+build",
      appVersion: "v1.8.4",
      kubeVersion: ">=1.30.0-0",
      description: "Holds back",
      home: "https://example.org",
      icon: "https://example.org/icon.svg",
      sources: ["https://example.org/code"],
      keywords: ["tide"],
      maintainers: [
        { name: "The harbour office", email: "office@example.org", url: "https://example.org/office" },
      ],
    },
    output: "../charts",
  } satisfies Project);
});

test("the section on providers is read as it is written", async () => {
  const { project, diagnostics } = await parseProject(
    "chartwright.yaml",
    `${complete}providers:
  default: quay
  configMap: ferry-settings
  variable: FERRY_PROVIDER
  secret: ferry-credentials
  files:
    ferry-ssh-key: { providers: [quay], keys: { id_rsa: id_rsa, id_rsa.pub: id_rsa_pub } }
    ferry-certificates: { values: tlsCerts, existing: existingTlsSecretName, keys: { ca.crt: caCert } }
  overlays:
    quay: { sources: [{ path: overlays/quay.yaml }] }
    buoy: { sources: [{ path: overlays/buoy.yaml }], group: buoys }
`,
  );
  expect(diagnostics).toEqual([]);
  expect(project?.providers).toEqual({
    default: "quay",
    configMap: "ferry-settings",
    variable: "FERRY_PROVIDER",
    secret: "ferry-credentials",
    files: {
      "ferry-ssh-key": { providers: ["quay"], keys: { id_rsa: "id_rsa", "id_rsa.pub": "id_rsa_pub" } },
      "ferry-certificates": {
        values: "tlsCerts",
        existing: "existingTlsSecretName",
        keys: { "ca.crt": "caCert" },
      },
    },
    overlays: {
      quay: { sources: [{ path: "overlays/quay.yaml" }] },
      buoy: { sources: [{ path: "overlays/buoy.yaml" }], group: "buoys" },
    },
  } satisfies Project["providers"]);
});

test("what printProject writes reads back the same, comments and all", async () => {
  const { project } = await parseProject("chartwright.yaml", complete);
  if (!project) throw new Error("no project");
  const { maintainers: _, keywords: __, sources: ___, ...chart } = project.chart ?? {};
  const printed = printProject({ ...project, chart: { ...chart, version: "1.10.0", appVersion: "1.10" } });
  expect((await parseProject("chartwright.yaml", printed)).project).toEqual({
    ...project,
    chart: { ...chart, version: "1.10.0", appVersion: "1.10" },
  });
});

test("positions lead to values, and to the parent of what is missing", async () => {
  const { positionOf } = await parseProject("p.yaml", `# A comment\n${complete}`);
  expect(positionOf(["customResources", 0, "path"])).toMatchObject({ source: "p.yaml", line: 8, column: 11 });
  expect(positionOf(["chart", "gone"])).toMatchObject({ line: 12, column: 3 });
});

const head = "apiVersion: chartwright/v1\nkind: ChartProject\n";
const named = `${head}name: tidegate\n`;
const sources = "sources:\n  - path: a.yaml\n";

test.each<{ name: string; text: string; rendered: string }>([
  {
    name: "an unknown key is refused with the nearest known one, and is not also reported as missing",
    text: `${named}source:\n  - path: a.yaml\n`,
    rendered: `chartwright.yaml:4:1: error: "source" is no key of a project file. [project/unknown-key]
  4 | source:
    | ^
  found:    source
  expected: one of apiVersion, kind, name, version, sources, customResources, layout, uninstall, sourceNamespace, fieldValidation, chart, flags, providers, patches, values, components, images, output
  hint:     Write "sources".`,
  },
  {
    name: "an unknown key further down is placed where it stands",
    text: `${named}${sources}chart:\n  version: 1.0.0\n  appversion: "2"\n`,
    rendered: `chartwright.yaml:8:3: error: "appversion" is no key of "chart". [project/unknown-key]
  8 |   appversion: "2"
    |   ^
  found:    appversion
  expected: one of version, appVersion, kubeVersion, description, home, icon, sources, keywords, maintainers
  hint:     Write "appVersion".`,
  },
  {
    name: "an unknown key with no known one near is to be taken out",
    text: `${named}${sources}replicas: 3\n`,
    rendered: `chartwright.yaml:6:1: error: "replicas" is no key of a project file. [project/unknown-key]
  6 | replicas: 3
    | ^
  found:    replicas
  expected: one of apiVersion, kind, name, version, sources, customResources, layout, uninstall, sourceNamespace, fieldValidation, chart, flags, providers, patches, values, components, images, output
  hint:     Take the key out.`,
  },
  {
    name: "another version of the format is told the one that is read",
    text: `${named.replace("chartwright/v1", "chartwright/v2")}${sources}`,
    rendered: `chartwright.yaml:1:13: error: "apiVersion" has a value that it cannot have. [project/invalid]
  1 | apiVersion: chartwright/v2
    |             ^
  found:    "chartwright/v2"
  expected: chartwright/v1
  hint:     Write "chartwright/v1".`,
  },
  {
    name: "a range of Kubernetes versions is one that Helm takes",
    text: `${named}${sources}chart:\n  kubeVersion: bogus\n`,
    rendered: `chartwright.yaml:7:16: error: "chart.kubeVersion" has a value that it cannot have. [project/invalid]
  7 |   kubeVersion: bogus
    |                ^
  found:    "bogus"
  expected: versions and comparisons that Helm takes, such as >=1.30.0-0 <1.36.0-0
  hint:     Set it: the Kubernetes versions the charts are for, such as ">=1.30.0-0".`,
  },
  {
    name: "missing sources are named with what is there",
    text: named,
    rendered: `chartwright.yaml:1:1: error: "sources" is missing. [project/no-sources]
  1 | apiVersion: chartwright/v1
    | ^
  found:    only apiVersion, kind, name
  expected: a list with at least one entry
  hint:     Set it: the operator's published manifests, in the order in which they are read.`,
  },
  {
    name: "an empty list of sources is none",
    text: `${named}sources: []\n`,
    rendered: `chartwright.yaml:4:10: error: "sources" has a value that it cannot have. [project/no-sources]
  4 | sources: []
    |          ^
  found:    an empty list
  expected: a list with at least one entry
  hint:     Set it: the operator's published manifests, in the order in which they are read.`,
  },
  {
    name: "a source without a path points at the source",
    text: `${named}sources:\n  - a.yaml\n`,
    rendered: `chartwright.yaml:5:5: error: "sources[0]" has a value that it cannot have. [project/invalid]
  5 |   - a.yaml
    |     ^
  found:    "a.yaml"
  expected: a mapping with path, url
  hint:     Write "path: a.yaml".`,
  },
  {
    name: "a version that YAML reads as a number is to be quoted",
    text: `${named}${sources}chart:\n  appVersion: 1.10\n`,
    rendered: `chartwright.yaml:7:15: error: "chart.appVersion" has a value that it cannot have. [project/invalid]
  7 |   appVersion: 1.10
    |               ^
  found:    the number 1.10
  expected: a string
  hint:     Quote it, so that YAML reads it as text: "1.10".`,
  },
  {
    name: "a chart version with a leading v is to be written without",
    text: `${named}${sources}chart: {version: v1.8.4}\n`,
    rendered: `chartwright.yaml:6:18: error: "chart.version" has a value that it cannot have. [project/invalid]
  6 | chart: {version: v1.8.4}
    |                  ^
  found:    "v1.8.4"
  expected: a SemVer 2 version such as 1.8.4, without a leading v
  hint:     Write "1.8.4".`,
  },
  {
    name: "a layout that does not exist has the nearest one as hint",
    text: `${named}${sources}layout: crd-and-main\n`,
    rendered: `chartwright.yaml:6:9: error: "layout" has a value that it cannot have. [project/invalid]
  6 | layout: crd-and-main
    |         ^
  found:    "crd-and-main"
  expected: one of crds-and-main, one-chart, single, operator-and-cr, crds-operator-cr, post-install-cr
  hint:     Write "crds-and-main".`,
  },
  {
    name: "a name that no chart can have says what a name is made of",
    text: `${head}name: ../Tide\n${sources}`,
    rendered: `chartwright.yaml:3:7: error: "name" has a value that it cannot have. [project/invalid]
  3 | name: ../Tide
    |       ^
  found:    "../Tide"
  expected: at most 48 lower-case letters, digits and dashes, with a letter or digit at both ends
  hint:     Set it: the name of the chart set; the charts are called after it.`,
  },
  {
    name: "a key without a value is not left out",
    text: `${named}${sources}layout:\n`,
    rendered: `chartwright.yaml:6:8: error: "layout" has a value that it cannot have. [project/invalid]
  6 | layout:
    |        ^
  found:    nothing
  expected: one of crds-and-main, one-chart, single, operator-and-cr, crds-operator-cr, post-install-cr
  hint:     Give it a value, or take the line out.`,
  },
  {
    name: "a Kubernetes manifest is no project",
    text: "apiVersion: v1\nkind: ChartProject\nname: a\nsources:\n  - path: a.yaml\n",
    rendered: `chartwright.yaml:1:13: error: "apiVersion" has a value that it cannot have. [project/invalid]
  1 | apiVersion: v1
    |             ^
  found:    "v1"
  expected: chartwright/v1
  hint:     Write "chartwright/v1".`,
  },
  {
    name: "a list is no project",
    text: "- path: a.yaml\n",
    rendered: `chartwright.yaml:1:1: error: The project has a value that it cannot have. [project/invalid]
  1 | - path: a.yaml
    | ^
  found:    a list
  expected: a mapping with apiVersion, kind, name, version, sources, customResources, layout, uninstall, sourceNamespace, fieldValidation, chart, flags, providers, patches, values, components, images, output
  hint:     Set it: what one operator's Helm charts are compiled from, and how.`,
  },
  {
    name: "a file of comments is empty",
    text: "# To do\n",
    rendered: `chartwright.yaml:1:1: error: The project file is empty. [project/invalid]
  found:    no content
  expected: a chartwright project
  hint:     \`chartwright init\` writes a project file that is complete and explained.`,
  },
  {
    name: "a second document is refused where it begins",
    text: `${named}${sources}---\n${named}`,
    rendered: `chartwright.yaml:7:1: error: The project file holds several documents. [project/invalid]
  7 | apiVersion: chartwright/v1
    | ^
  found:    2 documents
  expected: one
  hint:     \`chartwright init\` writes a project file that is complete and explained.`,
  },
  {
    name: "a key that stands twice is refused",
    text: `${named}name: tide\n${sources}`,
    rendered: `chartwright.yaml:4:1: error: A key stands twice. [project/invalid]
  4 | name: tide
    | ^
  found:    the same key again
  expected: each key once
  hint:     \`chartwright init\` writes a project file that is complete and explained.`,
  },
  {
    name: "a tab in the indentation is a fault of YAML",
    text: `${named}sources:\n\t- path: a.yaml\n`,
    rendered: `chartwright.yaml:5:1: error: The project file is not valid YAML. [project/invalid]
  5 |  - path: a.yaml
    | ^
  found:    tab characters must not be used in indentation
  expected: one YAML mapping
  hint:     \`chartwright init\` writes a project file that is complete and explained.`,
  },
])("$name", async ({ text, rendered }) => {
  const { project, diagnostics } = await parseProject("chartwright.yaml", text);
  expect(diagnostics.map(renderDiagnostic).join("\n")).toBe(rendered);
  expect(project).toBeUndefined();
});

test.each([
  { name: "by its folder", path: "operators/tide" },
  { name: "by its folder with a slash", path: "operators/tide/" },
  { name: "by its file", path: "operators/tide/chartwright.yaml" },
])("a project is found $name", async ({ path }) => {
  const folder = temporaryFolder();
  writeFiles(folder, { "operators/tide/chartwright.yaml": complete });
  const loaded = await loadProject(path, folder);
  expect(loaded.diagnostics).toEqual([]);
  expect(loaded.project?.name).toBe("tidegate");
  expect(loaded.folder).toBe("operators/tide");
  expect(loaded.positionOf?.(["name"]).source).toBe("operators/tide/chartwright.yaml");
});

test.each<{ name: string; files: Record<string, string>; path: string; rendered: string }>([
  {
    name: "a folder without a project file",
    files: { "tide/operator.yaml": "" },
    path: "tide",
    rendered: `error: "tide" holds no project file. [project/not-found]
  found:    no chartwright.yaml
  expected: a folder with a chartwright.yaml
  hint:     Write one with \`chartwright init MANIFEST…\`, or go without: \`chartwright convert MANIFEST… -o DIR --verify\`.`,
  },
  {
    name: "a folder that does not exist",
    files: {},
    path: "tide",
    rendered: `error: "tide" holds no project file. [project/not-found]
  found:    no chartwright.yaml
  expected: a folder with a chartwright.yaml
  hint:     Write one with \`chartwright init MANIFEST…\`, or go without: \`chartwright convert MANIFEST… -o DIR --verify\`.`,
  },
  {
    name: "a chart",
    files: { "tide/Chart.yaml": "name: tide\n" },
    path: "tide",
    rendered: `error: "tide" holds no project file. [project/not-found]
  found:    no chartwright.yaml, but a chart
  expected: a folder with a chartwright.yaml
  hint:     Write one with \`chartwright init MANIFEST…\`, or go without: \`chartwright convert MANIFEST… -o DIR --verify\`.`,
  },
  {
    name: "a project file with another name",
    files: { "tide/chartwright.yml": complete },
    path: "tide",
    rendered: `error: "tide" holds no project file. [project/not-found]
  found:    no chartwright.yaml
  expected: a folder with a chartwright.yaml
  hint:     Rename "tide/chartwright.yml" to "chartwright.yaml".`,
  },
  {
    name: "a project file of 0 bytes",
    files: { "tide/chartwright.yaml": "" },
    path: "tide",
    rendered: `tide/chartwright.yaml:1:1: error: The project file is empty. [project/invalid]
  found:    no content
  expected: a chartwright project
  hint:     \`chartwright init\` writes a project file that is complete and explained.`,
  },
])("$name", async ({ files, path, rendered }) => {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const { project, diagnostics } = await loadProject(path, folder);
  expect(diagnostics.map(renderDiagnostic).join("\n")).toBe(rendered);
  expect(project).toBeUndefined();
});

const withFlags = (flags: string) =>
  `apiVersion: chartwright/v1\nkind: ChartProject\nname: tide\nsources: [{path: a.yaml}]\nflags:\n${flags}`;

test("the section flags is read as it is written", async () => {
  const { project, diagnostics } = await parseProject(
    "chartwright.yaml",
    withFlags(`  groups:
    shared: { files: [cmd/main.go] }
    docker:
      include: [shared]
      settings:
        - { env: DOCKER_HOST, type: string, default: "", secret: true, description: The daemon }
        - { flag: socket, required: true }
  registrar:
    name: own
    types: [example.org/own.Set]
    methods: { Text: { type: "[]string", arguments: [target, flag, options] } }
    options: { Needed: required }
    otherMethods: [Freeze]
  build: { os: linux, arch: arm64, cgo: false, tags: [fips] }
  output: values
  reference: docs/settings.md
`),
  );
  expect(diagnostics).toEqual([]);
  expect(project?.flags).toEqual({
    groups: {
      shared: { files: ["cmd/main.go"] },
      docker: {
        include: ["shared"],
        settings: [
          { env: "DOCKER_HOST", type: "string", default: "", secret: true, description: "The daemon" },
          { flag: "socket", required: true },
        ],
      },
    },
    registrar: {
      name: "own",
      types: ["example.org/own.Set"],
      methods: { Text: { type: "[]string", arguments: ["target", "flag", "options"] } },
      options: { Needed: "required" },
      otherMethods: ["Freeze"],
    },
    build: { os: "linux", arch: "arm64", cgo: false, tags: ["fips"] },
    output: "values",
    reference: "docs/settings.md",
  });
});

test.each([
  {
    name: "a misspelt key of a group",
    flags: "  groups: { aws: { file: [a.go] } }\n",
    rendered: `chartwright.yaml:6:20: error: "file" is no key of "flags.groups.aws". [project/unknown-key]
  6 |   groups: { aws: { file: [a.go] } }
    |                    ^
  found:    file
  expected: one of files, include, envPrefix, settings
  hint:     Write "files".`,
  },
  {
    name: "a variable with blanks",
    flags: "  groups: { aws: { settings: [{ env: AWS REGION }] } }\n",
    rendered: `chartwright.yaml:6:38: error: "flags.groups.aws.settings[0].env" has a value that it cannot have. [project/invalid]
  6 |   groups: { aws: { settings: [{ env: AWS REGION }] } }
    |                                      ^
  found:    "AWS REGION"
  expected: letters, digits and underscores, such as AWS_REGION
  hint:     Set it: the environment variable.`,
  },
])("$name in the section flags has a diagnostic with its place", async ({ flags, rendered }) => {
  const { diagnostics } = await parseProject("chartwright.yaml", withFlags(flags));
  expect(diagnostics.map(renderDiagnostic).join("\n")).toBe(rendered);
});
