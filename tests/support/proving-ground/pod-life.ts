// The life of one Pod on the stand-in for a node, as a kubelet would lead it: inputs gathered, init containers one after
// the other, containers side by side, restarts as the Pod wants them, an end when all have ended or the Pod is deleted.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessGuard } from "../process-guard.ts";
import { kubectlInImage, refusedUser, startContainer, writeVolumes } from "./container-process.ts";
import type { KubernetesApi } from "./kubernetes-api.ts";
import type { Container, ContainerState, Pod, RestartPolicy } from "./pod.ts";
import { NotReadyToStart, readEnvironment, readVolumes } from "./pod-inputs.ts";
import { type PodAddress, type PodStatus, podStatus, timestamp } from "./pod-status.ts";

/** What the Pods of a node share. */
export interface Node {
  readonly api: KubernetesApi;
  readonly guard: ProcessGuard;
  /** Folder of the Pods' volumes and logs. */
  readonly folder: string;
  /** The kubectl that real containers run. */
  readonly kubectl: string;
  /** Port of the API server on loopback, as containers are told it. */
  readonly apiPort: number;
  /** Whether an image cannot be pulled, so that its container never starts. */
  readonly isUnavailable: (image: string) => boolean;
  /** Aborted when the node is taken down. */
  readonly stopped: AbortSignal;
}

/** A Pod that lives on the node. */
export interface PodLife {
  /** Ends its containers, by force after the grace, and resolves when its last status is written. */
  end(graceSeconds: number): Promise<void>;
}

/** One start of one container. */
interface Run {
  readonly pod: Pod;
  readonly container: Container;
  readonly policy: RestartPolicy;
  readonly restarts: number;
}

/** Resolves to the exit code; rejects with NotReadyToStart while the container lacks something. */
type RunContainer = (run: Run) => Promise<number>;

const retryMilliseconds = 250;
/** How long a pretended container of a Job works. */
const pretendedMilliseconds = 300;
const longestBackOffMilliseconds = 10_000;
const logTailCharacters = 2000;
const killed = 137;

/** Begins the life of a Pod that was bound to the node. */
export function beginLife(node: Node, pod: Pod, address: PodAddress): PodLife {
  const ending = new AbortController();
  const grace = { seconds: 30 };
  const status = podStatus(node.api, pod, address, node.stopped);
  const isEnding = AbortSignal.any([ending.signal, node.stopped]);
  const runOnce: RunContainer = async (run) => {
    const environment = await readEnvironment(node.api, pod, run.container, clusterEnvironment(node, pod));
    if (kubectlInImage(run.container) === undefined) return pretend(run, status, isEnding);
    return runForReal(node, run, environment, status, isEnding, grace);
  };
  const finished = live(node, pod, status, runOnce, isEnding).then((phase) => status.end(phase));
  return {
    end: async (graceSeconds) => {
      grace.seconds = graceSeconds;
      ending.abort();
      await finished;
    },
  };
}

async function live(
  node: Node,
  pod: Pod,
  status: PodStatus,
  runOnce: RunContainer,
  ending: AbortSignal,
): Promise<"Succeeded" | "Failed"> {
  const { containers, initContainers = [], restartPolicy } = pod.spec;
  const run = (container: Container, policy: RestartPolicy): Promise<number> =>
    runWithRestarts(node, { pod, container, policy, restarts: 0 }, status, runOnce, ending);
  const firstContainer = initContainers[0] ?? containers[0];
  if (firstContainer === undefined) return "Succeeded";
  const prepare = async (): Promise<void> =>
    writeVolumes(pod, await readVolumes(node.api, pod), volumesFolder(node, pod));
  if (!(await untilDone(prepare, { pod, container: firstContainer, restarts: 0 }, status, ending)))
    return "Failed";
  for (const container of initContainers) {
    // One that runs beside the others ends with the Pod, and its exit code counts for nothing.
    if (container.restartPolicy === "Always") void run(container, "Always");
    else if ((await run(container, restartPolicy === "Never" ? "Never" : "OnFailure")) !== 0) return "Failed";
  }
  const exitCodes = await Promise.all(containers.map((container) => run(container, restartPolicy)));
  return exitCodes.every((exitCode) => exitCode === 0) ? "Succeeded" : "Failed";
}

/** Runs a container until its Pod's policy leaves it ended; resolves to its last exit code. */
async function runWithRestarts(
  node: Node,
  first: Run,
  status: PodStatus,
  runOnce: RunContainer,
  ending: AbortSignal,
): Promise<number> {
  const { container, policy } = first;
  if (node.isUnavailable(container.image)) {
    const message = `Back-off pulling image "${container.image}"`;
    status.set(container, { waiting: { reason: "ImagePullBackOff", message } }, 0);
    await aborted(ending);
    return killed;
  }
  for (let restarts = 0; ; restarts++) {
    let exitCode = killed;
    const start = async (): Promise<void> => {
      exitCode = await runOnce({ ...first, restarts });
    };
    await untilDone(start, { ...first, restarts }, status, ending);
    const isOver = policy === "Never" || (policy === "OnFailure" && exitCode === 0);
    if (isOver || ending.aborted) return exitCode;
    const wait = Math.min(1000 * 2 ** restarts, longestBackOffMilliseconds);
    const message = `back-off ${wait / 1000}s restarting failed container=${container.name}`;
    status.set(container, { waiting: { reason: "CrashLoopBackOff", message } }, restarts + 1);
    await Promise.race([sleep(wait), aborted(ending)]);
  }
}

/** Does what may have to wait for objects of the cluster, or for the API server; false when the Pod ended before. */
async function untilDone(
  work: () => Promise<void>,
  { container, restarts }: Pick<Run, "pod" | "container" | "restarts">,
  status: PodStatus,
  ending: AbortSignal,
): Promise<boolean> {
  while (!ending.aborted) {
    try {
      await work();
      return true;
    } catch (error) {
      const reason = error instanceof NotReadyToStart ? error.reason : "ContainerCreating";
      const message = error instanceof Error ? error.message : String(error);
      status.set(container, { waiting: { reason, message } }, restarts);
      await sleep(retryMilliseconds);
    }
  }
  return false;
}

/** A container whose image nobody knows: one that is to run for ever does, one with an end succeeds after a moment. */
async function pretend(
  { container, policy, restarts }: Run,
  status: PodStatus,
  ending: AbortSignal,
): Promise<number> {
  const startedAt = timestamp();
  status.set(container, { running: { startedAt } }, restarts);
  const stop = aborted(ending);
  await (policy === "Always" ? stop : Promise.race([stop, sleep(pretendedMilliseconds)]));
  status.set(container, ended(0, startedAt), restarts);
  return 0;
}

async function runForReal(
  node: Node,
  { pod, container, restarts }: Run,
  environment: ReadonlyMap<string, string>,
  status: PodStatus,
  ending: AbortSignal,
  grace: { readonly seconds: number },
): Promise<number> {
  const refusal = refusedUser(pod, container);
  if (refusal !== undefined) throw new NotReadyToStart("CreateContainerConfigError", refusal);
  const logFile = logPath(node.folder, pod.metadata.namespace, pod.metadata.name, container.name);
  const logStart = existsSync(logFile) ? readFileSync(logFile).length : 0;
  const startedAt = timestamp();
  const server = await startContainer(node.guard, {
    pod,
    container,
    volumesFolder: volumesFolder(node, pod),
    runFolder: join(podFolder(node, pod), `${container.name}-${restarts}`),
    logFile,
    environment,
    kubectl: node.kubectl,
  });
  status.set(container, { running: { startedAt } }, restarts);
  const stop = aborted(ending).then(() => server.stop("SIGTERM", grace.seconds));
  const exitCode = await server.exited;
  void stop;
  const log = readFileSync(logFile).subarray(logStart).toString("utf8");
  status.set(container, ended(exitCode, startedAt, log.slice(-logTailCharacters)), restarts);
  return exitCode;
}

function ended(exitCode: number, startedAt: string, message?: string): ContainerState {
  const reason = exitCode === 0 ? "Completed" : "Error";
  const text = message === undefined || message === "" ? {} : { message };
  return { terminated: { exitCode, reason, ...text, startedAt, finishedAt: timestamp() } };
}

/** What a kubelet tells every container. */
function clusterEnvironment({ apiPort }: Node, pod: Pod): Readonly<Record<string, string>> {
  return {
    HOSTNAME: pod.metadata.name,
    KUBERNETES_SERVICE_HOST: "127.0.0.1",
    KUBERNETES_SERVICE_PORT: String(apiPort),
    KUBERNETES_SERVICE_PORT_HTTPS: String(apiPort),
  };
}

/** The file with everything that a container of this name said. */
export function logPath(folder: string, namespace: string, pod: string, container: string): string {
  return join(folder, "logs", `${namespace}_${pod}_${container}.log`);
}

function podFolder(node: Node, pod: Pod): string {
  return join(node.folder, "pods", pod.metadata.uid);
}

function volumesFolder(node: Node, pod: Pod): string {
  return join(podFolder(node, pod), "volumes");
}

/** Resolves when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
