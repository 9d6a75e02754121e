// The Go compiler as an oracle: programs that tests write, run as Go runs them.

import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { writeFiles } from "./folder-content.ts";
import { runProcess } from "./process.ts";
import { describeWith, type Requirement } from "./requirement.ts";
import { makeFolder } from "./temporary-folder.ts";

let version: string | undefined;

function goVersion(): string {
  version ??= spawnSync("go", ["env", "GOVERSION"], { encoding: "utf8" }).stdout?.trim() ?? "";
  return version;
}

/** A `describe` for tests that compile Go; without Go they are skipped loudly. */
export function describeWithGo(title: string, body: () => void): void {
  const requirement: Requirement = {
    name: "Go",
    missing: goVersion() === "" ? "install it from https://go.dev/dl" : undefined,
    requiredInCi: false,
  };
  describeWith(requirement, title, body);
}

/** What `go` prints in `folder`, with `flags` as GOFLAGS; it uses the toolchain that is there and no network. */
export async function runGo(folder: string, args: readonly string[], flags = ""): Promise<string> {
  const env = {
    ...process.env,
    GOTOOLCHAIN: "local",
    GOPROXY: "off",
    GOSUMDB: "off",
    GOFLAGS: flags,
    GOOS: "linux",
    GOARCH: "amd64",
  };
  const { status, stdout, stderr } = await runProcess("go", args, { cwd: folder, env });
  if (status !== 0) throw new Error(`go ${args.join(" ")} ended with ${status}:\n${stderr}`);
  return stdout;
}

/** What the program of `files`, a module of its own, prints. */
export async function runGoProgram(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = makeFolder();
  try {
    writeFiles(folder, { "go.mod": "module example.org/oracle\n\ngo 1.22\n", ...files });
    // It may have no go.sum, which is written then.
    return await runGo(folder, ["run", "."], "-mod=mod");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
