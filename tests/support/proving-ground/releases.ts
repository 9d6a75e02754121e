// Helm releases as tests on a proving ground ask for them.

import { expect } from "vitest";
import type { Helm } from "../helm.ts";
import type { ProcessResult } from "../process.ts";
import { type ClusterObject, isRefusal } from "./kubernetes-api.ts";
import type { ProvingGround } from "./proving-ground.ts";

/** A custom resource that says how its operator fares. */
export interface ReportingResource extends ClusterObject {
  readonly status?: {
    readonly observedGeneration?: number;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** Runs Helm in one namespace. */
export type RunHelm = (...args: readonly string[]) => Promise<ProcessResult>;

/** Long enough for a cluster on two cores. */
export const patience = { timeout: 60_000, interval: 250 } as const;
/** The same for questions that are some work for the cluster to answer. */
export const calmPatience = { timeout: 60_000, interval: 1000 } as const;

/** Helm in one namespace of the proving ground, which the caller may start later. */
export function helmIn(ground: () => ProvingGround, helm: Helm, namespace: string): RunHelm {
  return (...args) => ground().helm(helm, [...args, "--namespace", namespace]);
}

/** Shows what a program said when it did not succeed. */
export function succeeded({ status, stdout, stderr }: ProcessResult): void {
  expect({ status, said: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, said: "" });
}

/** Sees to it that a program failed, and hands on what it said, with line breaks as spaces. */
export function refused({ status, stdout, stderr }: ProcessResult): string {
  expect(status, stdout + stderr).toBe(1);
  return (stdout + stderr).replaceAll(/\s+/g, " ");
}

/** The state of a release, such as "deployed"; undefined when there is none. */
export async function stateOf(run: RunHelm, release: string): Promise<string | undefined> {
  const { status, stdout } = await run("status", release, "--output=json");
  if (status !== 0) return undefined;
  return (JSON.parse(stdout) as { readonly info: { readonly status: string } }).info.status;
}

/** The value of a condition of a custom resource. */
export function conditionOf(resource: ReportingResource | undefined, type: string): string | undefined {
  return resource?.status?.conditions?.find((condition) => condition.type === type)?.status;
}

/** Resolves when the guard of a release refuses what `helm uninstall` begins with; it learns of a new CRD with a delay. */
export async function untilGuarded(
  { api }: ProvingGround,
  namespace: string,
  release: string,
): Promise<void> {
  const deletion = `/api/v1/namespaces/${namespace}/configmaps/${release}-uninstall?dryRun=All`;
  const isRefused = () => api.remove(deletion).then(() => false, isRefusal);
  await expect.poll(isRefused, patience).toBe(true);
}

/**
 * Uninstalls a release whose guard has nothing to guard any more, as a person does: the guard looks at a copy of the
 * cluster that is some milliseconds old, and may refuse once more.
 */
export async function uninstallGuarded(run: RunHelm, release: string): Promise<void> {
  await expect.poll(async () => (await run("uninstall", release)).status, calmPatience).toBe(0);
}
