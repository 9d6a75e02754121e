// index.yaml: what it keeps, what it refuses, and that Helm installs from it over HTTP.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseDocument } from "../../src/yaml/document.ts";
import { call } from "../cli/called.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const environment = { SOURCE_DATE_EPOCH: "1700000000" };
const published = "2023-11-14T22:13:20Z";

/** Packages small charts into `dist` of `folder`. */
async function packageCharts(
  folder: string,
  charts: readonly (readonly [string, string])[],
  word = "a",
): Promise<void> {
  for (const [name, version] of charts) {
    const chart = join(folder, "charts", `${name}-${version}`);
    mkdirSync(join(chart, "templates"), { recursive: true });
    writeFileSync(
      join(chart, "Chart.yaml"),
      `apiVersion: v2\nname: ${name}\nversion: ${version}\nappVersion: "1.10"\nannotations: { word: ${word} }\n`,
    );
    writeFileSync(
      join(chart, "templates/map.yaml"),
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata: { version: "${version}" }\n`,
    );
    const called = await call(["package", chart, "-d", "dist"], { folder, environment });
    expect(called).toMatchObject({ code: 0 });
  }
}

function readIndex(folder: string): Readonly<Record<string, readonly Record<string, unknown>[]>> {
  const parsed = parseDocument(readFileSync(join(folder, "dist/index.yaml"), "utf8"));
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return (parsed.document.data as { entries: never }).entries;
}

test("has the newest version first, by their order and not by their letters", async () => {
  const folder = temporaryFolder();
  const versions = ["1.9.0", "1.10.0", "1.10.0-rc.1", "1.10.0-rc.10", "1.10.0-rc.9", "0.1.0"];
  await packageCharts(
    folder,
    versions.map((version) => ["tide", version] as const),
  );
  expect(await call(["index", "dist"], { folder, environment })).toMatchObject({ code: 0 });
  const found = readIndex(folder)["tide"]?.map((entry) => entry["version"]);
  expect(found).toEqual(["1.10.0", "1.10.0-rc.10", "1.10.0-rc.9", "1.10.0-rc.1", "1.9.0", "0.1.0"]);
});

test("keeps what it has, byte for byte where nothing is new", async () => {
  const folder = temporaryFolder();
  await packageCharts(folder, [["tide", "1.0.0"]]);
  mkdirSync(join(folder, "dist"), { recursive: true });
  const old =
    'apiVersion: v1\nentries:\n  old:\n  - name: old\n    version: 0.1.0\n    created: "2020-01-01T00:00:00Z"\n    urls: [https://example.com/old.tgz]\n    unknown: kept\n';
  writeFileSync(join(folder, "old.yaml"), old);
  const first = await call(["index", "dist", "--merge", "old.yaml", "--url", "https://example.com/charts/"], {
    folder,
    environment,
  });
  expect(first.stdout).toBe("Added tide-1.0.0.tgz\nWrote dist/index.yaml\n");
  const entries = readIndex(folder);
  expect(entries["old"]).toEqual([
    {
      name: "old",
      version: "0.1.0",
      created: "2020-01-01T00:00:00Z",
      urls: ["https://example.com/old.tgz"],
      unknown: "kept",
    },
  ]);
  expect(entries["tide"]).toMatchObject([
    { appVersion: "1.10", created: published, urls: ["https://example.com/charts/tide-1.0.0.tgz"] },
  ]);
  const before = readFileSync(join(folder, "dist/index.yaml"), "utf8");
  const again = await call(["index", "dist"], { folder });
  expect(again.stdout).toBe("dist/index.yaml has all of them already.\n");
  expect(readFileSync(join(folder, "dist/index.yaml"), "utf8")).toBe(before);
});

test("never gives a published version other bytes", async () => {
  const folder = temporaryFolder();
  await packageCharts(folder, [["tide", "1.0.0"]]);
  expect(await call(["index", "dist"], { folder })).toMatchObject({ code: 0 });
  const before = readFileSync(join(folder, "dist/index.yaml"), "utf8");
  await packageCharts(folder, [["tide", "1.0.0"]], "b");
  const called = await call(["index", "dist"], { folder });
  expect(called.code).toBe(2);
  expect(called.stderr).toContain("tide 1.0.0 is published already, with other bytes.");
  expect(readFileSync(join(folder, "dist/index.yaml"), "utf8")).toBe(before);
});

test.each([
  ["a list", "- a\n"],
  ["entries that are none", "entries: [a]\n"],
  ["no YAML", "entries: {\n"],
])("refuses to write over %s", async (_, text) => {
  const folder = temporaryFolder();
  await packageCharts(folder, [["tide", "1.0.0"]]);
  writeFileSync(join(folder, "dist/index.yaml"), text);
  const called = await call(["index", "dist"], { folder });
  expect(called.code).toBe(2);
  expect(readFileSync(join(folder, "dist/index.yaml"), "utf8")).toBe(text);
});

test("says where there is no archive", async () => {
  const called = await call(["index"], { folder: temporaryFolder() });
  expect(called).toMatchObject({ code: 2 });
  expect(called.stderr).toContain('"." holds no archive.');
});

describeWithEachHelm("a static web server", (helm) => {
  test("is a repository for Helm: add, search, pull, template", async () => {
    const folder = temporaryFolder();
    await packageCharts(folder, [
      ["tide", "1.9.0"],
      ["tide", "1.10.0"],
      ["tide", "1.11.0-rc.1"],
    ]);
    expect(await call(["index", "dist"], { folder, environment })).toMatchObject({ code: 0 });
    const address = await serve(join(folder, "dist"));
    const own = [
      "--repository-config",
      join(folder, "repositories.yaml"),
      "--repository-cache",
      join(folder, "cache"),
    ];
    expect(await helm.run(["repo", "add", "tides", address, ...own])).toMatchObject({ status: 0 });
    const search = await helm.run(["search", "repo", "tides/", "--versions", "-o", "json", ...own]);
    expect(JSON.parse(search.stdout)).toMatchObject([
      { name: "tides/tide", version: "1.10.0", app_version: "1.10" },
      { name: "tides/tide", version: "1.9.0" },
    ]);
    const pulled = await helm.run(["pull", "tides/tide", "-d", folder, ...own]);
    expect(pulled).toMatchObject({ status: 0 });
    const bytes = readFileSync(join(folder, "tide-1.10.0.tgz"));
    expect(bytes.equals(readFileSync(join(folder, "dist/tide-1.10.0.tgz")))).toBe(true);
    const rendered = await helm.template(["r", "tides/tide", "--version", "1.9.0", ...own]);
    expect(rendered.stdout).toContain('version: "1.9.0"');
  });
});

/** Serves the files of a folder, and resolves to its address. */
async function serve(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    try {
      response.end(readFileSync(join(folder, new URL(request.url ?? "", "http://localhost").pathname)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
