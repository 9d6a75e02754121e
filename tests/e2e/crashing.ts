// An API server that dies in the middle of what Helm does.

import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { ProcessResult } from "../support/process.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import { calmPatience, patience, succeeded } from "../support/proving-ground/releases.ts";
import type { TidegateInUse } from "./use-tidegate.ts";

/**
 * Runs a command, and kills the API server once an object at the path is as said. It starts again when the command has
 * given up, which is then in nobody's records, or after these seconds, when the command still tries.
 */
type WithCrash = <T extends ClusterObject>(
  path: string,
  isTime: (object: T) => boolean,
  command: () => Promise<ProcessResult>,
  longestSecondsAway?: number,
) => Promise<ProcessResult>;

export function crashing({ ground }: Pick<TidegateInUse, "ground">): WithCrash {
  /** Each controller may wait for half a minute before it listens to a server again that it has lost. */
  const areControllersBack = async (): Promise<void> => {
    const { api, kubectl } = ground();
    const job = ["job", "probe", "--namespace=default"];
    const deployment = ["deployment", "probe", "--namespace=default"];
    const timeout = "--timeout=120s";
    for (const probe of [job, deployment]) {
      succeeded(await kubectl(["create", ...probe, "--image=probe"]));
    }
    succeeded(await kubectl(["wait", ...job, "--for=condition=Complete", timeout]));
    succeeded(await kubectl(["rollout", "status", ...deployment, timeout]));
    for (const probe of [job, deployment]) succeeded(await kubectl(["delete", ...probe]));
    // The garbage collector takes the Pods.
    const pods = () => api.list("/api/v1/namespaces/default/pods");
    await expect.poll(pods, { ...calmPatience, timeout: 120_000 }).toEqual([]);
  };
  return async <T extends ClusterObject>(
    path: string,
    isTime: (object: T) => boolean,
    command: () => Promise<ProcessResult>,
    longestSecondsAway = 2,
  ) => {
    const { api, controlPlane } = ground();
    let crash: Promise<void> | undefined;
    const watch = api.watch<T>(path, (object) => {
      if (isTime(object)) crash ??= controlPlane.killApiServer();
    });
    const running = command();
    await expect.poll(() => crash !== undefined, patience).toBe(true);
    watch.stop();
    await crash;
    await Promise.race([running, sleep(longestSecondsAway * 1000)]);
    await controlPlane.restartApiServer();
    const result = await running;
    await areControllersBack();
    return result;
  };
}
