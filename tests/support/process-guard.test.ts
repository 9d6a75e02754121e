// Servers must end with the tests, also when nobody is left to end them.

import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { guardProcesses } from "./process-guard.ts";
import { makeFolder } from "./temporary-folder.ts";

const waitForever = ["-e", "setInterval(() => {}, 1000)"];

test("the guard ends the processes and removes the folder when its input closes", async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "data"), "");
  const script = fileURLToPath(new URL("process-guard.mjs", import.meta.url));
  const guard = spawn(process.execPath, [script], { stdio: ["pipe", "inherit", "inherit"] });
  const server = spawn(process.execPath, waitForever, { stdio: "ignore" });
  const ended = new Promise((resolve) => server.once("exit", (_code, signal) => resolve(signal)));
  const guarded = new Promise((resolve) => guard.once("exit", resolve));
  guard.stdin.end(`folder ${folder}\nwatch ${server.pid}\n`);
  expect(await ended).toBe("SIGTERM");
  await guarded;
  expect(existsSync(folder)).toBe(false);
});

test("stopping the guard ends what still runs and removes the folder", async () => {
  const folder = makeFolder();
  const guard = guardProcesses(folder);
  const first = await guard.start(process.execPath, waitForever, join(folder, "first.log"));
  const second = await guard.start(process.execPath, waitForever, join(folder, "second.log"));
  await first.stop("SIGKILL");
  expect([first.isRunning(), second.isRunning()]).toEqual([false, true]);
  await guard.stop();
  expect([second.isRunning(), existsSync(folder)]).toEqual([false, false]);
});

test("a program's end is known by its exit code, or by the signal that ended it", async () => {
  const folder = makeFolder();
  const guard = guardProcesses(folder);
  const log = join(folder, "log");
  const finished = await guard.start(process.execPath, ["-e", "process.exit(3)"], log);
  const killed = await guard.start(process.execPath, waitForever, log);
  await killed.stop("SIGKILL");
  expect([await finished.exited, await killed.exited]).toEqual([3, 137]);
  await guard.stop();
});

test("a program that cannot be started is an error", async () => {
  const folder = makeFolder();
  const guard = guardProcesses(folder);
  await expect(guard.start(join(folder, "none"), [], join(folder, "log"))).rejects.toThrow(
    "cannot be started",
  );
  await guard.stop();
});
