// Commands as a person runs them who copies what was printed: in a shell, with `helm` and `kubectl` on the PATH.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Helm, kubectl } from "../helm.ts";
import { type ProcessResult, runProcess } from "../process.ts";
import type { ProvingGround } from "./proving-ground.ts";

/** A shell on a proving ground, with one of the Helms. */
export interface Shell {
  /** What programs find in their environment. */
  readonly environment: NodeJS.ProcessEnv;
  run(command: string): Promise<ProcessResult>;
}

/** Opens a shell in a folder of its own. */
export function openShell(ground: ProvingGround, helm: Helm): Shell {
  const { folder, kubeconfig } = ground.controlPlane;
  const place = join(folder, `shell-${helm.major}`);
  const programs = join(place, "bin");
  mkdirSync(programs, { recursive: true });
  symlinkSync(helm.path, join(programs, "helm"));
  symlinkSync(kubectl()?.path ?? "kubectl", join(programs, "kubectl"));
  const environment = {
    PATH: `${programs}:${process.env["PATH"] ?? ""}`,
    // Beside the cluster, and gone with it: programs remember there what they learned about an API server.
    HOME: join(folder, "home"),
    KUBECONFIG: kubeconfig,
  };
  return {
    environment,
    run: (command) => runProcess("sh", ["-c", command], { cwd: place, env: environment }),
  };
}
