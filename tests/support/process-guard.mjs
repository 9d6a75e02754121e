// Ends servers and removes folders when the process that asked for it is gone, even if that was killed: its standard
// input then closes. Lines: "watch PID", "forget PID", "folder PATH". Plain JavaScript, because Node 20 runs no types.

import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const processes = new Set();
const folders = new Set();

function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, value] = [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)];
  if (verb === "watch") processes.add(Number(value));
  if (verb === "forget") processes.delete(Number(value));
  if (verb === "folder") folders.add(value);
}

for (const pid of processes) signal(pid, "SIGTERM");
for (let waited = 0; waited < 5000 && [...processes].some((pid) => signal(pid, 0)); waited += 100)
  await sleep(100);
for (const pid of processes) signal(pid, "SIGKILL");
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
