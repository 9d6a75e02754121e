// What the operator's workloads and volume claims refer to and the sources do not hold.
import { objectField, stringField } from "../kubernetes/object.ts";
import { claimSpecPaths, podReferences } from "../kubernetes/pod-references.ts";
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

/** The objects outside the sources that the workloads of a chart need to start and its claims to be bound, each once. */
export function outsideObjects({
  operator,
  manifests,
  workloads,
  chart,
}: ChartFacts): readonly OutsideObject[] {
  const known = new Set([
    ...builtIn,
    ...operator.manifests.map(({ object, reference }) => `${object.kind}/${reference.name}`),
    ...operator.certificates.flatMap(({ object }) => secretOf(object["spec"])),
    ...(chart.jobs?.made ?? []).map(({ kind, name }) => `${kind}/${name}`),
  ]);
  const found = new Map<string, OutsideObject>();
  const add = (kind: string, name: string, usedBy: string) => {
    const key = `${kind}/${name}`;
    if (!known.has(key) && !found.has(key)) found.set(key, { kind, name, usedBy });
  };
  for (const workload of workloads) {
    const podSpec = objectField(workload.manifest.object, ...workload.podSpecPath);
    for (const { kind, name } of podReferences(podSpec)) add(kind, name, workload.name);
  }
  for (const { object, reference } of manifests) {
    for (const path of claimSpecPaths(object)) {
      // An empty name asks for a volume without a class.
      const name = stringField(object, ...path, "storageClassName");
      if (name) add("StorageClass", name, reference.name);
    }
  }
  return [...found.values()];
}

function secretOf(certificateSpec: unknown): readonly string[] {
  const name = stringField(certificateSpec, "secretName");
  return name ? [`Secret/${name}`] : [];
}
