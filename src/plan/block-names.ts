// What the blocks of values are called. A name depends on the object it belongs to and on nothing else in the
// sources, so that it does not move when the next release adds a workload or a container.
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

/** Keys of the values' root that chartwright itself uses. */
export const ownKeys: ReadonlySet<string> = new Set([
  "global",
  "enabled",
  "commonLabels",
  "commonAnnotations",
  "namespaceOverride",
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

/** Those of them that a chart of one CR has beside the spec, whose fields are the other keys of the root. */
export const ownKeysBesideSpec: readonly string[] = [
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

/** The keys of the CR's spec that such a chart could not tell from its own. */
export function keysTakenBySpec({ version }: CustomResource): readonly string[] {
  const fields = objectField(version.schema, "properties", "spec", "properties");
  return ownKeysBesideSpec.filter((key) => Object.hasOwn(fields, key));
}

/** The keys of the CRs: the kind, then the name where one kind has several. */
export function customResourceBlocks(
  operator: Operator,
  createByDefault: (kind: string, name: string) => boolean,
): readonly CustomResourceBlock[] {
  const { customResources } = operator;
  const used = new Set<string>();
  return customResources.map((customResource) => {
    const { kind, group } = customResource.crd;
    const name = customResource.manifest.reference.name;
    const sameKey = customResources.filter(
      (other) => lowerCamelCase(other.crd.kind) === lowerCamelCase(kind),
    );
    const ofKind = sameKey.filter((other) => other.crd === customResource.crd);
    const qualified = sameKey.length > ofKind.length || ownKeys.has(lowerCamelCase(kind));
    const key = lowerCamelCase(qualified ? `${kind}-${group.split(".")[0]}` : kind);
    const { namespace = "" } = customResource.manifest.reference;
    const inKind = unused(
      [name, `${name}-${namespace}`].map((part) => `${key}.${lowerCamelCase(part)}`),
      used,
    );
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
  const used = new Set(taken);
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
    const key = unused(
      [...candidates, `${workload.name}-${workload.kind}-${namespace ?? ""}`].map(lowerCamelCase),
      used,
    );
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
  const used = new Set<string>();
  return workload.containers.map((container) => ({
    container,
    path: container === main ? path : [...path, "containers", unused([lowerCamelCase(container.name)], used)],
  }));
}

const proxies = new Set(["kube-rbac-proxy", "istio-proxy", "linkerd-proxy"]);

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
    containers.find(({ name }) => !proxies.has(name)) ??
    containers[0]
  );
}

/** The accounts of the sources in the operator's own namespace, each in the block of the workload it is for. */
export function serviceAccountBlocks(
  operator: Operator,
  workloads: readonly WorkloadBlock[],
): readonly ServiceAccountBlock[] {
  const used = new Set<string>();
  return operator.serviceAccounts.flatMap((serviceAccount) => {
    const { manifest, name, namespace } = serviceAccount;
    if (!manifest || namespace !== operator.sourceNamespace) return [];
    const users = workloads.filter(
      ({ workload }) =>
        workload.serviceAccountName === name &&
        (workload.manifest.reference.namespace ?? operator.sourceNamespace) === namespace,
    );
    const byName = users.toSorted((a, b) => compareNames(a.path.join("."), b.path.join(".")));
    const owner = byName.find(({ workload }) => workload.name === name) ?? byName[0];
    const path = owner
      ? [...owner.path, "serviceAccount"]
      : ["serviceAccounts", unused([lowerCamelCase(name)], used)];
    return [{ serviceAccount, manifest, path }];
  });
}

/**
 * One block a webhook, named by its first DNS label, or by its whole name where two share that label. Where two
 * share the whole name, which one keeps it depends on their configurations, not on their order.
 */
export function webhookBlocks(operator: Operator): readonly WebhookBlock[] {
  const firstLabel = (name: string) => name.split(".")[0] ?? name;
  const configurationOf = ({ manifest: { reference } }: Webhook) => `${reference.name}/${reference.kind}`;
  const used = new Set<string>();
  const keys = new Map<Webhook, string>();
  for (const webhook of operator.webhooks.toSorted((a, b) =>
    compareNames(configurationOf(a), configurationOf(b)),
  )) {
    const shared = operator.webhooks.filter((other) => firstLabel(other.name) === firstLabel(webhook.name));
    const short = shared.length > 1 ? webhook.name : firstLabel(webhook.name);
    const configuration = webhook.manifest.reference.name;
    keys.set(webhook, unused([short, `${configuration}-${webhook.name}`].map(lowerCamelCase), used));
  }
  return operator.webhooks.map((webhook) => ({ webhook, path: ["webhooks", keys.get(webhook) ?? ""] }));
}

/** The first candidate not used so far, or the last one with a number; it is used from now on. */
function unused(candidates: readonly string[], used: Set<string>): string {
  const last = candidates.at(-1) ?? "";
  let name = candidates.find((candidate) => !used.has(candidate));
  for (let count = 2; name === undefined; count += 1) {
    if (!used.has(`${last}${count}`)) name = `${last}${count}`;
  }
  used.add(name);
  return name;
}
