// Symbolic links in an output folder lead to somebody else's files: they are refused at their place, with exit code 2, and
// nothing is written, neither through them nor beside them.
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";
import { customResource, operator } from "./small-operator.ts";

/** A folder with the manifests, their charts, and what is outside of these. */
async function converted(): Promise<string> {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "operator.yaml": operator,
    "cr.yaml": customResource,
    "outside/file.yaml": "mine: true\n",
  });
  expect((await convert(folder)).code).toBe(0);
  return folder;
}

function convert(folder: string, ...options: readonly string[]) {
  return call(["convert", "operator.yaml", "cr.yaml", "-o", "charts", ...options], { folder });
}

/** Puts a link to `target` in the place of `path` and all below it. */
function link(folder: string, path: string, target: string): void {
  rmSync(join(folder, path), { recursive: true, force: true });
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(target, join(folder, path));
}

test.each([
  { name: "the folder of templates", path: "charts/tide/templates", target: "../../outside" },
  { name: "a chart's folder", path: "charts/tide", target: "../outside" },
  { name: "chartwright's own folder", path: "charts/.chartwright", target: "../outside" },
  { name: "a folder, to nothing", path: "charts/tide/docs", target: "../../nowhere" },
  { name: "a folder, to itself", path: "charts/tide-crd/templates", target: "templates" },
  { name: "a folder, to the root", path: "charts/tide/templates", target: "/" },
])("$name: nothing is written, not even by force", async ({ path, target }) => {
  const folder = await converted();
  link(folder, path, target);
  const before = readFiles(folder);
  for (const options of [[], ["--force"]]) {
    const { code, stdout, stderr } = await convert(folder, ...options);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`error: "${path}" is in the way of the charts. [write/obstacle]
  found:    a symbolic link
  expected: a folder
  hint:     Move "${path}" away, or write to another folder.
`);
    expect(readFiles(folder)).toEqual(before);
  }
});

test.each([
  { name: "to a file", target: "../../outside/file.yaml" },
  { name: "to a new file", target: "../../outside/new.yaml" },
  { name: "to a folder", target: "../../outside" },
])("a file that is a link $name is refused, and replaced itself by force", async ({ target }) => {
  const folder = await converted();
  const original = readFiles(folder);
  link(folder, "charts/tide/values.yaml", target);
  const before = readFiles(folder);
  const refused = await convert(folder);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain('"charts/tide/values.yaml" was edited by hand and would be overwritten.');
  expect(readFiles(folder)).toEqual(before);
  expect((await convert(folder, "--force")).code).toBe(0);
  expect(readFiles(folder)).toEqual(original);
});

test("a values file of settings that is a link is neither read nor written", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "chartwright.yaml": `apiVersion: chartwright/v1
kind: ChartProject
name: tide
sources: [{ path: operator.yaml }]
flags: { groups: { tide: { files: [main.go] } } }
`,
    "main.go": 'package main\n\nimport "flag"\n\nvar debug = flag.Bool("debug", false, "Say everything")\n',
    "operator.yaml": operator,
    "outside.yaml": "mine: true\n",
  });
  link(folder, "providers/tide.yaml", "../outside.yaml");
  const before = readFiles(folder);
  for (const action of ["values", "check"]) {
    const { code, stderr } = await call(["flags", action], { folder });
    expect(code).toBe(2);
    expect(stderr).toContain(`error: "providers/tide.yaml" is in the way of the settings. [write/obstacle]
  found:    a symbolic link`);
    expect(readFiles(folder)).toEqual(before);
  }
});

const clusterRole = (name: string) =>
  `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: ${JSON.stringify(name)} }
rules: [{ apiGroups: [""], resources: [pods], verbs: [get] }]
`;

test("names that look like paths, which Kubernetes takes, are files of the chart", async () => {
  const folder = temporaryFolder();
  const names = ["...", "..a", "C:\\outside", "\\\\host\\share", "~root", "-rf", "a b", "con", "a:b"];
  writeFiles(folder, { "operator.yaml": [operator, ...names.map(clusterRole)].join("---\n") });
  const { code } = await call(["convert", "operator.yaml", "-o", "charts"], { folder });
  expect(code).toBe(0);
  const written = Object.keys(readFiles(folder)).filter((path) => path !== "operator.yaml");
  expect(written.filter((path) => path.includes("/clusterrole"))).toHaveLength(names.length);
  for (const path of written) expect(path).toMatch(/^charts\/(?:\.chartwright|tide|tide-crd)\/[^\\:]+$/);
});

test.each(["../../outside", "..", ".", "/etc/passwd", "a/../../b"])(
  "the name %s, which Kubernetes refuses, is refused or stays inside",
  async (name) => {
    const folder = temporaryFolder();
    writeFiles(folder, { "operator.yaml": `${operator}---\n${clusterRole(name)}` });
    const { code, stderr } = await call(["convert", "operator.yaml", "-o", "charts"], { folder });
    expect(stderr).toContain("[parse/invalid-name]");
    expect([0, 2]).toContain(code);
    const written = Object.keys(readFiles(folder)).filter((path) => path !== "operator.yaml");
    for (const path of written) expect(path).toMatch(/^charts\/(?:\.chartwright|tide|tide-crd)\//);
  },
);
