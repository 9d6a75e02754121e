// Projects whose sources are URLs or follow the operator's version: what is pinned is built, and nothing else.
import { createHash } from "node:crypto";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { printLock } from "../../src/project/lock.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type WebServer, webServer } from "../support/web-server.ts";
import { type Called, call } from "./called.ts";
import { customResource, operator } from "./small-operator.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const header = "apiVersion: chartwright/v1\nkind: ChartProject\nname: tide\n";

interface Pinned {
  readonly folder: string;
  readonly server: WebServer;
  readonly cache: string;
  run(...argv: readonly string[]): Promise<Called>;
}

/** A project with one source behind a URL and one on disk, both of v1.2.3 and pinned. */
async function pinnedProject(): Promise<Pinned> {
  const server = await webServer({ "/v1.2.3/operator.yaml": operator });
  const [folder, cache] = [temporaryFolder(), temporaryFolder()];
  const url = `${server.origin}/v1.2.3/operator.yaml`;
  writeFiles(folder, {
    "chartwright.yaml": `${header}version: v1.2.3\nsources:\n  - url: ${server.origin}/{version}/operator.yaml\n  - path: release/{version}/cr.yaml\n`,
    "release/v1.2.3/cr.yaml": customResource,
    "chartwright.lock": printLock([
      { name: url, isUrl: true, version: "v1.2.3", sha256: sha256(operator), size: operator.length },
      {
        name: "release/v1.2.3/cr.yaml",
        isUrl: false,
        version: "v1.2.3",
        sha256: sha256(customResource),
        size: customResource.length,
      },
    ]),
  });
  const run = (...argv: readonly string[]) =>
    call(argv, { folder, environment: { XDG_CACHE_HOME: cache, HOME: cache } });
  return { folder, server, cache: join(cache, "chartwright/sources"), run };
}

test("a build downloads what is pinned once, and needs no network then", async () => {
  const { folder, server, cache, run } = await pinnedProject();
  expect(await run("build")).toMatchObject({ code: 0, stderr: "" });
  expect(readFiles(folder)["charts/tide/Chart.yaml"]).toContain('appVersion: "v1.2.3"');
  expect(readdirSync(cache)).toEqual([sha256(operator), "urls"]);
  expect(server.asked).toEqual(["/v1.2.3/operator.yaml"]);
  const files = readFiles(folder);
  expect(await run("build", "--offline")).toMatchObject({ code: 0 });
  expect(await run("build", "--check")).toMatchObject({ code: 0, stdout: "" });
  expect(readFiles(folder)).toEqual(files);
  expect((await run("inspect", ".", "--json")).stdout).toContain(
    `"place": "${server.origin}/v1.2.3/operator.yaml:1:1"`,
  );
  expect(await run("package", "--offline", "-d", "out")).toMatchObject({ code: 0 });
  expect(server.asked.length).toBe(1);
});

test("without a network what the cache has not is an error", async () => {
  const { server, cache, run } = await pinnedProject();
  const { code, stderr } = await run("build", "--offline");
  expect(code).toBe(2);
  expect(
    stderr,
  ).toBe(`chartwright.yaml:6:10: error: "${server.origin}/v1.2.3/operator.yaml" is not in the cache. [sources/offline]
  6 |   - url: ${server.origin}/{version}/operator.yaml
    |          ^
  found:    nothing with sha256 ${sha256(operator)} in "${cache}"
  expected: what was downloaded before, since --offline leaves the network alone
  hint:     Run it once without --offline, or name with --cache the folder that has it.

1 error; nothing was written.
`);
  expect(await run("build", "--offline", "--cache", "elsewhere")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/in ".*\/elsewhere"/),
  });
});

test("a cache that was tampered with is not believed", async () => {
  const { server, cache, run } = await pinnedProject();
  await run("build");
  writeFileSync(join(cache, sha256(operator)), `${operator}# more\n`);
  expect(await run("build", "--check")).toMatchObject({ code: 0 });
  expect(server.asked.length).toBe(2);
});

test("a source that is not what was pinned is an error with both digests", async () => {
  const { folder, server, run } = await pinnedProject();
  const [other, edited] = [`${operator}# changed\n`, `${customResource}# edited\n`];
  server.put("/v1.2.3/operator.yaml", other);
  writeFiles(folder, { "release/v1.2.3/cr.yaml": edited });
  const before = readFiles(folder);
  const { code, stderr } = await run("build");
  expect(code).toBe(2);
  expect(stderr).toContain(
    `"${server.origin}/v1.2.3/operator.yaml" is not what it was when it was pinned. [sources/changed]`,
  );
  expect(stderr).toContain(
    `  found:    sha256 ${sha256(other)}\n  expected: sha256 ${sha256(operator)}, pinned for v1.2.3\n`,
  );
  expect(stderr).toContain('chartwright.yaml:7:11: error: "release/v1.2.3/cr.yaml" is not what it was');
  expect(stderr).toContain(
    `  found:    sha256 ${sha256(edited)}\n  expected: sha256 ${sha256(customResource)}, pinned`,
  );
  expect(stderr).toMatch(/2 errors; nothing was written\.\n$/);
  expect(readFiles(folder)).toEqual(before);
});

test("what is not pinned is not built", async () => {
  const { folder, run } = await pinnedProject();
  const project = readFiles(folder)["chartwright.yaml"] ?? "";
  writeFiles(folder, { "chartwright.yaml": project.replace("version: v1.2.3", "version: v1.3.0") });
  const newer = await run("build");
  expect(newer.code).toBe(2);
  expect(newer.stderr).toContain("  found:    only v1.2.3 in chartwright.lock\n");
  expect(newer.stderr).toContain("  hint:     Run `chartwright update --pin`, and commit the lock.\n");
  rmSync(join(folder, "chartwright.lock"));
  expect((await run("build")).stderr).toContain("  found:    no chartwright.lock\n");
  writeFiles(folder, { "chartwright.yaml": project.replace("version: v1.2.3\n", "") });
  expect((await run("build")).stderr).toContain(
    '/{version}/operator.yaml" has a version in it, and the project none.',
  );
});

test("a damaged lock is told with its place", async () => {
  const { folder, run } = await pinnedProject();
  writeFiles(folder, { "chartwright.lock": "sources:\n  - url: https://example.com/a\n" });
  const { code, stderr } = await run("build");
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^chartwright\.lock:2:5: error: "chartwright\.lock" is no lock that chartwright wrote\. \[sources\/lock\]\n/,
  );
});

test("what is wrong in a source behind a URL is told with its place there", async () => {
  const server = await webServer({
    "/tide.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: Tide }\n",
  });
  const folder = temporaryFolder();
  const url = `${server.origin}/tide.yaml`;
  const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: Tide }\n";
  writeFiles(folder, {
    "below/chartwright.yaml": `${header}sources:\n  - url: ${url}\n`,
    "below/chartwright.lock": printLock([
      { name: url, isUrl: true, sha256: sha256(text), size: text.length },
    ]),
  });
  const { code, stderr } = await call(["build", "below", "--cache", "cache"], { folder });
  expect(code).toBe(2);
  expect(stderr).toMatch(new RegExp(`^${url}:3:19: error: `));
});

test.each([
  { name: "without TLS", url: "http://example.com/tide.yaml" },
  { name: "with a password", url: "https://me:secret@example.com/tide.yaml" },
])("a URL $name is refused", async ({ url }) => {
  const folder = temporaryFolder();
  writeFiles(folder, { "chartwright.yaml": `${header}sources:\n  - url: ${url}\n` });
  const { code, stderr } = await call(["build"], { folder });
  expect(code).toBe(2);
  expect(stderr).toContain(
    "expected: an address that starts with https:// and has no password; http:// is for this machine only",
  );
});

test("a source has a path or a URL, not both", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "chartwright.yaml": `${header}sources:\n  - url: https://example.com/a\n    path: a\n`,
  });
  expect((await call(["build"], { folder })).stderr).toContain("  expected: a path or a url\n");
});
