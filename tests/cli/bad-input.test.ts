// Bad input ends with exit code 2, says where, what was found, what was expected and what would help, and leaves
// the output folder as it was.
import { expect, test } from "vitest";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";
import { crd, customResource, deployment, operator, project, serviceAccount } from "./small-operator.ts";

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: tide\n  namespace: tide-system\n";

/** Ten lines that stand for ten thousand million nodes. */
const bomb = [..."bcdefghij"]
  .map((name, index) => `${name}: &${name} [${`*${"abcdefghij"[index]},`.repeat(10)}]\n`)
  .join("");

test.each<{
  name: string;
  files: Readonly<Record<string, string | Uint8Array>>;
  place: string;
  code: string;
}>([
  {
    name: "an unclosed quote",
    files: { "operator.yaml": `${operator}---\n${configMap}data:\n  level: "high\n  low: x\n` },
    place: "operator.yaml:51:10",
    code: "parse/yaml-syntax",
  },
  {
    name: "a tab as indentation",
    files: { "operator.yaml": `${operator}---\n${configMap}data:\n\tlevel: high\n` },
    place: "operator.yaml:51:1",
    code: "parse/yaml-syntax",
  },
  {
    name: "a number that JSON does not have",
    files: { "operator.yaml": `${operator}---\n${configMap}data:\n  level: .inf\n` },
    place: "operator.yaml:51:10",
    code: "parse/yaml-content",
  },
  {
    name: "an alias bomb",
    files: { "operator.yaml": `${configMap}a: &a [${"x,".repeat(9)}]\n${bomb}` },
    place: "operator.yaml:11:14",
    code: "parse/yaml-content",
  },
  {
    name: "lists inside each other, too deep",
    files: { "operator.yaml": `${configMap}data: ${"[".repeat(100_000)}\n` },
    place: "operator.yaml:6:506",
    code: "parse/yaml-content",
  },
  {
    name: "more places to mend than it is read for",
    files: { "operator.yaml": `${configMap}${'x: "\n'.repeat(20_000)}` },
    place: "operator.yaml:1003:1",
    code: "parse/yaml-syntax",
  },
  {
    name: "two different objects of one name",
    files: { "operator.yaml": operator, "more.yaml": deployment.replace("v1.2.3", "v1.2.4") },
    place: "operator.yaml:28:1",
    code: "parse/conflicting-object",
  },
  {
    name: "a document without kind",
    files: { "operator.yaml": `${operator}---\n${configMap.replace("kind: ConfigMap\n", "")}` },
    place: "operator.yaml:45:1",
    code: "parse/no-kind",
  },
  {
    name: "a file of 0 bytes",
    files: { "operator.yaml": operator, "more.yaml": "" },
    place: "more.yaml:1:1",
    code: "load/empty",
  },
  {
    name: "a binary file",
    files: {
      "operator.yaml": operator,
      "more.yaml": Buffer.from("\u007fELF\u0002\u0001\u0001\u0000\u0000", "latin1"),
    },
    place: "more.yaml:1:8",
    code: "load/not-text",
  },
  {
    name: "a CRD without schema",
    files: {
      "operator.yaml": [crd.slice(0, crd.indexOf("      schema:")), serviceAccount, deployment].join("---\n"),
    },
    place: "operator.yaml:10:7",
    code: "classify/crd-without-schema",
  },
])("$name", async ({ files, place, code }) => {
  const folder = temporaryFolder();
  writeFiles(folder, { "operator.yaml": operator, "cr.yaml": customResource });
  const names = [...new Set(["operator.yaml", "cr.yaml", ...Object.keys(files)])].toSorted();
  const argv = (output: string) => ["convert", ...names, "-o", output];
  await call(["convert", "operator.yaml", "cr.yaml", "-o", "charts"], { folder });
  writeFiles(folder, { "charts/tide/values.yaml": "mine: true\n", ...files });
  const before = readFiles(folder);

  for (const output of ["charts", "new/charts"]) {
    const result = await call([...argv(output), "--force"], { folder });
    expect(result).toMatchObject({ code: 2, stdout: "" });
    const error = result.stderr.split("\n\n").find((text) => text.includes(`[${code}]`)) ?? result.stderr;
    expect(error).toMatch(new RegExp(`^${place}: error: .*\\[${code}\\]`));
    expect(error).toMatch(/^ {2}found: {4}\S/m);
    expect(error).toMatch(/^ {2}expected: \S/m);
    expect(error).toMatch(/^ {2}hint: {5}\S/m);
    expect(readFiles(folder)).toEqual(before);
  }
});

test("an unknown key in chartwright.yaml", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "chartwright.yaml": project, "operator.yaml": operator, "cr.yaml": customResource });
  await call(["build"], { folder });
  writeFiles(folder, {
    "chartwright.yaml": `${project}layuot: one-chart\n`,
    "charts/tide/values.yaml": "mine: 1\n",
  });
  const before = readFiles(folder);
  expect(await call(["build", "--force"], { folder })).toEqual({
    code: 2,
    stdout: "",
    stderr: `chartwright.yaml:7:1: error: "layuot" is no key of a project file. [project/unknown-key]
  7 | layuot: one-chart
    | ^
  found:    layuot
  expected: one of apiVersion, kind, name, version, sources, customResources, layout, uninstall, sourceNamespace, fieldValidation, chart, flags, providers, patches, values, components, images, output
  hint:     Write "layout".

1 error; nothing was written.
`,
  });
  expect(readFiles(folder)).toEqual(before);
});

test("sources that hold no object at all", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "comments.yaml": "# To be written\n---\n" });
  const { code, stdout, stderr } = await call(["convert", "comments.yaml", "-o", "charts"], { folder });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^comments\.yaml:1:1: error: .*\[load\/no-manifests\]/);
  expect(Object.keys(readFiles(folder))).toEqual(["comments.yaml"]);
});

test("a Helm to verify with that is not there", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "operator.yaml": operator, "cr.yaml": customResource });
  const argv = ["convert", "operator.yaml", "cr.yaml", "-o", "charts", "--verify", "--helm", "/nonexistent"];
  expect(await call(argv, { folder })).toEqual({
    code: 2,
    stdout: "",
    stderr: `error: there is no Helm at "/nonexistent" [verify/no-helm]
  found:    no such file
  expected: a program: Helm 3 or 4
  hint:     Give the path of a Helm 3 or 4 with --helm.

1 error; nothing was written.
`,
  });
  expect(Object.keys(readFiles(folder)).toSorted()).toEqual(["cr.yaml", "operator.yaml"]);
});

test.each([
  {
    name: "a Job that deletes custom resources, without one in the sources",
    files: { "operator.yaml": operator },
    found: "no custom resource in the sources",
    hint: "Take the strategy out, or give a custom resource of the operator (customResources).",
  },
  {
    name: "a Job that deletes custom resources, without an operator in the sources",
    files: { "operator.yaml": `${crd}---\n${customResource}` },
    found: "no workload in the sources",
    hint: "Take the strategy out.",
  },
])("$name", async ({ files, found, hint }) => {
  const folder = temporaryFolder();
  const text = project.replace("  - path: cr.yaml\n", "uninstall: { warning: Gone., strategy: job }\n");
  writeFiles(folder, { "chartwright.yaml": text, ...files });
  const { code, stdout, stderr } = await call(["build"], { folder });
  expect([code, stdout]).toEqual([2, ""]);
  expect(
    stderr,
  ).toBe(`chartwright.yaml:6:40: error: The uninstall strategy "job" does not work for this operator. [plan/uninstall-strategy]
  6 | uninstall: { warning: Gone., strategy: job }
    |                                        ^
  found:    ${found}
  expected: none
  hint:     ${hint}

1 error; nothing was written.
`);
  expect(Object.keys(readFiles(folder)).toSorted()).toEqual(["chartwright.yaml", "operator.yaml"]);
});
