// How Kubernetes tells the items of a list apart, as a table.
import { isObject, type Json } from "./object.ts";

/**
 * Lists whose items have a key of their own: the patch merge keys of
 * https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.34/, the first that all items have.
 */
const mergeKeys: Readonly<Record<string, readonly string[]>> = {
  containers: ["name"],
  initContainers: ["name"],
  ephemeralContainers: ["name"],
  env: ["name"],
  hostAliases: ["ip"],
  imagePullSecrets: ["name"],
  ports: ["containerPort", "port"],
  secrets: ["name"],
  topologySpreadConstraints: ["topologyKey"],
  volumeDevices: ["devicePath"],
  volumeMounts: ["mountPath"],
  volumes: ["name"],
  webhooks: ["name"],
};

/**
 * What each item of the list `name` is known by: `name=ssh`, where the list has a key that all items have and no two
 * share; the whole item, as JSON with sorted keys, where it has none.
 */
export function itemIdentities(name: string, items: readonly Json[]): readonly string[] {
  for (const key of mergeKeys[name] ?? ["name"]) {
    const values = items.map((item) => (isObject(item) ? item[key] : undefined));
    const isKey = values.every((value) => typeof value === "string" || typeof value === "number");
    if (isKey && new Set(values).size === values.length) return values.map((value) => `${key}=${value}`);
  }
  return items.map(canonical);
}

/** Equal for values that are equal, whatever the order of their keys. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}
