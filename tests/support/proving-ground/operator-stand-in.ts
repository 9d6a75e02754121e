// Stands in for an operator, and behaves as KubeVirt's does. It acts only while the operator's Deployment has a ready Pod,
// and as that Pod: with a token of its service account, so that it may do what the chart lets it do and nothing more.
// Each custom resource gets a finalizer, defaulted fields, objects of the operator's own and a status; when it is deleted,
// the objects go first and then the finalizer. On request a webhook of its own refuses deletions.

import { setTimeout as sleep } from "node:timers/promises";
import type { ControlPlane } from "../control-plane.ts";
import { type DeletionGuard, serveDeletionWebhook } from "./deletion-webhook.ts";
import {
  type ApiAccess,
  ApiError,
  type ApiResource,
  type ClusterObject,
  type Fields,
  type KubernetesApi,
  kubernetesApi,
  objectPath,
  resourcePath,
} from "./kubernetes-api.ts";
import { fieldManager, type Operand, operandsOf } from "./operands.ts";
import type { Pod } from "./pod.ts";
import { requestBoundToken } from "./pod-inputs.ts";

/** What an operator works on. */
export interface OperatorOptions {
  /** The resource of its custom resources, in the version that it uses. */
  readonly resource: ApiResource;
  readonly deployment: { readonly namespace: string; readonly name: string };
  readonly finalizer: string;
  /** Fields of the spec that it sets where they are missing. */
  readonly defaults?: Fields;
  /** Fields of the status beside the conditions and the observed generation. */
  readonly status?: Fields;
  /** A webhook that refuses to let a custom resource be deleted. */
  readonly guard?: DeletionGuard;
  /** Rights that the operator's own roles lack for what it does here, given to it as a ClusterRole of the test's own. */
  readonly extraRights?: { readonly serviceAccount: string; readonly rules: readonly Fields[] };
  /** How long it takes to begin with the removal of its objects. */
  readonly finalizationMilliseconds?: number;
}

/** The operator of a proving ground. */
export interface OperatorStandIn {
  /** Whether it finalizes nothing from now on, although it runs. */
  hang(isHanging: boolean): void;
  /** Whether it has a Pod to act as. */
  isActive(): boolean;
  /** What the API server did not let it do, each refusal once, in the API server's words. */
  refusals(): readonly string[];
  /** Ends it, as if its node were gone. */
  stop(): Promise<void>;
}

interface CustomResource extends ClusterObject {
  readonly spec?: Fields;
  readonly status?: Fields & { readonly conditions?: readonly Fields[] };
}

interface Deployment extends ClusterObject {
  readonly spec: { readonly selector: { readonly matchLabels?: Readonly<Record<string, string>> } };
  readonly status?: { readonly readyReplicas?: number };
}

/** The Pod as which the operator acts. */
interface Leader {
  readonly uid: string;
  readonly api: KubernetesApi;
}

/** Between rounds: of one that changed something, and of one that found everything where it shall be. */
const busyMilliseconds = 50;
const calmMilliseconds = 500;

/** Starts an operator for a control plane with controllers and a node; its Deployment may come later. */
export async function startOperator(
  controlPlane: ControlPlane,
  options: OperatorOptions,
): Promise<OperatorStandIn> {
  const admin = kubernetesApi(controlPlane.access);
  const stopped = new AbortController();
  const refusals = new Set<string>();
  const deletions = new Map<string, number>();
  let leader: Leader | undefined;
  let isHanging = false;
  const webhook =
    options.guard &&
    (await serveDeletionWebhook(controlPlane, options.resource, options.guard, () => leader?.api));
  if (options.extraRights) await grant(admin, options.deployment, options.extraRights);

  const isDue = ({ metadata }: CustomResource): boolean => {
    const since = deletions.get(metadata.uid) ?? Date.now();
    deletions.set(metadata.uid, since);
    return !isHanging && Date.now() - since >= (options.finalizationMilliseconds ?? 0);
  };
  /** Whether there was something to do. */
  const round = async (): Promise<boolean> => {
    leader = await electLeader(admin, controlPlane.access, options.deployment, leader);
    if (leader === undefined) return false;
    let isBusy = false;
    const { api } = leader;
    const customResources = await api.list<CustomResource>(resourcePath(options.resource));
    // The webhook serves all of them, and goes with the last.
    const isNeeded = customResources.some(({ metadata }) => metadata.deletionTimestamp === undefined);
    for (const customResource of customResources) {
      const isLeaving = customResource.metadata.deletionTimestamp !== undefined;
      const own = operandsOf(customResource, options.deployment.namespace);
      const operands = webhook && isLeaving !== isNeeded ? [webhook.configuration, ...own] : own;
      const step = isLeaving ? finalize : maintain;
      if (isLeaving && !isDue(customResource)) continue;
      if (await step(api, customResource, options, operands)) isBusy = true;
    }
    return isBusy;
  };
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      let isBusy = false;
      try {
        isBusy = await round();
      } catch (error) {
        // Whatever went wrong (an object that changed meanwhile, an API server that is away) is tried again.
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
          refusals.add(error.message);
        }
      }
      await sleep(isBusy ? busyMilliseconds : calmMilliseconds);
    }
  };
  const running = run();
  return {
    hang: (shallHang) => {
      isHanging = shallHang;
    },
    isActive: () => leader !== undefined,
    refusals: () => [...refusals],
    stop: async () => {
      stopped.abort();
      leader = undefined;
      webhook?.stop();
      await running;
      if (options.extraRights) await revoke(admin, options.deployment);
    },
  };
}

/** A ready Pod of the Deployment with a token of its service account: the one so far, while it is ready. */
async function electLeader(
  admin: KubernetesApi,
  access: ApiAccess,
  { namespace, name }: OperatorOptions["deployment"],
  leader: Leader | undefined,
): Promise<Leader | undefined> {
  const deployment = await admin.get<Deployment>(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`);
  if (deployment === undefined) return undefined;
  const labels = Object.entries(deployment.spec.selector.matchLabels ?? {}).map((entry) => entry.join("="));
  const selector = encodeURIComponent(labels.join(","));
  const pods = await admin.list<Pod>(`/api/v1/namespaces/${namespace}/pods?labelSelector=${selector}`);
  const ready = pods.filter(isReady);
  if (leader !== undefined && ready.some(({ metadata }) => metadata.uid === leader.uid)) return leader;
  const [pod] = ready;
  if (pod === undefined) return undefined;
  const token = await requestBoundToken(admin, pod.spec.serviceAccountName ?? "default", {
    pod: pod.metadata,
  });
  return { uid: pod.metadata.uid, api: kubernetesApi({ ...access, token }) };
}

function isReady({ metadata, status }: Pod): boolean {
  const isTrue = status?.conditions?.some(
    (condition) => condition.type === "Ready" && condition.status === "True",
  );
  return metadata.deletionTimestamp === undefined && isTrue === true;
}

/** Brings a custom resource and the objects made for it one step nearer to where they shall be; false where they are. */
async function maintain(
  api: KubernetesApi,
  customResource: CustomResource,
  options: OperatorOptions,
  operands: readonly Operand[],
): Promise<boolean> {
  const path = objectPath(options.resource, customResource);
  const { finalizers = [], resourceVersion, generation } = customResource.metadata;
  if (!finalizers.includes(options.finalizer)) {
    const metadata = { resourceVersion, finalizers: [...finalizers, options.finalizer] };
    await api.merge(path, { metadata });
    return true;
  }
  const missing = missingFields(customResource.spec ?? {}, options.defaults ?? {});
  if (missing !== undefined) {
    await api.merge(`${path}?fieldManager=${fieldManager}`, { spec: missing });
    return true;
  }
  let areAvailable = true;
  let isBusy = false;
  for (const { path: collection, object } of operands) {
    const live = await api.get<Deployment>(`${collection}/${object.metadata.name}`);
    if (live === undefined) {
      await api.create(collection, object);
      isBusy = true;
    }
    if (collection.endsWith("/deployments")) areAvailable &&= (live?.status?.readyReplicas ?? 0) > 0;
  }
  const status = {
    ...options.status,
    observedGeneration: generation,
    conditions: ["Available", "Ready"].map((type) => conditionOf(customResource, type, areAvailable)),
  };
  if (missingFields(customResource.status ?? {}, status, true) === undefined) return isBusy;
  await writeStatus(api, path, status);
  return true;
}

function conditionOf({ status }: CustomResource, type: string, isTrue: boolean): Fields {
  const value = isTrue ? "True" : "False";
  const previous = status?.conditions?.find((condition) => condition["type"] === type);
  if (previous?.["status"] === value) return previous;
  return {
    type,
    status: value,
    reason: isTrue ? "AllComponentsReady" : "ComponentsNotReady",
    message: "",
    lastTransitionTime: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
  };
}

/** Writes the status where the kind has it: most have a subresource, some do not. */
async function writeStatus(api: KubernetesApi, path: string, status: Fields): Promise<void> {
  try {
    await api.merge(`${path}/status`, { status });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    await api.merge(path, { status });
  }
}

/** Removes what was made for a custom resource, and its finalizer in a later round, when all of it is gone; false then. */
async function finalize(
  api: KubernetesApi,
  customResource: CustomResource,
  { resource, finalizer }: OperatorOptions,
  operands: readonly Operand[],
): Promise<boolean> {
  const { finalizers = [], resourceVersion } = customResource.metadata;
  if (!finalizers.includes(finalizer)) return false;
  let isClear = true;
  for (const { path, object } of operands) {
    if (await api.remove(`${path}/${object.metadata.name}`)) isClear = false;
  }
  if (!isClear) return true;
  const metadata = { resourceVersion, finalizers: finalizers.filter((name) => name !== finalizer) };
  await api.merge(objectPath(resource, customResource), { metadata });
  return true;
}

/** The part of `wanted` that `found` lacks, or has with another value if values count; undefined when it has all. */
export function missingFields(found: Fields, wanted: Fields, doValuesCount = false): Fields | undefined {
  const missing = Object.entries(wanted).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    const present = found[key];
    if (present === undefined) return [[key, value]];
    if (isFields(value) && isFields(present)) {
      const inner = missingFields(present, value, doValuesCount);
      return inner === undefined ? [] : [[key, inner]];
    }
    return doValuesCount && JSON.stringify(present) !== JSON.stringify(value) ? [[key, value]] : [];
  });
  return missing.length === 0 ? undefined : Object.fromEntries(missing);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function grant(
  admin: KubernetesApi,
  { namespace, name }: OperatorOptions["deployment"],
  { serviceAccount, rules }: NonNullable<OperatorOptions["extraRights"]>,
): Promise<void> {
  const rbac = "rbac.authorization.k8s.io";
  const metadata = { name: extraRightsName(name) };
  await admin.create(`/apis/${rbac}/v1/clusterroles`, {
    apiVersion: `${rbac}/v1`,
    kind: "ClusterRole",
    metadata,
    rules,
  });
  await admin.create(`/apis/${rbac}/v1/clusterrolebindings`, {
    apiVersion: `${rbac}/v1`,
    kind: "ClusterRoleBinding",
    metadata,
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name: metadata.name },
    subjects: [{ kind: "ServiceAccount", name: serviceAccount, namespace }],
  });
}

async function revoke(admin: KubernetesApi, { name }: OperatorOptions["deployment"]): Promise<void> {
  for (const plural of ["clusterrolebindings", "clusterroles"]) {
    await admin.remove(`/apis/rbac.authorization.k8s.io/v1/${plural}/${extraRightsName(name)}`);
  }
}

function extraRightsName(deployment: string): string {
  return `${fieldManager}:${deployment}`;
}
