// The executable that is one file: made here from the built command line, and run where there is no Node.
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { helms } from "../support/helm.ts";
import { type ProcessResult, runProcess } from "../support/process.ts";
import { releaseFolder, repositoryFolder } from "../support/repository.ts";
import { makeFolder, temporaryFolder } from "../support/temporary-folder.ts";

const folder = makeFolder();
const executable = join(folder, "chartwright");
const examples = join(repositoryFolder, "examples");

beforeAll(async () => {
  const tool = join(repositoryFolder, "tools/build-executable.mjs");
  const { status, stderr } = await runProcess(process.execPath, [tool, executable]);
  expect(status, stderr).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs it with an empty PATH, in an empty folder. */
function run(args: readonly string[], cwd = temporaryFolder()): Promise<ProcessResult> {
  return runProcess(executable, args, { cwd, env: { PATH: "/nowhere", HOME: cwd, NO_COLOR: "1" } });
}

test("says its version", async () => {
  const { version } = JSON.parse(readFileSync(join(repositoryFolder, "package.json"), "utf8"));
  expect(await run(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
});

test("builds the examples as they are, with the settings of their Go sources", async () => {
  const projects = readdirSync(examples).map((name) => join(examples, name));
  // Overlays in kustomize's form need a kustomize; the ones of the examples are files.
  const { status, stderr } = await run(["build", "--check", ...projects]);
  expect(status, stderr).toBe(0);
});

test("compiles manifests and verifies the charts with a Helm that is named", async () => {
  const manifests = readdirSync(releaseFolder("tidegate")).map((name) =>
    join(releaseFolder("tidegate"), name),
  );
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "out"));
  const [helm] = helms();
  const proof = helm ? ["--verify", "--helm", helm.path] : [];
  const { status, stderr } = await run(
    ["convert", ...manifests, "--name", "tidegate", "-o", "out", ...proof],
    cwd,
  );
  expect(status, stderr).toBe(0);
  expect(readdirSync(join(cwd, "out")).toSorted()).toEqual([".chartwright", "tidegate", "tidegate-crd"]);
});

test("says how to have charts signed, which it cannot do", async () => {
  const chart = join(examples, "tidegate/charts/tidegate");
  const { status, stderr } = await run([
    "package",
    chart,
    "-d",
    "out",
    "--sign",
    "--key",
    "x",
    "--keyring",
    join(chart, "Chart.yaml"),
  ]);
  expect(status).toBe(2);
  expect(stderr).toContain("Signing needs the package openpgp");
});
