// Kubernetes objects as data, and how they are named.

/** Any JSON-like value of a manifest. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A mapping of a manifest. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The part of an object that every manifest has; the rest is reached with `field`. */
export interface KubernetesObject extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonObject;
}

/** What identifies an object in a cluster. `group` is "" for the core group. */
export interface ObjectReference {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** Whether `value` is a mapping. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at `path`, or undefined when a step leads nowhere. */
export function field(value: unknown, ...path: readonly (string | number)[]): Json | undefined {
  let current = value;
  for (const step of path) {
    if (typeof step === "number") current = Array.isArray(current) ? current[step] : undefined;
    else current = isObject(current) && Object.hasOwn(current, step) ? current[step] : undefined;
  }
  return current as Json | undefined;
}

/** The string at `path`, or undefined when there is none. */
export function stringField(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = field(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** The list at `path`; an empty one when there is none. */
export function listField(value: unknown, ...path: readonly (string | number)[]): readonly Json[] {
  const found = field(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The mapping at `path`; an empty one when there is none. */
export function objectField(value: unknown, ...path: readonly (string | number)[]): JsonObject {
  const found = field(value, ...path);
  return isObject(found) ? found : {};
}

/** The group and version of an apiVersion: `apps/v1` → `apps`, `v1`; `v1` → ``, `v1`. */
export function splitApiVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf("/");
  return slash === -1
    ? { group: "", version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The reference of an object as its own fields state it. */
export function referenceOf(object: KubernetesObject): ObjectReference {
  const namespace = stringField(object, "metadata", "namespace");
  return {
    ...splitApiVersion(object.apiVersion),
    kind: object.kind,
    name: stringField(object, "metadata", "name") ?? "",
    ...(namespace === undefined || namespace === "" ? {} : { namespace }),
  };
}

/** What an object is, whatever its version: `apps/Deployment`, `/Namespace`. A kind alone may be of any group. */
export function groupKind({ group, kind }: ObjectReference): string {
  return `${group}/${kind}`;
}

/** One object in a cluster, whatever its version: `apps/Deployment/kubevirt/virt-operator`. */
export function objectKey(reference: ObjectReference): string {
  return [reference.group, reference.kind, reference.namespace ?? "", reference.name].join("/");
}

/** How kubectl names an object: `Deployment kubevirt/virt-operator`. */
export function formatReference(reference: ObjectReference): string {
  const namespace = reference.namespace === undefined ? "" : `${reference.namespace}/`;
  return `${reference.kind} ${namespace}${reference.name}`;
}

/** Deep equality of two values of manifests; the order of keys does not count. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b || Object.is(a, b)) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key], b[key]))
  );
}
