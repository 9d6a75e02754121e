// Workloads with their containers.
import { field, listField, stringField } from "../kubernetes/object.ts";
import { isWorkloadKind, podSpecPathOf } from "../kubernetes/pod-spec.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { Container, Workload } from "./operator.ts";

const workloadGroups = new Set(["", "apps", "batch", "extensions"]);

/** The workload that `manifest` is, if it runs Pods. */
export function readWorkload(manifest: Manifest): Workload | undefined {
  const { kind } = manifest.object;
  const podSpecPath = podSpecPathOf(kind);
  if (!isWorkloadKind(kind) || !podSpecPath || !workloadGroups.has(manifest.reference.group))
    return undefined;
  const podSpec = field(manifest.object, ...podSpecPath);
  const read = (list: "containers" | "initContainers"): readonly Container[] =>
    listField(podSpec, list).map((container, index) => ({
      name: stringField(container, "name") ?? `${list}-${index}`,
      init: list === "initContainers",
      path: [...podSpecPath, list, index],
      image: stringField(container, "image"),
    }));
  return {
    manifest,
    kind,
    name: manifest.reference.name,
    podSpecPath,
    serviceAccountName:
      stringField(podSpec, "serviceAccountName") ?? stringField(podSpec, "serviceAccount") ?? "default",
    containers: [...read("containers"), ...read("initContainers")],
  };
}
