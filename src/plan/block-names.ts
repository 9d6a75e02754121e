// What the blocks of values are called. A name depends on the object it belongs to and on nothing else in the
// sources, so that it does not move when the next release adds a workload or a container.
import { groupBy } from "../classify/group-by.ts";
import type { Container, CustomResource, Operator, Webhook, Workload } from "../classify/operator.ts";
import { compareNames, lowerCamelCase } from "../kubernetes/names.ts";
import { objectField, stringField } from "../kubernetes/object.ts";
import type {
  ContainerBlock,
  CustomResourceBlock,
  ServiceAccountBlock,
  WebhookBlock,
  WorkloadBlock,
} from "./chart-plan.ts";
import { isCompanion } from "./companions.ts";
import { FreeNames } from "./free-names.ts";

/** Keys of the values' root that chartwright itself uses. */
export const ownKeys: ReadonlySet<string> = new Set([
  "global",
  "enabled",
  "commonLabels",
  "commonAnnotations",
  "namespaceOverride",
  "createNamespace",
  "tags",
  "customResource",
  "customResources",
  "serviceAccounts",
  "configMaps",
  "secrets",
  "rbac",
  "priorityClasses",
  "storageClasses",
  "webhooks",
  "certificates",
  "monitoring",
  "networkPolicies",
  "namespaces",
  "crds",
  "preflight",
  "uninstall",
  "apply",
  "tests",
  "extraObjects",
  "gitops",
]);

/**
 * Those of them that a chart of one CR has beside the spec, whose fields are the other keys of the root; one that is made
 * of overlays has the provider, too.
 */
export function ownKeysBesideSpec(hasOverlays: boolean): readonly string[] {
  return hasOverlays ? [...keysBesideSpec, "provider"] : keysBesideSpec;
}

const keysBesideSpec: readonly string[] = [
  "global",
  "enabled",
  "customResource",
  "commonLabels",
  "commonAnnotations",
  "namespaceOverride",
  "extraObjects",
  "gitops",
  "preflight",
];

/** Those that a chart for several providers has as well. */
export const providerKeys: readonly string[] = ["provider", "providerConfigs", "providerSecrets"];

/** The keys of the CR's spec that such a chart could not tell from its own. */
export function keysTakenBySpec({ version }: CustomResource, hasOverlays: boolean): readonly string[] {
  const fields = objectField(version.schema, "properties", "spec", "properties");
  return ownKeysBesideSpec(hasOverlays).filter((key) => Object.hasOwn(fields, key));
}

/** The keys of the CRs: the kind, then the name where one kind has several. `taken` are root keys that are spoken for. */
export function customResourceBlocks(
  operator: Operator,
  taken: ReadonlySet<string>,
  createByDefault: (kind: string, name: string) => boolean,
): readonly CustomResourceBlock[] {
  const { customResources } = operator;
  const byCrd = groupBy(customResources, ({ crd }) => crd);
  const byKey = groupBy(customResources, ({ crd }) => lowerCamelCase(crd.kind));
  const free = new FreeNames();
  return customResources.map((customResource) => {
    const { kind, group } = customResource.crd;
    const name = customResource.manifest.reference.name;
    const ofKind = byCrd.get(customResource.crd) ?? [];
    const sameKey = byKey.get(lowerCamelCase(kind)) ?? [];
    const qualified = sameKey.length > ofKind.length || taken.has(lowerCamelCase(kind));
    const key = lowerCamelCase(qualified ? `${kind}-${group.split(".")[0]}` : kind);
    const { namespace = "" } = customResource.manifest.reference;
    const inKind = free.take([name, `${name}-${namespace}`].map((part) => `${key}.${lowerCamelCase(part)}`));
    const specPath = ofKind.length > 1 ? inKind.split(".") : [key];
    return {
      customResource,
      specPath,
      metaPath: customResources.length > 1 ? ["customResources", ...specPath] : ["customResource"],
      createByDefault: createByDefault(kind, name),
    };
  });
}

/** The blocks of the workloads. `taken` are root keys that are spoken for. */
export function workloadBlocks(operator: Operator, taken: ReadonlySet<string>): readonly WorkloadBlock[] {
  const free = new FreeNames(taken);
  const prefix = kubebuilderPrefix(operator.sourceNamespace);
  // Deployments come first, so that of two workloads of one name it is the Deployment whose block is plain.
  const order = ["Deployment", "StatefulSet", "DaemonSet", "CronJob", "Job", "ReplicaSet", "Pod"];
  const placeOf = ({ name, manifest }: Workload) => `${name}/${manifest.reference.namespace ?? ""}`;
  const byKind = operator.workloads.toSorted(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || compareNames(placeOf(a), placeOf(b)),
  );
  const named = new Map<Workload, WorkloadBlock>();
  for (const workload of byKind) {
    const short = workload.name.startsWith(prefix) ? workload.name.slice(prefix.length) : workload.name;
    const candidates = [
      short,
      `${short}-${workload.kind.toLowerCase()}`,
      `${workload.name}-${workload.kind.toLowerCase()}`,
    ];
    const { namespace } = workload.manifest.reference;
    const longest = `${workload.name}-${workload.kind}-${namespace ?? ""}`;
    const key = free.take([...candidates, longest].map(lowerCamelCase));
    named.set(workload, { workload, path: [key], containers: containerBlocks(workload, [key]) });
  }
  return operator.workloads.flatMap((workload) => named.get(workload) ?? []);
}

/** kubebuilder names everything `<project>-…` in the namespace `<project>-system`. */
function kubebuilderPrefix(namespace: string | undefined): string {
  return namespace?.endsWith("-system") ? namespace.slice(0, -"system".length) : " ";
}

function containerBlocks(workload: Workload, path: readonly string[]): readonly ContainerBlock[] {
  const main = mainContainer(workload);
  const free = new FreeNames();
  return workload.containers.map((container) => ({
    container,
    path: container === main ? path : [...path, "containers", free.take([lowerCamelCase(container.name)])],
  }));
}

/** The container that a workload is about: kubectl's default container, then one that names itself so. */
export function mainContainer(workload: Workload): Container | undefined {
  const containers = workload.containers.filter(({ init }) => !init);
  const annotation = stringField(
    workload.manifest.object,
    ...workload.podSpecPath.slice(0, -1),
    "metadata",
    "annotations",
    "kubectl.kubernetes.io/default-container",
  );
  return (
    containers.find(({ name }) => name === annotation) ??
    containers.find(({ name }) => name === workload.name) ??
    containers.find(({ name }) => name === "manager") ??
    containers.find((container) => !isCompanion(container)) ??
    containers[0]
  );
}

/** The accounts of the sources in the operator's own namespace, each in the block of the workload it is for. */
export function serviceAccountBlocks(
  operator: Operator,
  workloads: readonly WorkloadBlock[],
): readonly ServiceAccountBlock[] {
  const free = new FreeNames();
  const isOwn = ({ workload: { manifest } }: WorkloadBlock) =>
    (manifest.reference.namespace ?? operator.sourceNamespace) === operator.sourceNamespace;
  const users = groupBy(workloads.filter(isOwn), ({ workload }) => workload.serviceAccountName);
  return operator.serviceAccounts.flatMap((serviceAccount) => {
    const { manifest, name, namespace } = serviceAccount;
    if (!manifest || namespace !== operator.sourceNamespace) return [];
    const byName = (users.get(name) ?? []).toSorted((a, b) =>
      compareNames(a.path.join("."), b.path.join(".")),
    );
    const owner = byName.find(({ workload }) => workload.name === name) ?? byName[0];
    const path = owner
      ? [...owner.path, "serviceAccount"]
      : ["serviceAccounts", free.take([lowerCamelCase(name)])];
    return [{ serviceAccount, manifest, path }];
  });
}

/**
 * One block a webhook, named by its first DNS label. Where several share it, one keeps it, so that it does not move when
 * another comes or goes; the others are named by what they do as well, by their whole names, or with their configurations' in
 * front. Which one it is depends on the configurations and names, not on their order.
 */
export function webhookBlocks(operator: Operator): readonly WebhookBlock[] {
  const placeOf = ({ name, manifest: { reference } }: Webhook) =>
    `${reference.name}/${reference.kind}/${name}`;
  const free = new FreeNames();
  const keys = new Map<Webhook, string>();
  for (const webhook of operator.webhooks.toSorted((a, b) => compareNames(placeOf(a), placeOf(b)))) {
    const { name, manifest } = webhook;
    const label = name.split(".")[0] ?? name;
    const verb = manifest.reference.kind.replace("WebhookConfiguration", "");
    const candidates = [label, `${verb}-${label}`, name, `${manifest.reference.name}-${name}`];
    keys.set(webhook, free.take(candidates.map(lowerCamelCase)));
  }
  return operator.webhooks.map((webhook) => ({ webhook, path: ["webhooks", keys.get(webhook) ?? ""] }));
}
