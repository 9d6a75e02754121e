// `chartwright adopt` as tests call it.

import { vi } from "vitest";
import { adopt } from "../../src/adopt/adopt.ts";
import type { AdoptionPlan } from "../../src/adopt/adoption-plan.ts";
import type { Helm } from "../support/helm.ts";
import type { Shell } from "../support/proving-ground/printed-commands.ts";

/** `adopt`, seeing of this machine what the shell sees. */
export async function planned(shell: Shell, helm: Helm, charts: readonly string[]): Promise<AdoptionPlan> {
  for (const [name, value] of Object.entries(shell.environment)) vi.stubEnv(name, value);
  try {
    return await adopt(
      charts.map((path) => ({ path })),
      { helms: [helm.path], kubectl: "kubectl" },
    );
  } finally {
    vi.unstubAllEnvs();
  }
}

/** What the plan prints for one Helm. */
export function commandsFor(helm: Helm, { commands }: AdoptionPlan): readonly string[] {
  return (helm.major === "3" ? commands.helm3 : commands.helm4).map(({ command }) => command);
}
