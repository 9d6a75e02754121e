// Containers that many projects put beside their own program: what a workload is about is not one of these.
import type { Container } from "../classify/operator.ts";
import { parseImageReference } from "../kubernetes/image-reference.ts";

/**
 * What proxies are called, and the images of the sidecars that the Kubernetes project publishes for CSI drivers
 * (https://kubernetes-csi.github.io/docs/sidecar-containers.html), deprecated ones too.
 */
const companions: ReadonlySet<string> = new Set([
  "kube-rbac-proxy",
  "oauth-proxy",
  "istio-proxy",
  "linkerd-proxy",
  "csi-provisioner",
  "csi-attacher",
  "csi-snapshotter",
  "csi-resizer",
  "csi-node-driver-registrar",
  "csi-cluster-driver-registrar",
  "csi-external-health-monitor-agent",
  "csi-external-health-monitor-controller",
  "driver-registrar",
  "livenessprobe",
  "snapshot-controller",
]);

/** Whether another project's program, by the container's name or its image's: containers of one image differ in names. */
export function isCompanion({ name, image }: Container): boolean {
  const repository = parseImageReference(image ?? "")?.repository ?? "";
  return companions.has(name) || companions.has(repository.split("/").at(-1) ?? "");
}
