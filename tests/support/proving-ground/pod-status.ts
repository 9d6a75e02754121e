// Says in a Pod's status what its containers do, one write after the other and only the newest state, and goes on
// trying while the API server is away.

import { setTimeout as sleep } from "node:timers/promises";
import { isRefusal, type KubernetesApi } from "./kubernetes-api.ts";
import { type Container, type ContainerState, type Pod, podPath } from "./pod.ts";

/** Where a Pod lives. */
export interface PodAddress {
  readonly hostIp: string;
  readonly podIp: string;
}

/** The status of one Pod. */
export interface PodStatus {
  /** Says what a container does; `restarts` counts its starts after the first. */
  set(container: Container, state: ContainerState, restarts: number): void;
  /** Says how the Pod ended, and resolves when the API server knows. */
  end(phase: "Succeeded" | "Failed"): Promise<void>;
}

interface Known {
  readonly state: ContainerState;
  readonly lastState?: ContainerState;
  readonly restarts: number;
}

const waitingToStart: ContainerState = { waiting: { reason: "PodInitializing" } };
const retryMilliseconds = 200;

/** Begins the status of a Pod that came to a node; nothing is written any more once `stopped` says so. */
export function podStatus(
  api: KubernetesApi,
  pod: Pod,
  address: PodAddress,
  stopped: AbortSignal,
): PodStatus {
  const known = new Map<string, Known>();
  const changes = new Map<string, { readonly value: string; readonly since: string }>();
  const startTime = timestamp();
  let phase: "Pending" | "Running" | "Succeeded" | "Failed" = "Pending";
  let isStale = false;
  let writing: Promise<void> | undefined;

  const condition = (type: string, isTrue: boolean): object => {
    const value = isTrue ? "True" : "False";
    const previous = changes.get(type);
    const since = previous?.value === value ? previous.since : timestamp();
    changes.set(type, { value, since });
    return { type, status: value, lastTransitionTime: since };
  };
  const statusOf = (container: Container): object => {
    const { state, lastState, restarts } = known.get(container.name) ?? {
      state: waitingToStart,
      restarts: 0,
    };
    const isRunning = "running" in state;
    return {
      name: container.name,
      image: container.image,
      imageID: isRunning || "terminated" in state ? `stand-in://${container.image}` : "",
      ready: isRunning,
      started: isRunning,
      restartCount: restarts,
      state,
      lastState: lastState ?? {},
    };
  };
  const content = (): object => {
    const { containers, initContainers = [] } = pod.spec;
    const states = containers.map(({ name }) => known.get(name)?.state ?? waitingToStart);
    const isReady = phase === "Running" && states.every((state) => "running" in state);
    const isInitialized = phase !== "Pending";
    const podIp = pod.spec.hostNetwork ? address.hostIp : address.podIp;
    return {
      phase,
      startTime,
      hostIP: address.hostIp,
      hostIPs: [{ ip: address.hostIp }],
      podIP: podIp,
      podIPs: [{ ip: podIp }],
      conditions: [
        condition("PodScheduled", true),
        condition("PodReadyToStartContainers", true),
        condition("Initialized", isInitialized),
        condition("ContainersReady", isReady),
        condition("Ready", isReady),
      ],
      containerStatuses: containers.map(statusOf),
      ...(initContainers.length === 0 ? {} : { initContainerStatuses: initContainers.map(statusOf) }),
    };
  };
  const write = async (): Promise<void> => {
    while (isStale && !stopped.aborted) {
      isStale = false;
      try {
        await api.merge(`${podPath(pod)}/status`, { metadata: { uid: pod.metadata.uid }, status: content() });
      } catch (error) {
        // The Pod is not there any more, or another one has its name.
        if (isRefusal(error) && (error.status === 404 || error.status === 409)) break;
        if (isRefusal(error)) throw error;
        isStale = true;
        await sleep(retryMilliseconds);
      }
    }
    writing = undefined;
  };
  const save = (): Promise<void> => {
    isStale = true;
    writing ??= write();
    return writing;
  };
  return {
    set: (container, state, restarts) => {
      const previous = known.get(container.name);
      const lastState = previous && restarts > previous.restarts ? previous.state : previous?.lastState;
      known.set(container.name, { state, restarts, ...(lastState === undefined ? {} : { lastState }) });
      if (phase === "Pending" && pod.spec.containers.includes(container) && !("waiting" in state))
        phase = "Running";
      void save();
    },
    end: async (last) => {
      phase = last;
      await save();
    },
  };
}

/** This moment as Kubernetes writes it. */
export function timestamp(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, "Z");
}
