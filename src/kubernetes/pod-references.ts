// The objects that a Pod names: its volumes, environment, account, pull secrets, priority and runtime class.
// https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/
import type { PathStep } from "../yaml/tree.ts";
import { field, type KubernetesObject, listField, stringField } from "./object.ts";

/** An object that a pod spec names. */
export interface PodReference {
  readonly kind:
    | "Secret"
    | "ConfigMap"
    | "PersistentVolumeClaim"
    | "PriorityClass"
    | "RuntimeClass"
    | "ServiceAccount";
  readonly name: string;
  /** Where the name stands in the pod spec. */
  readonly path: readonly PathStep[];
  /** Whether the Pods start without it. */
  readonly optional: boolean;
}

/** The objects that `podSpec` names and that its Pods do not start without. What is optional is left out. */
export function podReferences(podSpec: unknown): readonly PodReference[] {
  const found = allReferences(podSpec);
  return found.filter(({ optional }) => !optional);
}

/** The Secrets and ConfigMaps that the Pods mount or read their environment from: without one they wait. */
export function payloadReferences(podSpec: unknown): readonly PodReference[] {
  return podReferences(podSpec).filter(
    ({ kind, path }) => (kind === "Secret" || kind === "ConfigMap") && path[0] !== "imagePullSecrets",
  );
}

/** Every object that `podSpec` names, what is optional too. */
export function allReferences(podSpec: unknown): readonly PodReference[] {
  const found: PodReference[] = [];
  const look = (kind: PodReference["kind"], holder: readonly PathStep[], key = "name") => {
    const name = stringField(podSpec, ...holder, key);
    const optional = field(podSpec, ...holder, "optional") === true;
    if (name) found.push({ kind, name, path: [...holder, key], optional });
  };
  const each = (path: readonly PathStep[], visit: (item: readonly PathStep[]) => void) => {
    for (const index of listField(podSpec, ...path).keys()) visit([...path, index]);
  };
  each(["volumes"], (volume) => {
    look("Secret", [...volume, "secret"], "secretName");
    look("ConfigMap", [...volume, "configMap"]);
    look("Secret", [...volume, "csi", "nodePublishSecretRef"]);
    each([...volume, "projected", "sources"], (source) => {
      look("Secret", [...source, "secret"]);
      look("ConfigMap", [...source, "configMap"]);
    });
  });
  for (const list of ["containers", "initContainers"]) {
    each([list], (container) => {
      each([...container, "env"], (variable) => {
        look("Secret", [...variable, "valueFrom", "secretKeyRef"]);
        look("ConfigMap", [...variable, "valueFrom", "configMapKeyRef"]);
      });
      each([...container, "envFrom"], (from) => {
        look("Secret", [...from, "secretRef"]);
        look("ConfigMap", [...from, "configMapRef"]);
      });
    });
  }
  each(["volumes"], (volume) =>
    look("PersistentVolumeClaim", [...volume, "persistentVolumeClaim"], "claimName"),
  );
  each(["imagePullSecrets"], (secret) => look("Secret", secret));
  look("PriorityClass", [], "priorityClassName");
  look("RuntimeClass", [], "runtimeClassName");
  look("ServiceAccount", [], "serviceAccountName");
  return found;
}

/** Where a claim, or a workload that makes claims, names a storage class: the paths of what holds `storageClassName`. */
export function claimSpecPaths(object: KubernetesObject): readonly (readonly PathStep[])[] {
  if (object.kind === "PersistentVolumeClaim") return [["spec"]];
  return listField(object, "spec", "volumeClaimTemplates").map((_, at) => [
    "spec",
    "volumeClaimTemplates",
    at,
    "spec",
  ]);
}
