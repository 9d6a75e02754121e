// An API server that dies in the middle of what Helm does.

import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { ProcessResult } from "../support/process.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import { patience, succeeded } from "../support/proving-ground/releases.ts";
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
  /** The Job controller may wait for half a minute before it listens to a server again that it has lost. */
  const areControllersBack = async (): Promise<void> => {
    const { kubectl } = ground();
    const job = ["job", "probe", "--namespace=default"];
    succeeded(await kubectl(["create", ...job, "--image=probe"]));
    succeeded(await kubectl(["wait", ...job, "--for=condition=Complete", "--timeout=120s"]));
    succeeded(await kubectl(["delete", ...job]));
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
