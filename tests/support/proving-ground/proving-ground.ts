// A whole small cluster for tests of a chart's life: a control plane with controllers, and a node. See
// tests/e2e/README.md.

import {
  type ControlPlane,
  type ControlPlaneOptions,
  missingControllers,
  startControlPlane,
} from "../control-plane.ts";
import { type Helm, type HelmOptions, kubectl } from "../helm.ts";
import type { ProcessResult } from "../process.ts";
import { describeWith } from "../requirement.ts";
import { missingNamespaces } from "./container-process.ts";
import { type KubernetesApi, kubernetesApi } from "./kubernetes-api.ts";
import { type NodeOptions, type NodeStandIn, startNode } from "./node-stand-in.ts";

/** A running cluster. */
export interface ProvingGround {
  readonly controlPlane: ControlPlane;
  readonly node: NodeStandIn;
  /** The API as cluster administrator. */
  readonly api: KubernetesApi;
  /** Runs kubectl as cluster administrator. */
  kubectl(args: readonly string[], options?: HelmOptions): Promise<ProcessResult>;
  /** Runs a Helm as cluster administrator. */
  helm(helm: Helm, args: readonly string[], options?: HelmOptions): Promise<ProcessResult>;
  /** Takes everything down. */
  stop(): Promise<void>;
}

/** A `describe` for tests on a proving ground, which they start in a `beforeAll`; skipped or failed as others are. */
export function describeWithProvingGround(title: string, body: () => void): void {
  const requirement = {
    name: "proving ground",
    missing: missingControllers() ?? missingNamespaces() ?? missingKubectl(),
    requiredInCi: process.env["CHARTWRIGHT_CONTROL_PLANE"] === "required",
  };
  describeWith(requirement, title, body);
}

/** Starts a cluster and resolves when Pods can run; whatever happens to the caller, its processes end with it. */
export async function startProvingGround({
  clusterProxy,
  ...options
}: Omit<NodeOptions, "kubectl"> & Pick<ControlPlaneOptions, "clusterProxy"> = {}): Promise<ProvingGround> {
  const program = kubectl();
  if (program === undefined) throw new Error("there is no kubectl");
  const controlPlane = await startControlPlane({
    controllers: true,
    ...(clusterProxy === undefined ? {} : { clusterProxy }),
  });
  const { kubeconfig } = controlPlane;
  const node = await startNode(controlPlane, { ...options, kubectl: program.path });
  return {
    controlPlane,
    node,
    api: kubernetesApi(controlPlane.access),
    kubectl: (args, more) => program.run(args, { ...more, kubeconfig }),
    helm: (helm, args, more) => helm.run(args, { ...more, kubeconfig }),
    stop: async () => {
      await node.stop();
      await controlPlane.stop();
    },
  };
}

function missingKubectl(): string | undefined {
  return kubectl() === undefined ? "set KUBECTL to its path, or put kubectl on the PATH" : undefined;
}
