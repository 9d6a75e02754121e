// What the stand-in for an operator makes: for each custom resource a ConfigMap and a Deployment in the operator's
// namespace, for all of them together the configuration of its webhook. Without owner references, as with KubeVirt:
// they go when the operator removes them, and stay when it does not.

import type { ClusterObject, Fields } from "./kubernetes-api.ts";

/** An object of the operator's own. */
export interface Operand {
  /** Of the collection that it belongs to. */
  readonly path: string;
  readonly object: Fields & { readonly metadata: Fields & { readonly name: string } };
}

/** The name with which the operator writes. */
export const fieldManager = "operator-stand-in";

/** What the operator makes for one custom resource. */
export function operandsOf({ metadata }: ClusterObject, namespace: string): readonly Operand[] {
  const owner = [metadata.namespace, metadata.name].filter((part) => part !== undefined).join("-");
  const name = `${owner}-operand`;
  const labels = { "app.kubernetes.io/managed-by": fieldManager, operand: owner };
  return [
    {
      path: `/api/v1/namespaces/${namespace}/configmaps`,
      object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels }, data: { owner } },
    },
    {
      path: `/apis/apps/v1/namespaces/${namespace}/deployments`,
      object: {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name, labels },
        spec: {
          replicas: 1,
          selector: { matchLabels: { operand: owner } },
          template: {
            metadata: { labels: { operand: owner } },
            spec: { containers: [{ name: "operand", image: "registry.example.org/operand:v1" }] },
          },
        },
      },
    },
  ];
}
