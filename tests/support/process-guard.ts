// Starts servers that must not outlive the tests. A small process beside them ends what is left when the test process
// is gone for whatever reason; see process-guard.mjs.

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { lazyCollection } from "./process.ts";

/** A running server. */
export interface Server {
  readonly pid: number;
  /** Resolves to its exit code when it has ended; one killed by a signal has 128 + the signal's number. */
  readonly exited: Promise<number>;
  /** Says whether the process still runs. */
  isRunning(): boolean;
  /** Ends the process, by force after some seconds, and resolves when it is gone. */
  stop(signal?: NodeJS.Signals, forceAfterSeconds?: number): Promise<void>;
}

/** Starts servers and ends them; one guard for all processes and folders that belong together. */
export interface ProcessGuard {
  /** Starts a program whose output goes to the end of a log file. */
  start(command: string, args: readonly string[], logFile: string): Promise<Server>;
  /** Ends every server that still runs, the last started first, and removes the guarded folder. */
  stop(): Promise<void>;
}

const guardScript = fileURLToPath(new URL("process-guard.mjs", import.meta.url));

/** Guards a folder and the servers that will be started in it. */
export function guardProcesses(folder: string): ProcessGuard {
  // A session of its own, so that Ctrl-C in the terminal does not end the guard before it has done its work.
  const guard = spawn(process.execPath, [guardScript], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.stdin.on("error", () => undefined);
  guard.stdin.write(`folder ${folder}\n`);
  const servers: Server[] = [];
  return {
    start: async (command, args, logFile) => {
      const log = openSync(logFile, "a");
      const env = { ...process.env, ...lazyCollection };
      const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", log, log] });
      closeSync(log);
      const pid = await started(child, command);
      guard.stdin.write(`watch ${pid}\n`);
      child.once("exit", () => guard.stdin.write(`forget ${pid}\n`));
      const server = serverOf(child, pid);
      servers.push(server);
      return server;
    },
    stop: async () => {
      for (const server of servers.toReversed()) await server.stop();
      const closed = new Promise((resolve) => guard.once("exit", resolve));
      guard.stdin.end();
      await closed;
    },
  };
}

function started(child: ChildProcess, command: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child.pid ?? 0));
    child.once("error", (cause) => reject(new Error(`"${command}" cannot be started`, { cause })));
  });
}

function serverOf(child: ChildProcess, pid: number): Server {
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const exited = new Promise<number>((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
  return {
    pid,
    exited,
    isRunning,
    stop: async (signal = "SIGTERM", forceAfterSeconds = 8) => {
      if (!isRunning()) return;
      child.kill(signal);
      const force = setTimeout(() => child.kill("SIGKILL"), forceAfterSeconds * 1000);
      await exited;
      clearTimeout(force);
    },
  };
}
