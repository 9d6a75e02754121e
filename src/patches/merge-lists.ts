// The lists that a strategic merge patch merges item by item, as a table: the patch merge keys of the built-in kinds,
// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.34/, as far as kustomize knows them.
import { type KubernetesObject, splitApiVersion } from "../kubernetes/object.ts";
import { podSpecPathOf } from "../kubernetes/pod-spec.ts";
import { scopeOfKind } from "../kubernetes/scope.ts";
import type { PathStep } from "../yaml/tree.ts";

/** What is known of a part of an object: the keys that tell a list's items apart, none for a list of texts. */
export interface MergeSchema {
  readonly keys?: readonly string[];
  /** Of a map its fields, of a list those of its items. */
  readonly fields?: Readonly<Record<string, MergeSchema>>;
}

const container: Readonly<Record<string, MergeSchema>> = {
  env: { keys: ["name"] },
  ports: { keys: ["containerPort", "protocol"] },
  volumeDevices: { keys: ["devicePath"] },
  volumeMounts: { keys: ["mountPath"] },
};

const podSpec: MergeSchema = {
  fields: {
    containers: { keys: ["name"], fields: container },
    ephemeralContainers: { keys: ["name"], fields: container },
    hostAliases: { keys: ["ip"] },
    imagePullSecrets: { keys: ["name"] },
    initContainers: { keys: ["name"], fields: container },
    topologySpreadConstraints: { keys: ["topologyKey", "whenUnsatisfiable"] },
    volumes: { keys: ["name"] },
  },
};

const metadata: MergeSchema = { fields: { finalizers: { keys: [] }, ownerReferences: { keys: ["uid"] } } };

const byKind: Readonly<Record<string, Readonly<Record<string, MergeSchema>>>> = {
  MutatingWebhookConfiguration: { webhooks: { keys: ["name"] } },
  Service: { spec: { fields: { ports: { keys: ["port", "protocol"] } } } },
  ServiceAccount: { secrets: { keys: ["name"] } },
  ValidatingWebhookConfiguration: { webhooks: { keys: ["name"] } },
};

/** Groups that a CRD brings, though their kinds' scopes are known. */
const ofCustomResources = new Set(["cert-manager.io", "monitoring.coreos.com", "security.openshift.io"]);

/** What is known of `object`; nothing of a custom resource, whose lists a patch replaces. */
export function mergeSchemaOf({ apiVersion, kind }: KubernetesObject): MergeSchema | undefined {
  const { group } = splitApiVersion(apiVersion);
  if (scopeOfKind(group, kind) === undefined || ofCustomResources.has(group)) return undefined;
  const path = podSpecPathOf(kind);
  const own = path ? podFields(path) : (byKind[kind] ?? {});
  return { fields: { metadata, ...own } };
}

/** The pod spec at `path`, and the metadata of the template that it is in. */
function podFields(path: readonly PathStep[]): Readonly<Record<string, MergeSchema>> {
  const [step, ...rest] = path;
  if (typeof step !== "string") return {};
  if (rest.length === 0) return { [step]: podSpec };
  return { [step]: { fields: { ...podFields(rest), ...(/[tT]emplate$/.test(step) ? { metadata } : {}) } } };
}
