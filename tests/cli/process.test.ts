// The built command line as a process: streams and exit code as users get them.
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliPath, runCli } from "../support/cli.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { runProcess } from "../support/process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { customResource, operator } from "./small-operator.ts";

test("--help prints to standard output and ends with 0", async () => {
  const { status, stdout, stderr } = await runCli(["--help"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("Usage: chartwright");
});

test("wrong usage ends with 2", async () => {
  const { status, stdout, stderr } = await runCli(["convert"]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("error: ");
});

test("manifests are read from a pipe and charts written below the working folder", async () => {
  const cwd = temporaryFolder();
  const stdin = `${operator}---\n${customResource}`;
  const { status, stdout, stderr } = await runCli(["convert", "-", "-o", "charts"], { cwd, stdin });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^tide: 4 objects in 2 charts/);
  expect(Object.keys(readFiles(join(cwd, "charts")))).toContain("tide/Chart.yaml");
});

test("bad input ends with 2 and says why on standard error", async () => {
  const { status, stdout, stderr } = await runCli(["convert", "gone.yaml", "-o", "charts"], {
    cwd: temporaryFolder(),
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^error: "gone\.yaml" does not exist\. \[load\/not-found\]$/m);
});

test("a reader that leaves early is no failure", async () => {
  const cwd = temporaryFolder();
  const many = Array.from(
    { length: 3000 },
    (_, index) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c${index}}\n`,
  );
  writeFiles(cwd, { "many.yaml": many.join("---\n") });
  const command = `"${process.execPath}" "${cliPath}" inspect many.yaml --json | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await runProcess("bash", ["-c", command], { cwd });
  expect({ stdout, stderr }).toEqual({ stdout: "{\n0\n", stderr: "" });
});
