// The built command line as a process: streams and exit code as users get them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import * as library from "../../src/index.ts";
import { cliPath, runCli } from "../support/cli.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { runProcess } from "../support/process.ts";
import { repositoryFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { customResource, operator } from "./small-operator.ts";

test("--help prints to standard output and ends with 0", async () => {
  const { status, stdout, stderr } = await runCli(["--help"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("Usage: chartwright");
});

test("the built library exports what its sources do", async () => {
  const file = JSON.stringify(join(repositoryFolder, "dist", "index.js"));
  const script = `import(${file}).then((library) => console.log(Object.keys(library).sort().join(" ")))`;
  const { stdout, stderr } = await runProcess(process.execPath, ["-e", script]);
  expect({ stdout, stderr }).toEqual({
    stdout: `${Object.keys(library).toSorted().join(" ")}\n`,
    stderr: "",
  });
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

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("verify that is ended by %s leaves nothing behind and ends with %i", async (signal, code) => {
  const cwd = temporaryFolder();
  const temporary = join(cwd, "tmp");
  mkdirSync(temporary);
  // A Helm that answers what it is, and renders for ever.
  const helm = `#!/bin/sh
if [ "$1" = version ]; then echo v4.1.4; exit; fi
echo $$ > "${cwd}/running"
exec sleep 600
`;
  writeFiles(cwd, { "operator.yaml": operator, helm });
  chmodSync(join(cwd, "helm"), 0o755);
  const argv = ["convert", "operator.yaml", "-o", "charts", "--verify", "--helm", "./helm"];
  const child = spawn(process.execPath, [cliPath, ...argv], {
    cwd,
    env: { ...process.env, TMPDIR: temporary },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  while (!existsSync(join(cwd, "running")) && child.exitCode === null) await sleep(20);
  expect(readdirSync(temporary)).toHaveLength(1);
  child.kill(signal);
  expect(await ended).toEqual([code, null]);
  expect(readdirSync(temporary)).toEqual([]);
  const renderer = readFileSync(join(cwd, "running"), "utf8").trim();
  const { stdout } = await runProcess("ps", ["-o", "stat=", "-p", renderer]);
  // Gone, or waiting for somebody who asks how it ended.
  expect(stdout.trim()).toMatch(/^(?:Z.*)?$/);
});
