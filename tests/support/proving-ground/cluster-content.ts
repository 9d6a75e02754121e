// Every object of a cluster at one moment, to see what an install leaves behind. What the control plane makes and changes
// on its own account is left out: events, its leases, the API services of CRDs.

import type { ClusterObject, KubernetesApi } from "./kubernetes-api.ts";

/** Each object's text by its name, such as "apps/Deployment default/web" or "Namespace default". */
export type ClusterContent = ReadonlyMap<string, string>;

/** How a cluster differs from what it was. */
export interface ContentDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

interface ResourceList {
  readonly resources: readonly {
    readonly name: string;
    readonly kind: string;
    readonly verbs: readonly string[];
  }[];
}

interface GroupList {
  readonly groups: readonly {
    readonly name: string;
    readonly preferredVersion: { readonly groupVersion: string };
  }[];
}

const systemNamespaces = ["kube-system", "kube-node-lease"];

/** Lists every object of every resource that can be listed, each group in its preferred version. */
export async function listEverything(api: KubernetesApi): Promise<ClusterContent> {
  const content = new Map<string, string>();
  for (const { type, path } of await listableTypes(api)) {
    for (const object of await api.list(path)) {
      const { namespace, name } = object.metadata;
      const place = namespace === undefined ? name : `${namespace}/${name}`;
      if (!isOfControlPlane(type, object)) content.set(`${type} ${place}`, textOf(object));
    }
  }
  return content;
}

async function listableTypes(api: KubernetesApi): Promise<readonly { type: string; path: string }[]> {
  const { groups } = (await api.get<GroupList>("/apis")) ?? { groups: [] };
  const prefixes = [
    { prefix: "", path: "/api/v1" },
    ...groups.map(({ name, preferredVersion }) => ({
      prefix: `${name}/`,
      path: `/apis/${preferredVersion.groupVersion}`,
    })),
  ];
  const types: { type: string; path: string }[] = [];
  for (const { prefix, path } of prefixes) {
    const { resources } = (await api.get<ResourceList>(path)) ?? { resources: [] };
    const listable = resources.filter(({ name, verbs }) => verbs.includes("list") && !name.includes("/"));
    types.push(...listable.map(({ name, kind }) => ({ type: prefix + kind, path: `${path}/${name}` })));
  }
  return types;
}

/** Compares two moments; objects that were deleted and made again count as changed. */
export function compareContent(before: ClusterContent, after: ClusterContent): ContentDifference {
  const added = [...after.keys()].filter((key) => !before.has(key));
  const removed = [...before.keys()].filter((key) => !after.has(key));
  const changed = [...before.keys()].filter((key) => after.has(key) && before.get(key) !== after.get(key));
  return { added: added.sort(), removed: removed.sort(), changed: changed.sort() };
}

function isOfControlPlane(type: string, { metadata }: ClusterObject): boolean {
  const { namespace = "", labels = {} } = metadata;
  if (type === "coordination.k8s.io/Lease") return systemNamespaces.includes(namespace);
  if (type === "apiregistration.k8s.io/APIService")
    return "kube-aggregator.kubernetes.io/automanaged" in labels;
  return type === "ComponentStatus" || type.endsWith("Event");
}

/** The object without what the control plane keeps current in it. */
function textOf(object: ClusterObject): string {
  const { status: _status, metadata, ...rest } = object as ClusterObject & { readonly status?: unknown };
  const { resourceVersion: _version, generation: _generation, ...named } = metadata;
  return JSON.stringify({ ...rest, metadata: { ...named, managedFields: undefined } });
}
