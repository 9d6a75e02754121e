// `chartwright update`: a project, brought to another release of its operator.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { helms } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type WebServer, webServer } from "../support/web-server.ts";
import { type Called, call } from "./called.ts";
import { customResource, project as localProjectWithCr, operator } from "./small-operator.ts";

const operatorAt = (version: string) => operator.replace("tide:v1.2.3", `tide:${version}`);
/** The next release: another field, and one that is gone. */
const nextOperator = operatorAt("v1.3.0").replace(
  "level: {type: integer}",
  "level: {type: integer}\n                speed: {type: integer}",
);

function projectText(origin: string): string {
  return `# The tide's charts.
apiVersion: chartwright/v1
kind: ChartProject
name: tide
version: v1.2.3 # changed by \`chartwright update\`
sources:
  - url: ${origin}/{version}/operator.yaml # from the release
  - path: release/{version}/cr.yaml
chart:
  version: "0.4.0" # our own
`;
}

const localProject = localProjectWithCr.replace("  - path: cr.yaml\n", "");
const crd = "CustomResourceDefinition tides.example.org";
const isNew = `${crd}: "spec.speed" (integer) is new (and 1 more such finding)`;
const isGone = `${crd}: "spec.speed" (integer) is gone from the schema (and 1 more such finding)`;

interface Curated {
  readonly folder: string;
  readonly server: WebServer;
  run(...argv: readonly string[]): Promise<Called>;
}

/** A project whose charts are those of v1.2.3; v1.3.0 and v1.2.4 are published. */
async function curated(): Promise<Curated> {
  const server = await webServer({
    "/v1.2.3/operator.yaml": operator,
    "/v1.2.4/operator.yaml": operatorAt("v1.2.4"),
    "/v1.3.0/operator.yaml": nextOperator,
  });
  const folder = temporaryFolder();
  writeFiles(folder, {
    "chartwright.yaml": projectText(server.origin),
    "release/v1.2.3/cr.yaml": customResource,
    "release/v1.2.4/cr.yaml": customResource,
    "release/v1.3.0/cr.yaml": customResource,
    "release/v1.10.0-rc.1/cr.yaml": customResource,
    "release/notes/other.yaml": "",
  });
  const environment = { XDG_CACHE_HOME: join(folder, ".cache"), SOURCE_DATE_EPOCH: "1796000000" };
  const [helm] = helms();
  // The Helm of this machine, if it has one, is not asked.
  const run = (...argv: readonly string[]) =>
    call([...argv, ...(argv.includes("--to") && helm ? ["--helm", helm.path] : [])], {
      folder,
      environment,
    });
  expect(await run("update", "--pin")).toMatchObject({ code: 0, stderr: "" });
  expect(await run("build")).toMatchObject({ code: 0, stderr: "" });
  return { folder, server, run };
}

const withoutCache = (folder: string) =>
  Object.fromEntries(Object.entries(readFiles(folder)).filter(([path]) => !path.startsWith(".cache/")));

test("without --to it says what is pinned, and which releases lie beside local sources", async () => {
  const { run, server } = await curated();
  const { code, stdout } = await run("update");
  expect(code).toBe(0);
  expect(stdout.replaceAll(/[0-9a-f]{64}/g, "…")).toBe(`tide: v1.2.3
  ${server.origin}/v1.2.3/operator.yaml
    sha256 …, 1 KiB
  release/v1.2.3/cr.yaml
    sha256 …, 1 KiB
  charts: as the sources say
  newer: v1.2.4, v1.3.0, v1.10.0-rc.1
  Next: chartwright update --to v1.10.0-rc.1
`);
  const described = JSON.parse((await run("update", "--json")).stdout);
  expect(described).toMatchObject({
    project: "tide",
    version: "v1.2.3",
    newer: ["v1.2.4", "v1.3.0", "v1.10.0-rc.1"],
  });
});

test("without --to it says that sources on the disk changed since the charts were built", async () => {
  const { folder, run } = await curated();
  writeFiles(folder, { "release/v1.2.3/cr.yaml": customResource.replace("level: 3", "level: 4") });
  expect((await run("update")).stdout).toMatch(
    /\n {2}charts: not compared with the sources\. .*release\/v1\.2\.3\/cr\.yaml.*\n/,
  );
  expect((await run("update", "--pin")).code).toBe(2);
  const local = temporaryFolder();
  writeFiles(local, { "chartwright.yaml": localProject, "operator.yaml": operator });
  const status = async () =>
    (await call(["update"], { folder: local })).stdout.split("\n").slice(2).join("\n");
  expect(await status()).toBe("  charts: none yet; run `chartwright build`\n");
  await call(["build"], { folder: local });
  expect(await status()).toBe("  charts: as the sources say\n");
  writeFiles(local, { "operator.yaml": operatorAt("v1.2.4") });
  expect(await status()).toMatch(/^ {2}charts: \d+ files not as the sources say; run `chartwright build`\n$/);
});

test.each([
  { name: "CHANGELOG.md", argv: ["update", "--to", "v1.3.0"], purpose: "the update" },
  { name: "chartwright.lock", argv: ["update", "--to", "v1.3.0"], purpose: "the update" },
  { name: "chartwright.lock", argv: ["update", "--to", "v1.3.0", "--dry-run"], purpose: "the update" },
  { name: "chartwright.lock", argv: ["update", "--pin"], purpose: "the lock" },
  { name: "charts/.chartwright/tide.sha256", argv: ["update", "--to", "v1.3.0"], purpose: "the charts" },
  { name: "charts/.chartwright/tide.base", argv: ["update", "--to", "v1.3.0"], purpose: "the charts" },
])(
  "a folder or a link in the place of $name is named, and nothing is written: $argv",
  async ({ name, argv, purpose }) => {
    const { folder, run } = await curated();
    const file = join(folder, name);
    for (const [found, put] of [
      ["a folder", () => mkdirSync(file)],
      ["a symbolic link", () => symlinkSync("nowhere", file)],
    ] as const) {
      rmSync(file, { recursive: true, force: true });
      put();
      const before = withoutCache(folder);
      const { code, stderr } = await run(...argv);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(
          `error: "${name}" is in the way of ${purpose}. [write/obstacle]\n  found:    ${found}\n  expected: a file\n`,
        ),
      });
      expect(withoutCache(folder)).toEqual(before);
    }
  },
);

test("a changelog in another character set is not written anew", async () => {
  const { folder, run } = await curated();
  const latin = Buffer.from("# Changelog\n\nGezeiten f\xfcr alle.\n", "latin1");
  writeFileSync(join(folder, "CHANGELOG.md"), latin);
  const { code, stderr } = await run("update", "--to", "v1.3.0");
  expect(code).toBe(2);
  expect(stderr).toContain(
    '"CHANGELOG.md" is in the way of the update. [write/obstacle]\n  found:    bytes that are no UTF-8\n',
  );
  expect(readFileSync(join(folder, "CHANGELOG.md"))).toEqual(latin);
});

test("an update pins, builds, raises the versions and writes the changelog", async () => {
  const { folder, server, run } = await curated();
  const { code, stdout, stderr } = await run("update", "--to", "v1.3.0");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("tide: v1.2.3 → v1.3.0\n");
  expect(stdout).toContain(`  charts    0.4.0 → 0.5.0, minor: ${isNew}\n  operator  v1.3.0\n`);
  const files = readFiles(folder);
  expect(files["chartwright.yaml"]).toBe(
    projectText(server.origin).replace("v1.2.3 #", "v1.3.0 #").replace('"0.4.0"', '"0.5.0"'),
  );
  expect(files["chartwright.lock"]).toContain(
    `- url: ${server.origin}/v1.3.0/operator.yaml\n    version: v1.3.0\n`,
  );
  expect(files["chartwright.lock"]).not.toContain("v1.2.3");
  expect(files["CHANGELOG.md"]).toBe(`# Changelog

## 0.5.0 - 2026-11-30

A minor version: ${isNew}.

### Added

- Value \`tide.speed\`.

### Changed

- tide v1.2.3 → v1.3.0.
- Value \`operator.image.tag\`: default \`"v1.2.3"\` → \`"v1.3.0"\`.
`);
  const chart = files["charts/tide/Chart.yaml"] ?? "";
  expect(chart).toContain('version: "0.5.0"\nappVersion: "v1.3.0"\n');
  expect(chart).toContain(`  artifacthub.io/changes: |
    - kind: added
      description: Value tide.speed.
    - kind: changed
      description: tide v1.2.3 → v1.3.0.
`);
  expect(files["charts/tide-crd/Chart.yaml"]).toContain(`  artifacthub.io/crdsExamples: |
    - apiVersion: example.org/v1
      kind: Tide
`);
  // All of it follows from what is written: nothing is left to do.
  expect(await run("build", "--check", "--offline")).toMatchObject({ code: 0, stdout: "" });
  const again = await run("update", "--to", "v1.3.0");
  expect(again.stdout).toContain("tide: v1.3.0 already\n");
  expect(again.stdout).toContain("Nothing to write: all of it is there.\n");
  expect(readFiles(folder)).toEqual(files);
});

test("the changelog keeps what people wrote, and another update goes on top", async () => {
  const { folder, run } = await curated();
  const mine = "# What changed\n\nBy hand.\n\n## 0.4.0 - 2026-10-01\n\n- The first one.\n";
  writeFiles(folder, { "CHANGELOG.md": mine });
  await run("update", "--to", "v1.2.4");
  const first = readFiles(folder)["CHANGELOG.md"] ?? "";
  expect(first).toContain("# What changed\n\nBy hand.\n\n## 0.4.1 - 2026-11-30\n\nA patch: ");
  expect(first).toContain("\n\n## 0.4.0 - 2026-10-01\n\n- The first one.\n");
  await run("update", "--to", "v1.3.0");
  const second = readFiles(folder)["CHANGELOG.md"] ?? "";
  expect([...second.matchAll(/^## (\S+)/gm)].map(([, version]) => version)).toEqual([
    "0.5.0",
    "0.4.1",
    "0.4.0",
  ]);
  expect(second.endsWith(first.slice(first.indexOf("## 0.4.1")))).toBe(true);
});

test("back to a release that has less is a breaking change", async () => {
  const { run } = await curated();
  await run("update", "--to", "v1.3.0");
  const { stdout } = await run("update", "--to", "v1.2.4");
  // Before 1.0.0 what breaks raises the minor number.
  expect(stdout).toContain(`  charts    0.5.0 → 0.6.0, major: ${isGone}\n`);
});

test("what the upgrade means for a cluster is told, and stands in the changelog", async () => {
  const { folder, run } = await curated();
  await run("update", "--to", "v1.3.0");
  const { stdout } = await run("update", "--to", "v1.2.4");
  expect(stdout).toContain(`  error    ${crd}: "spec.speed" (integer) is gone from the schema.\n`);
  expect(readFiles(folder)["CHANGELOG.md"]).toContain(
    `- ${crd}: "spec.speed" (integer) is gone from the schema. `,
  );
});

test("without a Helm the values alone are judged, and that is said", async () => {
  const { folder } = await curated();
  vi.stubEnv("PATH", "");
  const environment = { XDG_CACHE_HOME: join(folder, ".cache") };
  const { code, stdout } = await call(["update", "--to", "v1.3.0"], { folder, environment });
  vi.unstubAllEnvs();
  expect(code).toBe(0);
  expect(stdout).toContain("  charts    0.4.0 → 0.5.0, minor: the value tide.speed is new\n");
  expect(stdout).toContain("  Only values were compared: there is no helm on the PATH");
  const missing = await call(["update", "--to", "v1.2.4", "--helm", "./none"], { folder, environment });
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("[verify/no-helm]") });
});

test("a dry run shows all of it and writes nothing but the cache", async () => {
  const { folder, run } = await curated();
  const before = withoutCache(folder);
  const { code, stdout } = await run("update", "--to", "v1.3.0", "--dry-run");
  expect(code).toBe(0);
  expect(stdout).toContain("-version: v1.2.3 # changed by");
  expect(stdout).toContain("+version: v1.3.0 # changed by");
  expect(stdout).toContain("+++ charts/tide/Chart.yaml");
  expect(stdout).toContain("+## 0.5.0 - 2026-11-30");
  expect(stdout).toContain(`  charts    0.4.0 → 0.5.0, minor: ${isNew}`);
  expect(stdout).toMatch(/Nothing was written: this is a dry run\.\n$/);
  expect(withoutCache(folder)).toEqual(before);
});

test("--json tells the same as data", async () => {
  const { run } = await curated();
  const { code, stdout } = await run("update", "--to", "v1.3.0", "--json");
  expect(code).toBe(0);
  const described = JSON.parse(stdout);
  expect(described).toMatchObject({
    project: "tide",
    from: "v1.2.3",
    to: "v1.3.0",
    chartVersion: { before: "0.4.0", after: "0.5.0", bump: "minor", reason: isNew },
    output: { written: true },
  });
  expect(described.sources.map(({ isNew }: { isNew: boolean }) => isNew)).toEqual([true, true]);
  expect(described.output.changes.slice(0, 3)).toEqual([
    { path: "chartwright.yaml", change: "replace" },
    { path: "chartwright.lock", change: "replace" },
    { path: "CHANGELOG.md", change: "create" },
  ]);
});

test.each([
  {
    name: "a release that is not published",
    to: "v9.0.0",
    code: "sources/download",
    words: "found:    status 404",
  },
  {
    name: "a release that lacks a local source",
    to: "v1.4.0",
    code: "load/not-found",
    words: '"release/v1.4.0/cr.yaml" does not exist.',
  },
  {
    name: "a release that is no operator",
    to: "v1.5.0",
    code: "parse/yaml-syntax",
    words: "/v1.5.0/operator.yaml:1:",
  },
])("$name changes nothing", async ({ to, code: diagnostic, words }) => {
  const { folder, server, run } = await curated();
  server.put("/v1.4.0/operator.yaml", nextOperator);
  server.put("/v1.5.0/operator.yaml", "[not: yaml\n");
  writeFiles(folder, { "release/v1.5.0/cr.yaml": customResource });
  const before = withoutCache(folder);
  const { code, stderr, stdout } = await run("update", "--to", to);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(`[${diagnostic}]`);
  expect(stderr).toContain(words);
  expect(withoutCache(folder)).toEqual(before);
});

test("what stands in the way of the charts leaves the project as it was, too", async () => {
  const { folder, run } = await curated();
  const changed = nextOperator.replaceAll("tide-operator", "ebb-operator");
  // A new template, where somebody has a file of their own.
  const server = await webServer({ "/v1.3.0/operator.yaml": changed });
  const project = readFiles(folder)["chartwright.yaml"] ?? "";
  writeFiles(folder, {
    "chartwright.yaml": project.replace(/http:\/\/127[^/]*/, server.origin),
    "charts/tide/templates/ebb-operator-deployment.yaml": "mine\n",
    "charts/tide/templates/deployment-ebb-operator.yaml": "mine\n",
    "charts/tide/templates/ebb-operator.yaml": "mine\n",
    "charts/tide/templates/deployment.yaml": "mine\n",
  });
  const before = withoutCache(folder);
  const { code, stderr } = await run("update", "--to", "v1.3.0");
  expect(code).toBe(2);
  expect(stderr).toContain("nothing was written");
  expect(withoutCache(folder)).toEqual(before);
});

test("a project file that cannot be written takes the charts back", async () => {
  const { folder, run } = await curated();
  writeFiles(folder, { "CHANGELOG.md/kept": "a folder\n" });
  const before = withoutCache(folder);
  const { code } = await run("update", "--to", "v1.3.0");
  expect(code).toBe(2);
  expect(withoutCache(folder)).toEqual(before);
});

test("edits by hand are kept, and where both changed a line somebody has to decide", async () => {
  const { folder, run } = await curated();
  const values = readFiles(folder)["charts/tide/values.yaml"] ?? "";
  const edited = values.replace("  level: 3\n", "  level: 4  # ours\n");
  writeFiles(folder, { "charts/tide/values.yaml": edited });
  const kept = await run("update", "--to", "v1.3.0");
  expect(kept).toMatchObject({ code: 0, stderr: "" });
  const merged = readFiles(folder)["charts/tide/values.yaml"] ?? "";
  expect(merged).toContain("  level: 4  # ours\n");
  expect(merged).toContain("tag: v1.3.0 ");
  writeFiles(folder, { "charts/tide/values.yaml": merged.replace("tag: v1.3.0 ", "tag: v1.3.1 ") });
  const dry = await run("update", "--to", "v1.2.4", "--dry-run");
  expect(dry.code).toBe(1);
  expect(dry.stderr).toMatch(/1 edit by hand to decide about; all else can be written\.\n$/);
  const conflict = await run("update", "--to", "v1.2.4", "--json");
  expect(conflict.code).toBe(1);
  expect(JSON.parse(conflict.stdout).output.handEdits).toMatchObject([
    {
      path: "charts/tide/values.yaml",
      outcome: "conflict",
      conflicts: [{ line: expect.any(Number), yours: [expect.stringContaining("tag: v1.3.1 ")] }],
    },
  ]);
  expect(conflict.stderr).toContain("[write/conflict]");
  expect(conflict.stderr).toMatch(/1 edit by hand to decide about; all else is written\.\n$/);
  expect(readFiles(folder)["chartwright.yaml"]).toContain("version: v1.2.4 #");
});

const configMap = `---
apiVersion: v1
kind: ConfigMap
metadata:
  name: tide-tables
  namespace: tide-system
data:
  harbour: north
`;

/** With a ConfigMap first, which the next release drops; the changelog of an update with `edit` made by hand before. */
async function afterDrop(edit: (files: Readonly<Record<string, string>>) => Record<string, string>) {
  const { folder, server, run } = await curated();
  server.put("/v1.2.4/operator.yaml", operatorAt("v1.2.4") + configMap);
  await run("update", "--to", "v1.2.4");
  writeFiles(folder, edit(readFiles(folder)));
  const called = await run("update", "--to", "v1.3.0");
  const files = readFiles(folder);
  return { called, files, changelog: files["CHANGELOG.md"] ?? "" };
}

test.each([
  { file: "charts/tide/values.yaml", from: "tag: v1.2.4 ", to: "tag: v1.2.4-mine " },
  { file: "charts/tide/Chart.yaml", from: 'appVersion: "v1.2.4"', to: 'appVersion: "v1.2.4-mine"' },
])("what a release means does not depend on a conflict in $file", async ({ file, from, to }) => {
  const plain = await afterDrop(() => ({}));
  expect(plain.called).toMatchObject({ code: 0, stderr: "" });
  expect(plain.called.stdout).toContain(", major: ");
  expect(plain.changelog).toMatch(/ConfigMap .*tide-tables/);
  const edited = await afterDrop((files) => {
    const text = files[file] ?? "";
    expect(text).toContain(from);
    return { [file]: text.replace(from, to) };
  });
  expect(edited.called.code).toBe(1);
  expect(edited.called.stderr).toContain("[write/conflict]");
  expect(edited.files[file]).toContain("<<<<<<<");
  expect(edited.changelog).toBe(plain.changelog);
});

test("a value that moved is told once, with what else changed in it", async () => {
  const { folder, server, run } = await curated();
  const renamed = operatorAt("v1.2.4").replace(
    /(kind: Deployment\nmetadata:\n {2}name: ).*/,
    "$1ebb-controller",
  );
  server.put("/v1.2.4/operator.yaml", renamed);
  expect((await run("update", "--to", "v1.2.4")).code).toBe(0);
  const changelog = readFiles(folder)["CHANGELOG.md"] ?? "";
  const version = /^## (\S+) /m.exec(changelog)?.[1] ?? "";
  const until = version.replace(/^0\.(\d+)\..*/, (_, minor) => `0.${Number(minor) + 1}.0`);
  expect(changelog.split("\n").filter((line) => line.startsWith("- Value "))).toEqual([
    `- Value \`operator\` is \`ebbController\` now; the old path works until ${until}.`,
    '- Value `ebbController.image.tag`: default `"v1.2.3"` → `"v1.2.4"`.',
  ]);
  expect(readFiles(folder)["charts/.chartwright/tide.moved.yaml"]).toContain(`since: "${version}"`);
});

test("a release that changed after it was pinned is an error", async () => {
  const { folder, server, run } = await curated();
  server.put("/v1.2.3/operator.yaml", `${operator}# re-released\n`);
  const before = withoutCache(folder);
  const { code, stderr } = await run("update", "--pin");
  expect(code).toBe(2);
  expect(stderr).toContain('operator.yaml" is not what it was when it was pinned. [sources/changed]\n');
  expect(stderr).toContain("take its entry out of chartwright.lock and run `chartwright update --pin`.");
  expect(withoutCache(folder)).toEqual(before);
  // The build has what was pinned, from the cache.
  expect(await run("build", "--check")).toMatchObject({ code: 0 });
});

test("without a network an update takes what the cache has seen", async () => {
  const { server, run } = await curated();
  const unseen = await run("update", "--to", "v1.3.0", "--offline");
  expect(unseen).toMatchObject({ code: 2, stderr: expect.stringContaining("[sources/offline]") });
  await run("update", "--to", "v1.3.0", "--dry-run");
  const asked = server.asked.length;
  expect(await run("update", "--to", "v1.3.0", "--offline")).toMatchObject({ code: 0 });
  expect(server.asked.length).toBe(asked);
});

test("charts with the operator's version say where that is too small a step", async () => {
  const { folder, run } = await curated();
  const project = (readFiles(folder)["chartwright.yaml"] ?? "").replace(/^chart:\n.*\n/m, "");
  writeFiles(folder, { "chartwright.yaml": project });
  await run("build");
  const minor = await run("update", "--to", "v1.3.0");
  expect(minor.stdout).toContain(`  charts    1.2.3 → 1.3.0, minor: ${isNew}\n  operator`);
  const back = await run("update", "--to", "v1.2.4");
  expect(back.stdout).toContain("where the change is a major one: write chart.version to choose it.\n");
  expect(readFiles(folder)["chartwright.yaml"]).toBe(project.replace("v1.2.3 #", "v1.2.4 #"));
});

test("an operator's version that is written out follows the release, in its own form", async () => {
  const { folder, run } = await curated();
  const project = (readFiles(folder)["chartwright.yaml"] ?? "").replace(
    "chart:\n",
    "chart:\n  appVersion: 1.2.3\n",
  );
  writeFiles(folder, { "chartwright.yaml": project });
  await run("build");
  await run("update", "--to", "v1.3.0");
  expect(readFiles(folder)["chartwright.yaml"]).toContain("  appVersion: 1.3.0\n");
});

test("several projects: --to wants to know which, and who depends on it follows", async () => {
  const { folder, run } = await curated();
  const files = readFiles(folder);
  const other = temporaryFolder();
  writeFiles(other, {
    "operators/tide/chartwright.yaml": files["chartwright.yaml"] ?? "",
    "operators/tide/chartwright.lock": files["chartwright.lock"] ?? "",
    "operators/tide/release/v1.2.3/cr.yaml": customResource,
    "operators/tide/release/v1.3.0/cr.yaml": customResource,
    "sea/chartwright.yaml": `apiVersion: chartwright/v1\nkind: ChartProject\nname: sea\ncomponents:\n  - { project: ../operators/tide, chart: tide }\n`,
  });
  const runThere = (...argv: readonly string[]) =>
    call(argv, { folder: other, environment: { XDG_CACHE_HOME: join(folder, ".cache") } });
  expect(await runThere("build", "operators")).toMatchObject({ code: 0 });
  writeFiles(other, { "other/chartwright.yaml": files["chartwright.yaml"] ?? "" });
  const refused = await runThere("update", "--to", "v1.3.0");
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("the folders of its projects, of operators/tide, other\n"),
  });
  rmSync(join(other, "other"), { recursive: true });
  // The umbrella follows no release, so that one operator is left.
  const updated = await runThere("update", "--to", "v1.3.0");
  expect(updated).toMatchObject({ code: 0, stderr: "" });
  expect(updated.stdout).toContain("\nsea follows tide\n");
  const status = await runThere("update");
  expect(status.stdout).toContain("sea: no version\n  no source follows a version or is a URL\n");
  expect(await runThere("update", "sea", "--to", "v2")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No source of "sea" follows the operator\'s release.'),
  });
  await run("update");
});
