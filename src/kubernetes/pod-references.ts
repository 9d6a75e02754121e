// The objects that a Pod needs to start: its volumes, environment, account, pull secrets and priority class.
import { isObject, listField, objectField, stringField } from "./object.ts";

/** An object that a pod spec names. */
export interface PodReference {
  readonly kind: "Secret" | "ConfigMap" | "PersistentVolumeClaim" | "PriorityClass" | "ServiceAccount";
  readonly name: string;
}

/** The objects that `podSpec` names and that its Pods do not start without. What is optional is left out. */
export function podReferences(podSpec: unknown): readonly PodReference[] {
  return [
    ...payloadReferences(podSpec),
    ...listField(podSpec, "volumes").flatMap((volume) =>
      named("PersistentVolumeClaim", stringField(volume, "persistentVolumeClaim", "claimName")),
    ),
    ...listField(podSpec, "imagePullSecrets").flatMap((secret) =>
      named("Secret", stringField(secret, "name")),
    ),
    ...named("PriorityClass", stringField(podSpec, "priorityClassName")),
    ...named("ServiceAccount", stringField(podSpec, "serviceAccountName")),
  ];
}

/** The Secrets and ConfigMaps that the Pods mount or read their environment from: without one they wait. */
export function payloadReferences(podSpec: unknown): readonly PodReference[] {
  const containers = [...listField(podSpec, "containers"), ...listField(podSpec, "initContainers")];
  return [
    ...listField(podSpec, "volumes").flatMap((volume) => [
      ...required("Secret", objectField(volume, "secret"), "secretName"),
      ...required("ConfigMap", objectField(volume, "configMap"), "name"),
      ...listField(volume, "projected", "sources").flatMap((source) => [
        ...required("Secret", objectField(source, "secret"), "name"),
        ...required("ConfigMap", objectField(source, "configMap"), "name"),
      ]),
    ]),
    ...containers.flatMap(environmentReferences),
  ];
}

function environmentReferences(container: unknown): readonly PodReference[] {
  return [
    ...listField(container, "env").map((variable) => objectField(variable, "valueFrom")),
    ...listField(container, "envFrom"),
  ].flatMap((from) => [
    ...["secretKeyRef", "secretRef"].flatMap((key) => required("Secret", objectField(from, key), "name")),
    ...["configMapKeyRef", "configMapRef"].flatMap((key) =>
      required("ConfigMap", objectField(from, key), "name"),
    ),
  ]);
}

function required(kind: PodReference["kind"], reference: unknown, key: string): readonly PodReference[] {
  return isObject(reference) && reference["optional"] === true
    ? []
    : named(kind, stringField(reference, key));
}

function named(kind: PodReference["kind"], name: string | undefined): readonly PodReference[] {
  return name ? [{ kind, name }] : [];
}
