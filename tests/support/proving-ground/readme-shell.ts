// Runs the commands of a chart's README and docs as a person does: copied into a shell, in the folder where the charts lie.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { expect } from "vitest";
import { type Helm, kubectl, programEnvironment } from "../helm.ts";
import { type ProcessResult, runProcess } from "../process.ts";
import type { ProvingGround } from "./proving-ground.ts";

/** The blocks of commands below a heading of a chart's README or troubleshooting guide, in their order. */
export function readmeBlocks(chart: string, heading: string): readonly string[] {
  const texts = ["README.md", "docs/troubleshooting.md"].map((name) =>
    readFileSync(join(chart, name), "utf8"),
  );
  const section = texts
    .join("\n")
    .split(/^##+ /m)
    .find((part) => part.startsWith(`${heading}\n`));
  expect(section, `README of ${basename(chart)} has no "${heading}"`).toBeDefined();
  return [...(section ?? "").matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map(([, block]) => block ?? "");
}

/** Runs a block of commands on a cluster, in the folder of the charts; the first that fails ends it. */
export function shellOn(
  ground: ProvingGround,
  helm: Helm,
  charts: string,
): (commands: string) => Promise<ProcessResult> {
  const { kubeconfig, folder } = ground.controlPlane;
  const programs = join(folder, "bin");
  mkdirSync(programs, { recursive: true });
  for (const [name, path] of Object.entries({ helm: helm.path, kubectl: kubectl()?.path ?? "kubectl" })) {
    // A name without a folder is on the PATH.
    if (!isAbsolute(path)) continue;
    writeFileSync(join(programs, name), `#!/bin/sh\nexec '${path}' "$@"\n`);
    chmodSync(join(programs, name), 0o755);
  }
  const environment = programEnvironment(kubeconfig);
  const env = { ...environment, PATH: `${programs}:${environment["PATH"]}:${dirname(process.execPath)}` };
  return (commands) => runProcess("sh", ["-ec", commands], { cwd: charts, env });
}
