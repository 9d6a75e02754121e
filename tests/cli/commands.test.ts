import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";
import { customResource, operator, project } from "./small-operator.ts";

const files = { "operator.yaml": operator, "cr.yaml": customResource };

function folderWith(more: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  writeFiles(folder, { ...files, ...more });
  return folder;
}

test("this folder and the one above are called by what was given", async () => {
  const folder = folderWith({ "work/a.yaml": operator, "notes.txt": "mine\n" });
  const here = await call(["convert", "operator.yaml", "-o", "."], { folder });
  expect(here).toMatchObject({ code: 0, stderr: "" });
  expect(here.stdout).toMatch(/^Files: \d+ created in the folder "\."\.$/m);
  const again = await call(["convert", "a.yaml", "-o", ".."], { folder: join(folder, "work") });
  expect(again.stdout).toMatch(/^Files: \d+ unchanged in the folder "\.\."\.$/m);
  expect(readFiles(folder)).toMatchObject({ "notes.txt": "mine\n", "operator.yaml": operator });
});

test("an absolute output folder of a project is used as it is", async () => {
  const output = temporaryFolder();
  const folder = folderWith({ "chartwright.yaml": `${project}output: ${join(output, "charts")}\n` });
  expect(await call(["build"], { folder })).toMatchObject({ code: 0, stderr: "" });
  expect(existsSync(join(output, "charts/tide/Chart.yaml"))).toBe(true);
  expect(await call(["build", "--check"], { folder })).toMatchObject({ code: 0, stdout: "" });
});

test("convert writes charts and says what they hold and what to do next", async () => {
  const folder = folderWith();
  const { code, stdout, stderr } = await call(["convert", "operator.yaml", "cr.yaml", "-o", "charts"], {
    folder,
  });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^tide: 4 objects in 2 charts, layout crds-and-main\n/);
  expect(stdout).toMatch(/^ {2}charts\/tide-crd +1\.2\.3 +1 +\d+$/m);
  expect(stdout).toMatch(/^ {2}charts\/tide +1\.2\.3 +3 +\d+$/m);
  expect(stdout).toContain("Rendered otherwise than the source has it, on purpose:\n");
  expect(stdout).toMatch(/^Files: \d+ created in charts\.$/m);
  expect(stdout).toContain(`
  helm install tide-crd charts/tide-crd --namespace tide-system --create-namespace
  helm install tide charts/tide --namespace tide-system
`);
  expect(readFiles(join(folder, "charts"))["tide/Chart.yaml"]).toContain('version: "1.2.3"');
});

test("convert takes the choices of its options", async () => {
  const folder = folderWith();
  const { code, stdout } = await call(
    [
      ...[
        "convert",
        "operator.yaml",
        "--cr",
        "cr.yaml",
        "-o",
        "out",
        "--name",
        "ebb",
        "--layout",
        "one-chart",
      ],
      ...["--chart-version", "7.0.0", "--app-version", "v9", "--source-namespace", "tide-system"],
    ],
    { folder },
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ebb: 4 objects in 1 chart, layout one-chart\n/);
  const chart = readFiles(join(folder, "out"))["ebb/Chart.yaml"];
  expect(chart).toContain('version: "7.0.0"');
  expect(chart).toContain('appVersion: "v9"');
});

test("a file, several files and standard input give the same charts", async () => {
  const folder = folderWith({ "all.yaml": `${operator}---\n${customResource}` });
  await call(["convert", "operator.yaml", "cr.yaml", "-o", "several"], { folder });
  await call(["convert", "all.yaml", "-o", "one"], { folder });
  await call(["convert", "-", "-o", "piped"], { folder, stdin: `${operator}---\n${customResource}` });
  const several = readFiles(join(folder, "several"));
  expect(Object.keys(several).length).toBeGreaterThan(10);
  expect(readFiles(join(folder, "one"))).toEqual(several);
  expect(readFiles(join(folder, "piped"))).toEqual(several);
});

test("convert does not write over a file of somebody else, save by force", async () => {
  const folder = folderWith();
  const argv = ["convert", "operator.yaml", "cr.yaml", "-o", "charts"];
  await call(argv, { folder });
  const fresh = readFiles(join(folder, "charts"));
  rmSync(join(folder, "charts"), { recursive: true });
  writeFiles(folder, { "charts/tide/values.yaml": "mine: true\n" });
  const refused = await call(argv, { folder });
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(
    refused.stderr,
  ).toBe(`error: "charts/tide/values.yaml" was not written by chartwright and would be overwritten. [write/foreign-file]
  found:    a file of another origin
  expected: no file, or one that chartwright wrote
  hint:     Write to another folder, or use \`--force\` to write over it.

1 error; nothing was written.
`);
  expect(await call([...argv, "--force"], { folder })).toMatchObject({ code: 0 });
  expect(readFiles(join(folder, "charts"))).toEqual(fresh);
});

test("the next release over the charts that are there tells which values are not as they were", async () => {
  const next = operator
    .replace("tide:v1.2.3", "tide:v1.3.0")
    .replace("level: {type: integer}", "height: {type: integer}");
  const folder = folderWith({ "next.yaml": next });
  const args = ["operator.yaml", "-o", "charts"];
  const first = await call(["convert", ...args], { folder });
  expect(first.stdout).not.toContain("Values that are not as they were");
  const { code, stdout } = await call(["convert", "next.yaml", "-o", "charts"], { folder });
  expect(code).toBe(0);
  expect(stdout).toContain(`Values that are not as they were:
  tide:
    default  operator.image.tag: "v1.2.3" → "v1.3.0"
`);
  const back = await call(["convert", ...args, "--json"], { folder });
  expect(JSON.parse(back.stdout).values).toEqual([
    {
      chart: "tide",
      kind: "default",
      path: ["operator", "image", "tag"],
      before: "v1.3.0",
      after: "v1.2.3",
    },
  ]);
});

test("init writes a project that builds", async () => {
  const folder = folderWith();
  const { code, stdout, stderr } = await call(
    ["init", "operator.yaml", "--cr", "cr.yaml", "-o", "projects/../chartwright.yaml"],
    { folder },
  );
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain("Next: chartwright build");
  const written = readFiles(folder)["chartwright.yaml"];
  expect(written).toContain("name: tide\n");
  expect(written).toContain("sources:\n  - path: operator.yaml\n");
  expect(written).toContain("customResources:\n  - path: cr.yaml\n");
  expect(written).toContain("layout: crds-and-main\n");
  expect(written).toContain("  version: 1.2.3\n");
  expect(await call(["build"], { folder })).toMatchObject({ code: 0, stderr: "" });
});

test("init leaves the operator's version to the image, unless it was chosen", async () => {
  const folder = folderWith();
  await call(["init", "operator.yaml"], { folder });
  writeFiles(folder, { "operator.yaml": operator.replaceAll("1.2.3", "1.2.4") });
  expect(await call(["build"], { folder })).toMatchObject({ code: 0 });
  const chart = readFiles(join(folder, "charts"))["tide/Chart.yaml"];
  expect(chart).toContain('version: "1.2.3"\n');
  expect(chart).toMatch(/^appVersion: "v?1\.2\.4"$/m);
  await call(["init", "operator.yaml", "--app-version", "v9", "-o", "chosen.yaml"], { folder });
  expect(readFiles(folder)["chosen.yaml"]).toContain("  appVersion: v9\n");
});

test("init writes over no file", async () => {
  const folder = folderWith({ "chartwright.yaml": "mine\n" });
  expect(await call(["init", "operator.yaml"], { folder })).toEqual({
    code: 2,
    stdout: "",
    stderr: `error: "chartwright.yaml" is there already. [write/foreign-file]
  found:    a file of that name
  expected: a new file
  hint:     Edit it, or write another one with \`-o FILE\`.

1 error; nothing was written.
`,
  });
  expect(readFiles(folder)["chartwright.yaml"]).toBe("mine\n");
});

test("a second build changes nothing, wherever it is started", async () => {
  const folder = folderWith({ "chartwright.yaml": project });
  expect(await call(["build"], { folder })).toMatchObject({ code: 0, stderr: "" });
  const built = readFiles(join(folder, "charts"));
  const again = await call(["build", "../."], { folder: join(folder, "charts") });
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect(again.stdout).toMatch(/^Files: \d+ unchanged in \.\.\/charts\.$/m);
  expect(readFiles(join(folder, "charts"))).toEqual(built);
});

test("build --check says nothing is stale, or shows what is, and writes nothing", async () => {
  const folder = folderWith({ "chartwright.yaml": project });
  const missing = await call(["build", "--check"], { folder });
  expect(missing.code).toBe(1);
  expect(missing.stdout).toContain("--- /dev/null\n+++ charts/tide/Chart.yaml\n");
  expect(existsSync(join(folder, "charts"))).toBe(false);

  await call(["build"], { folder });
  expect(await call(["build", "--check"], { folder })).toEqual({
    code: 0,
    stdout: "",
    stderr: "tide: charts is up to date.\n",
  });

  writeFiles(folder, { "cr.yaml": customResource.replace("level: 3", "level: 4") });
  const before = readFiles(folder);
  const stale = await call(["build", "--check"], { folder });
  expect(stale.code).toBe(1);
  expect(stale.stdout).toMatch(/^-.*level: 3$/m);
  expect(stale.stdout).toMatch(/^\+.*level: 4$/m);
  expect(stale.stderr).toMatch(/^tide: \d+ files? in charts not up to date; run `chartwright build \.`\.$/m);
  const release = await call(["build", "--check", "--release"], { folder });
  expect(release.stderr).toContain("run `chartwright build --release .`.");
  expect(readFiles(folder)).toEqual(before);
});

test("build goes on with the next project after one that cannot be built", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "a/chartwright.yaml": project,
    "b/chartwright.yaml": project,
    "b/operator.yaml": operator,
    "b/cr.yaml": customResource,
  });
  const { code, stdout, stderr } = await call(["build", "a", "b"], { folder });
  expect(code).toBe(2);
  expect(stderr).toBe(`a/chartwright.yaml:5:11: error: "operator.yaml" does not exist. [load/not-found]
  5 |   - path: operator.yaml
    |           ^
  found:    no file or folder of that name
  expected: a file, a folder, or - for standard input
  hint:     Check the path; relative paths start at the project file's folder.

a/chartwright.yaml:6:11: error: "cr.yaml" does not exist. [load/not-found]
  6 |   - path: cr.yaml
    |           ^
  found:    no file or folder of that name
  expected: a file, a folder, or - for standard input
  hint:     Check the path; relative paths start at the project file's folder.

2 errors; nothing was written.
`);
  expect(stdout).toMatch(/^tide: 4 objects/);
  expect(existsSync(join(folder, "a/charts"))).toBe(false);
  expect(existsSync(join(folder, "b/charts"))).toBe(true);
});

test("a fault in a project's source is placed as seen from the working folder", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "deep/chartwright.yaml": project,
    "deep/operator.yaml": "kind: [\n",
    "deep/cr.yaml": customResource,
  });
  const { code, stderr } = await call(["build", "deep"], { folder });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^deep\/operator\.yaml:1:7: error: /);
});

test("convert --json and build --json say what was made, and --check what would be", async () => {
  const folder = folderWith({ "chartwright.yaml": project });
  const converted = await call(["convert", "operator.yaml", "cr.yaml", "-o", "out", "--json"], { folder });
  expect(converted).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(converted.stdout)).toEqual({
    name: "tide",
    layout: "crds-and-main",
    sourceNamespace: "tide-system",
    charts: [
      { name: "tide-crd", version: "1.2.3", folder: "out/tide-crd", objects: 1, files: expect.any(Number) },
      { name: "tide", version: "1.2.3", folder: "out/tide", objects: 3, files: expect.any(Number) },
    ],
    leftOut: [],
    differences: expect.arrayContaining([
      {
        object: "Deployment tide-system/tide-operator",
        path: 'metadata.labels["helm.sh/chart"]',
        reason: "a label that Helm's conventions put on every object",
      },
    ]),
    values: [],
    output: {
      folder: "out",
      written: true,
      changes: expect.arrayContaining([{ path: "tide/Chart.yaml", change: "create" }]),
      unchanged: 0,
      handEdits: [],
    },
  });
  const checked = await call(["build", "--check", "--json"], { folder });
  expect(checked.code).toBe(1);
  expect(JSON.parse(checked.stdout)).toMatchObject({ output: { folder: "charts", written: false } });
  expect(existsSync(join(folder, "charts"))).toBe(false);
  const built = await call(["build", ".", "--json"], { folder });
  expect(JSON.parse(built.stdout)).toMatchObject({ output: { written: true, unchanged: 0 } });
  // A list for several folders; a project that is named twice is built once.
  const again = await call(["build", ".", join(folder, "."), "--json"], { folder });
  expect(JSON.parse(again.stdout)).toEqual([
    expect.objectContaining({ output: expect.objectContaining({ written: true, changes: [] }) }),
  ]);
  const failed = await call(["build", "gone", "--json"], { folder });
  expect(failed).toMatchObject({ code: 2, stdout: "" });
});

test("what only informs is kept back when nothing is written", async () => {
  const namespaced = operator.replace(
    "- name: manager",
    "- name: manager\n          args: [--url=https://x.tide-system.svc]",
  );
  const folder = folderWith({ "operator.yaml": namespaced });
  const argv = ["convert", "operator.yaml", "-o", "charts"];
  expect((await call(argv, { folder })).stderr).toMatch(/: info: .*\[transform\/namespace-in-text\]/);
  rmSync(join(folder, "charts"), { recursive: true });
  writeFiles(folder, { "charts/tide/values.yaml": "mine: true\n" });
  const refused = await call(argv, { folder });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("[write/foreign-file]");
  expect(refused.stderr).not.toContain("info:");
});

test("inspect shows every object in a table", async () => {
  const { code, stdout, stderr } = await call(["inspect", "operator.yaml", "cr.yaml"], {
    folder: folderWith(),
  });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toBe(`4 objects; own namespace: tide-system

CUSTOM RESOURCE DEFINITIONS
  KIND   GROUP         SCOPE        VERSIONS       CONVERTED BY
  Tide   example.org   Namespaced   v1 (storage)   -

CUSTOM RESOURCES
  KIND   NAME   NAMESPACE     PLACE
  Tide   tide   tide-system   cr.yaml:1:1

WORKLOADS
  WORKLOAD                   SERVICE ACCOUNT   CONTAINER   IMAGE
  Deployment tide-operator   tide-operator     manager     registry.example.org/tide:v1.2.3

SERVICE ACCOUNTS
  NAME            GRANTED   USED BY
  tide-operator   -         tide-operator
`);
});

test("inspect --json prints one document and nothing else on standard output", async () => {
  const { code, stdout } = await call(["inspect", "-", "--json"], {
    folder: temporaryFolder(),
    stdin: operator,
  });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    sourceNamespace: "tide-system",
    objects: 3,
    crds: [{ customResourceKind: "Tide", versions: [{ name: "v1" }] }],
    workloads: [{ name: "tide-operator", place: "-:28:1", containers: [{ name: "manager" }] }],
    serviceAccounts: [{ name: "tide-operator", usedBy: ["tide-operator"] }],
    others: [],
  });
});

test("colours are for terminals, and NO_COLOR switches them off", async () => {
  const folder = temporaryFolder();
  const argv = ["inspect", "gone.yaml"];
  const plain = await call(argv, { folder });
  const coloured = await call(argv, { folder, isTTY: true });
  const escapeCharacter = String.fromCharCode(27);
  expect(plain.stderr).not.toContain(escapeCharacter);
  expect(coloured.stderr).toContain(`${escapeCharacter}[31m`);
  expect(coloured.stderr.replaceAll(new RegExp(`${escapeCharacter}\\[\\d+m`, "g"), "")).toBe(plain.stderr);
  expect(await call(argv, { folder, isTTY: true, environment: { NO_COLOR: "1" } })).toEqual(plain);
});

test("what only informs is said once for each message, with the other places", async () => {
  const folder = folderWith({
    "texts.yaml": ["a", "b", "c"]
      .map(
        (name) =>
          `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata:\n  "twice": x\n  "twice": y\n`,
      )
      .join("---\n"),
  });
  const { code, stderr } = await call(["inspect", "operator.yaml", "texts.yaml"], { folder });
  expect(code).toBe(0);
  expect(stderr.match(/parse\/duplicate-key/g)).toHaveLength(1);
  expect(stderr).toMatch(/^ {2}note: {5}also at \d+:\d, \d+:\d$/m);
});

test("a mistake of ours ends with code 3, the version, and where to report it", async () => {
  async function* broken(): AsyncGenerator<string> {
    yield operator;
    throw new TypeError("a broken promise");
  }
  const { code, stderr } = await call(["inspect", "-"], { folder: temporaryFolder(), stdin: broken() });
  expect(code).toBe(3);
  expect(stderr).toMatch(/^TypeError: a broken promise\n/);
  expect(stderr).toMatch(
    /This is a bug in chartwright \d\S+ \(Node \S+\), not a mistake of yours\.\nReport it to /,
  );
});
