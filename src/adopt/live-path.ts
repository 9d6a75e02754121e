// Where a field stands in an object of a cluster. Items of a list are named by what identifies them, since the chart
// and the cluster may have them in another order.
import { field, isObject, type Json } from "../kubernetes/object.ts";
import { scopeOfKind } from "../kubernetes/scope.ts";

/** An item of a list, by the field that identifies it. */
export interface ItemKey {
  readonly key: string;
  readonly value: string | number;
}

/** A key of a map, an item by its name, or an item by its index. */
export type LiveStep = string | number | ItemKey;
export type LivePath = readonly LiveStep[];

/**
 * Lists whose items have an identity, by the list's key and the identity's. As in the listMapKeys of Kubernetes' own
 * types; the second of two such keys (`protocol`) hardly ever decides.
 */
const identities: Readonly<Record<string, readonly string[]>> = {
  containers: ["name"],
  env: ["name"],
  ephemeralContainers: ["name"],
  imagePullSecrets: ["name"],
  initContainers: ["name"],
  matchConditions: ["name"],
  ports: ["containerPort", "port"],
  secrets: ["name"],
  volumeDevices: ["devicePath"],
  volumeMounts: ["mountPath"],
  volumes: ["name"],
  webhooks: ["name"],
};

/** Groups whose scopes are known, and whose kinds are custom resources all the same. */
const customGroups = new Set(["cert-manager.io", "monitoring.coreos.com"]);

/** Whether Kubernetes itself brings the kind, with defaults of its own and lists whose items have an identity. */
export function isBuiltIn(group: string, kind: string): boolean {
  return scopeOfKind(group, kind) !== undefined && !customGroups.has(group);
}

/** The items of the list below `key` by what identifies them; undefined where they are one value together. */
export function identifiedItems(
  key: LiveStep | undefined,
  items: readonly Json[],
): ReadonlyMap<string, readonly [ItemKey, Json]> | undefined {
  const candidates = typeof key === "string" ? (identities[key] ?? []) : [];
  for (const candidate of candidates) {
    const found = new Map<string, readonly [ItemKey, Json]>();
    for (const item of items) {
      const value = isObject(item) ? item[candidate] : undefined;
      if (typeof value !== "string" && typeof value !== "number") break;
      found.set(String(value), [{ key: candidate, value }, item]);
    }
    if (found.size === items.length) return found;
  }
  return undefined;
}

/** The value at `path`, or undefined when a step leads nowhere. */
export function liveField(value: Json | undefined, path: LivePath): Json | undefined {
  let current = value;
  for (const step of path) {
    if (typeof step === "object") {
      const { key, value: wanted } = step;
      current = Array.isArray(current) ? current.find((item) => field(item, key) === wanted) : undefined;
    } else current = field(current, step);
  }
  return current;
}

/** `spec.containers[name=manager].image`; keys that would read as several are quoted. */
export function formatLivePath(path: LivePath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (typeof step === "object") text += `[${step.key}=${step.value}]`;
    else if (/^[A-Za-z0-9_$-]+$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}
