// Archives against Helm: what it packages itself is the measure of what is in them, and it has to read and verify ours.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as openpgp from "openpgp";
import { beforeAll, describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/archive.ts";
import { call } from "../cli/called.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { repositoryFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const example = join(repositoryFolder, "examples/tidegate");
const environment = { SOURCE_DATE_EPOCH: "1700000000" };

/** A chart with what packaging can get wrong: binary files, ignored ones, links, subcharts as folder and archive. */
function oddChart(): string {
  const folder = join(temporaryFolder(), "odd");
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write("Chart.yaml", "apiVersion: v2\nname: odd\nversion: 1.0.0+build.7\n# a comment\n");
  write(".helmignore", "*.bak\nsecret/\n");
  write("values.yaml", "a: 1\n");
  write("templates/map.yaml", "kind: ConfigMap\napiVersion: v1\nmetadata: { name: odd }\n");
  write("templates/.hidden", "nobody sees it");
  write("templates/map.yaml.bak", "old");
  write("secret/key", "secret");
  write("files/binary", Uint8Array.of(0, 255, 254, 128, 10));
  write(`files/${"long-folder-name-".repeat(7)}/${"long-file-name-".repeat(7)}.txt`, "far down");
  write("files/ümlaut – name.txt", "not only ASCII");
  write("charts/inner/Chart.yaml", "apiVersion: v2\nname: inner\nversion: 0.1.0\n");
  write("charts/inner/templates/map.yaml", "kind: ConfigMap\napiVersion: v1\nmetadata: { name: inner }\n");
  write("elsewhere.txt", "the content behind a link");
  symlinkSync("../elsewhere.txt", join(folder, "files/link.txt"));
  return folder;
}

/** The files of an archive and the digests of their contents, by GNU tar. */
function contentOf(archive: string): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "chartwright-"));
  try {
    execFileSync("tar", ["-xzf", archive, "-C", folder]);
    const list = execFileSync("find", [folder, "-type", "f", "-printf", "%P\\0"], { encoding: "utf8" });
    const paths = list
      .split("\0")
      .filter((path) => path !== "")
      .sort();
    return Object.fromEntries(
      paths.map((path) => [
        path,
        createHash("sha256")
          .update(readFileSync(join(folder, path)))
          .digest("hex"),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function packaged(paths: readonly string[], args: readonly string[] = []): Promise<string> {
  const folder = temporaryFolder();
  const called = await call(["package", ...paths, "-d", "dist", ...args], { folder, environment });
  expect(called).toMatchObject({ code: 0, stderr: "" });
  return join(folder, "dist");
}

describeWithEachHelm("an archive", (helm) => {
  test("holds what helm package puts into its own", async () => {
    const chart = oddChart();
    const dist = await packaged([chart]);
    const own = temporaryFolder();
    expect(await helm.run(["package", chart, "-d", own])).toMatchObject({ status: 0 });
    const expected = contentOf(join(own, "odd-1.0.0+build.7.tgz"));
    const found = contentOf(join(dist, "odd-1.0.0+build.7.tgz"));
    // Helm writes Chart.yaml anew from what it has read, and is told the rest by Chart.yaml itself.
    const isChartFile = (path: string) => path.endsWith("Chart.yaml");
    expect(Object.keys(found)).toEqual(Object.keys(expected));
    for (const path of Object.keys(expected).filter((name) => !isChartFile(name))) {
      expect(found[path], path).toBe(expected[path]);
    }
  });

  test("lints, shows and renders like the folder", async () => {
    const dist = await packaged([example]);
    for (const name of ["tidegate-crd", "tidegate"]) {
      const folder = join(example, "charts", name);
      const version = /^version: "?([^"]*)"?$/m.exec(readFileSync(join(folder, "Chart.yaml"), "utf8"))?.[1];
      const archive = join(dist, `${name}-${version}.tgz`);
      expect(await helm.lint([archive, "--strict"])).toMatchObject({ status: 0 });
      expect((await helm.run(["show", "all", archive])).stdout).toContain(`name: ${name}`);
      const rendered = await helm.template(["r", archive, "-n", "tidegate-system"]);
      expect(rendered).toMatchObject({ status: 0 });
      expect(rendered.stdout).toBe((await helm.template(["r", folder, "-n", "tidegate-system"])).stdout);
    }
  });
});

test("has the same bytes whatever the time, the owner and the order of files on the disk", async () => {
  const [one, other] = [oddChart(), oddChart()];
  utimesSync(join(other, "values.yaml"), 1, 1);
  rmSync(join(other, "Chart.yaml"));
  writeFileSync(join(other, "Chart.yaml"), readFileSync(join(one, "Chart.yaml")), { mode: 0o600 });
  const digests = await Promise.all(
    [one, other].map(async (chart) => {
      const dist = await packaged([chart]);
      return createHash("sha256")
        .update(readFileSync(join(dist, "odd-1.0.0+build.7.tgz")))
        .digest("hex");
    }),
  );
  expect(digests[0]).toBe(digests[1]);
  const listing = execFileSync(
    "tar",
    ["--utc", "-tvzf", join(await packaged([one]), "odd-1.0.0+build.7.tgz")],
    {
      encoding: "utf8",
    },
  );
  expect(listing.split("\n")[0]).toMatch(/^-rw-r--r-- 0\/0 +\d+ 2023-11-14 22:13 odd\/Chart\.yaml$/);
});

describe("what cannot be packaged", () => {
  const chart = "apiVersion: v2\nname: a\nversion: 1.0.0\n";
  test.each([
    ["a chart without a version", { "Chart.yaml": "name: a\n" }, "Chart.yaml has no version.", 2],
    [
      "a name with a slash",
      { "Chart.yaml": "name: ../a\nversion: 1.0.0\n" },
      "Chart.yaml has no name of a chart.",
      2,
    ],
    ["no YAML", { "Chart.yaml": "name: {\n" }, "Chart.yaml is no YAML", 2],
    [
      "a dependency that is not there",
      { "Chart.yaml": `${chart}dependencies: [{ name: b, version: 1.0.0 }]\n` },
      "nothing in charts/ for b",
      2,
    ],
    ["no chart and no project", {}, "holds no project file", 2],
  ])("%s", async (_, files, words, code) => {
    const folder = temporaryFolder();
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    const called = await call(["package", "-d", "dist"], { folder });
    expect(called.code).toBe(code);
    expect(called.stderr).toContain(words);
    expect(called.stderr).toContain("nothing was written");
  });

  test("a project whose charts are stale", async () => {
    const folder = temporaryFolder();
    execFileSync("cp", ["-r", `${example}/.`, folder]);
    const project = join(folder, "chartwright.yaml");
    writeFileSync(project, `${readFileSync(project, "utf8")}\nvalues:\n  hide: [controller.affinity]\n`);
    const called = await call(["package", "-d", "dist"], { folder });
    expect(called.code).toBe(1);
    expect(called.stderr).toContain("charts/tidegate/README.md");
  });

  test("a time that is none", async () => {
    const called = await call(["package", "-d", "dist"], {
      folder: oddChart(),
      environment: { SOURCE_DATE_EPOCH: "soon" },
    });
    expect(called.code).toBe(2);
    expect(called.stderr).toContain("SOURCE_DATE_EPOCH is no time.");
  });

  test("a link in a circle", async () => {
    const folder = oddChart();
    symlinkSync("..", join(folder, "files/up"));
    const called = await call(["package", "-d", "dist"], { folder });
    expect(called.code).toBe(2);
    expect(called.stderr).toContain("a link back to a folder that it stands in");
  });
});

test.each([
  ["no gzip", Buffer.from("text")],
  ["nothing", Buffer.from("")],
])("an archive that is %s is told", async (_, bytes) => {
  expect(await openArchive(bytes)).toMatchObject({
    ok: false,
    fault: { message: "It is no packaged chart." },
  });
});

describe("signed", () => {
  const name = "Release Signer <releases@example.com>";
  const folder = mkdtempSync(join(tmpdir(), "chartwright-"));
  const [publicRing, secretRing] = [join(folder, "public.gpg"), join(folder, "secret.gpg")];

  beforeAll(async () => {
    const key = await openpgp.generateKey({
      type: "rsa",
      rsaBits: 2048,
      userIDs: [{ name: "Release Signer", email: "releases@example.com" }],
      passphrase: "tide",
      format: "object",
      date: new Date(1_600_000_000_000),
    });
    writeFileSync(publicRing, key.publicKey.write());
    writeFileSync(secretRing, key.privateKey.write());
    writeFileSync(join(folder, "passphrase"), "tide\n");
    return () => rmSync(folder, { recursive: true });
  });

  const sign = (chart: string) =>
    packaged(
      [chart],
      [
        "--sign",
        "--key",
        "releases@",
        "--keyring",
        secretRing,
        "--passphrase-file",
        join(folder, "passphrase"),
      ],
    );

  describeWithEachHelm("", (helm) => {
    test("is verified by Helm, and not when a byte is another one", async () => {
      const archive = join(await sign(oddChart()), "odd-1.0.0+build.7.tgz");
      const verified = await helm.run(["verify", archive, "--keyring", publicRing]);
      expect(verified).toMatchObject({ status: 0 });
      expect(verified.stdout).toContain(`Signed by: ${name}`);
      writeFileSync(archive, Buffer.concat([readFileSync(archive), Buffer.of(0)]));
      expect((await helm.run(["verify", archive, "--keyring", publicRing])).status).not.toBe(0);
    });
  });

  test("is the same each time", async () => {
    const texts = await Promise.all(
      [oddChart(), oddChart()].map(async (chart) =>
        readFileSync(join(await sign(chart), "odd-1.0.0+build.7.tgz.prov"), "utf8"),
      ),
    );
    expect(texts[0]).toBe(texts[1]);
  });

  test.each([
    ["another's name", ["--key", "nobody"], 'The keyring holds no private key of "nobody".'],
    ["a wrong passphrase", ["--passphrase-file", "wrong"], "The key cannot sign."],
    ["a keyring that is none", ["--keyring", "wrong"], "The key cannot sign."],
    ["no keyring", [], "--sign needs --keyring"],
  ])("refuses %s", async (_, args, words) => {
    const chart = oddChart();
    writeFileSync(join(chart, "wrong"), "none");
    const keyring = words.startsWith("--sign") || args[0] === "--keyring" ? [] : ["--keyring", secretRing];
    const called = await call(["package", "-d", "dist", "--sign", ...keyring, ...args], {
      folder: chart,
      environment,
    });
    expect(called.code).toBe(2);
    expect(called.stderr).toContain(words);
  });
});
