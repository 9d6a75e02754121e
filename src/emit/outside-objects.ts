// What the operator's workloads refer to and the sources do not hold.
import { isObject, listField, objectField, stringField } from "../kubernetes/object.ts";
import type { ChartFacts } from "./chart-facts.ts";

/** An object that must come from elsewhere, and who refers to it. */
export interface OutsideObject {
  readonly kind: string;
  readonly name: string;
  readonly usedBy: string;
}

/** What every cluster has. */
const builtIn = new Set([
  "PriorityClass/system-cluster-critical",
  "PriorityClass/system-node-critical",
  "ConfigMap/kube-root-ca.crt",
  "ServiceAccount/default",
]);

/** The objects outside the sources that the workloads of a chart need to start, each once. */
export function outsideObjects({ operator, workloads }: ChartFacts): readonly OutsideObject[] {
  const known = new Set([
    ...builtIn,
    ...operator.manifests.map(({ object, reference }) => `${object.kind}/${reference.name}`),
    ...operator.certificates.flatMap(({ object }) => secretOf(object["spec"])),
  ]);
  const found = new Map<string, OutsideObject>();
  for (const workload of workloads) {
    const podSpec = objectField(workload.manifest.object, ...workload.podSpecPath);
    const references = [
      ...volumeReferences(podSpec),
      ...listField(podSpec, "imagePullSecrets").flatMap((secret) =>
        named("Secret", stringField(secret, "name")),
      ),
      ...named("PriorityClass", stringField(podSpec, "priorityClassName")),
      ...named("ServiceAccount", stringField(podSpec, "serviceAccountName")),
      ...[...listField(podSpec, "containers"), ...listField(podSpec, "initContainers")].flatMap(
        environmentReferences,
      ),
    ];
    for (const { kind, name } of references) {
      const key = `${kind}/${name}`;
      if (!known.has(key) && !found.has(key)) found.set(key, { kind, name, usedBy: workload.name });
    }
  }
  return [...found.values()];
}

type Reference = Pick<OutsideObject, "kind" | "name">;

function named(kind: string, name: string | undefined): readonly Reference[] {
  return name ? [{ kind, name }] : [];
}

function volumeReferences(podSpec: unknown): readonly Reference[] {
  return listField(podSpec, "volumes").flatMap((volume) => [
    ...required("Secret", objectField(volume, "secret"), "secretName"),
    ...required("ConfigMap", objectField(volume, "configMap"), "name"),
    ...named("PersistentVolumeClaim", stringField(volume, "persistentVolumeClaim", "claimName")),
    ...listField(volume, "projected", "sources").flatMap((source) => [
      ...required("Secret", objectField(source, "secret"), "name"),
      ...required("ConfigMap", objectField(source, "configMap"), "name"),
    ]),
  ]);
}

function environmentReferences(container: unknown): readonly Reference[] {
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

function required(kind: string, reference: unknown, key: string): readonly Reference[] {
  return isObject(reference) && reference["optional"] === true
    ? []
    : named(kind, stringField(reference, key));
}

function secretOf(certificateSpec: unknown): readonly string[] {
  const name = stringField(certificateSpec, "secretName");
  return name ? [`Secret/${name}`] : [];
}
