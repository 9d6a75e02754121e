// Programs that tools/build.mjs builds.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { repositoryFolder } from "./repository.ts";

/** The path of a program, if it has been built. */
export function builtTool(name: string): string | undefined {
  const script = join(repositoryFolder, "tools", "build.mjs");
  const { stdout } = spawnSync(process.execPath, [script, "--find", name], { encoding: "utf8" });
  return stdout.trim() || undefined;
}
