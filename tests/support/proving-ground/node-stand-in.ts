// Stands in for a node of a cluster, its kubelet and the scheduler. Every Pod is bound to it, unless its node selector
// asks for another one, and lives as pod-life.ts says: containers of unknown images only pretend to run, kubectl runs
// for real. Not done: probes, resources, networks between Pods, affinity and taints, volumes that change later.

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ControlPlane } from "../control-plane.ts";
import { isRefusal, type KubernetesApi, kubernetesApi } from "./kubernetes-api.ts";
import { type Pod, podPath } from "./pod.ts";
import { beginLife, logPath, type Node, type PodLife } from "./pod-life.ts";

/** The node of a proving ground. */
export interface NodeStandIn {
  readonly name: string;
  /** Everything that the containers of this name in a Pod have written, from the first start on. */
  log(namespace: string, pod: string, container: string): string;
  /** Leaves its Pods and ends their processes. */
  stop(): Promise<void>;
}

/** What a node offers. */
export interface NodeOptions {
  /** The kubectl that containers run. */
  readonly kubectl: string;
  /** Images that cannot be pulled; by default those of the registry "does-not-start.invalid". */
  readonly isUnavailable?: (image: string) => boolean;
}

const nodeName = "stand-in";
const nodeLabels: Readonly<Record<string, string>> = {
  "kubernetes.io/hostname": nodeName,
  "kubernetes.io/os": "linux",
  "kubernetes.io/arch": process.arch === "arm64" ? "arm64" : "amd64",
};
const capacity = { cpu: "64", memory: "256Gi", pods: "500", "ephemeral-storage": "1Ti" };
/** Of a range for documentation: the API server refuses loopback addresses in the endpoints of a Service. */
const hostIp = "192.0.2.1";

/** Adds a node to a control plane with controllers, and resolves when it is ready for Pods. */
export async function startNode(controlPlane: ControlPlane, options: NodeOptions): Promise<NodeStandIn> {
  const api = kubernetesApi(controlPlane.access);
  const folder = join(controlPlane.folder, "node");
  mkdirSync(join(folder, "logs"), { recursive: true });
  const stopped = new AbortController();
  const node: Node = {
    api,
    guard: controlPlane.guard,
    folder,
    kubectl: options.kubectl,
    apiPort: controlPlane.access.port,
    isUnavailable: options.isUnavailable ?? ((image) => image.startsWith("does-not-start.invalid/")),
    stopped: stopped.signal,
  };
  const logs = await serveLogs(controlPlane, folder);
  await registerNode(api, logs.port);
  const pods = podKeeper(node);
  const watch = api.watch<Pod>("/api/v1/pods", pods.take);
  return {
    name: nodeName,
    log: (namespace, pod, container) => readLog(folder, namespace, pod, container) ?? "",
    stop: async () => {
      watch.stop();
      stopped.abort();
      logs.server.closeAllConnections();
      logs.server.close();
      await pods.settled();
    },
  };
}

async function registerNode(api: KubernetesApi, logPort: number): Promise<void> {
  const path = `/api/v1/nodes/${nodeName}`;
  await api.create("/api/v1/nodes", {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: nodeName, labels: nodeLabels },
  });
  await api.merge(`${path}/status`, {
    status: {
      capacity,
      allocatable: capacity,
      conditions: [
        {
          type: "Ready",
          status: "True",
          reason: "KubeletReady",
          message: "a stand-in",
          lastHeartbeatTime: new Date().toISOString(),
          lastTransitionTime: new Date().toISOString(),
        },
      ],
      addresses: [{ type: "InternalIP", address: "127.0.0.1" }],
      daemonEndpoints: { kubeletEndpoint: { Port: logPort } },
    },
  });
  // A new node gets the taint "not ready" at admission, and the controller that takes it away does not run here.
  await api.merge(path, { spec: { taints: null } });
}

/** Takes every Pod of the cluster to where it belongs. */
function podKeeper(node: Node): { take(pod: Pod, isGone: boolean): void; settled(): Promise<unknown> } {
  const lives = new Map<string, PodLife>();
  const beingBound = new Set<string>();
  const beingRemoved = new Map<string, Promise<void>>();
  let count = 0;

  const remove = async (pod: Pod): Promise<void> => {
    const { uid, deletionGracePeriodSeconds = 0 } = pod.metadata;
    await lives.get(uid)?.end(deletionGracePeriodSeconds);
    const options = { gracePeriodSeconds: 0, preconditions: { uid } };
    await untilAnswered(() => node.api.remove(podPath(pod), options), node.stopped);
  };
  const bind = async (pod: Pod): Promise<void> => {
    const target = { apiVersion: "v1", kind: "Node", name: nodeName };
    const { name, uid } = pod.metadata;
    const binding = { apiVersion: "v1", kind: "Binding", metadata: { name, uid }, target };
    await untilAnswered(() => node.api.create(`${podPath(pod)}/binding`, binding), node.stopped);
  };
  return {
    take: (pod, isGone) => {
      const { uid, deletionTimestamp } = pod.metadata;
      if (isGone) {
        void lives.get(uid)?.end(0);
        lives.delete(uid);
      } else if (deletionTimestamp !== undefined) {
        if (!beingRemoved.has(uid)) beingRemoved.set(uid, remove(pod));
      } else if (pod.spec.nodeName === undefined) {
        if (beingBound.has(uid) || !fitsNode(pod)) return;
        beingBound.add(uid);
        void bind(pod);
      } else if (pod.spec.nodeName === nodeName && !lives.has(uid) && !hasEnded(pod)) {
        count += 1;
        lives.set(uid, beginLife(node, pod, { hostIp, podIp: `10.244.${count >> 8}.${count & 255}` }));
      }
    },
    settled: () => Promise.all([...lives.values()].map((life) => life.end(0))),
  };
}

function fitsNode({ spec }: Pod): boolean {
  return Object.entries(spec.nodeSelector ?? {}).every(([key, value]) => nodeLabels[key] === value);
}

function hasEnded({ status }: Pod): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}

/** Asks until the API server has answered, whatever the answer; a refusal means that the Pod is another one by now. */
async function untilAnswered(ask: () => Promise<unknown>, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    try {
      await ask();
      return;
    } catch (error) {
      if (isRefusal(error)) return;
      await sleep(200);
    }
  }
}

/**
 * Answers `kubectl logs`, which the API server asks of the node. With the API server's own certificate, since that is
 * one for loopback; the API server checks nothing here, so it must not be reached from elsewhere.
 */
function serveLogs(controlPlane: ControlPlane, folder: string): Promise<{ server: Server; port: number }> {
  const key = readFileSync(join(controlPlane.folder, "apiserver.key"));
  const cert = readFileSync(controlPlane.access.certificateFile);
  const server = createServer({ key, cert }, (asked, response) => {
    const [, verb, namespace = "", pod = "", container = ""] =
      (asked.url ?? "").split("?")[0]?.split("/") ?? [];
    const log = verb === "containerLogs" ? readLog(folder, namespace, pod, container) : undefined;
    response.writeHead(log === undefined ? 404 : 200, { "content-type": "text/plain" });
    response.end(log ?? "no such log\n");
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve({ server, port: (server.address() as AddressInfo).port }));
  });
}

function readLog(folder: string, namespace: string, pod: string, container: string): string | undefined {
  const path = logPath(folder, namespace, pod, container);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
