// Which objects a patch is for, as kustomize selects them.
import { type KubernetesObject, objectField, splitApiVersion, stringField } from "../kubernetes/object.ts";
import { scopeOfKind } from "../kubernetes/scope.ts";
import type { ProjectPatchTarget } from "../project/patches.ts";
import { PatchFault } from "./patch.ts";

/** Whether an object is one that `target` means. Throws PatchFault for a target that cannot be read. */
export function matcherOf(target: ProjectPatchTarget): (object: KubernetesObject) => boolean {
  const { labelSelector = "", annotationSelector = "" } = target;
  const expression = (key: "group" | "version" | "kind" | "name" | "namespace") =>
    anchored(key, target[key] ?? "");
  const [group, version, kind] = [expression("group"), expression("version"), expression("kind")];
  const [name, namespace] = [expression("name"), expression("namespace")];
  const labels = requirementsOf("labelSelector", labelSelector);
  const annotations = requirementsOf("annotationSelector", annotationSelector);
  return (object) => {
    const api = splitApiVersion(object.apiVersion);
    return (
      group(api.group) &&
      version(api.version) &&
      kind(object.kind) &&
      name(stringField(object, "metadata", "name") ?? "") &&
      namespace(effectiveNamespace(object)) &&
      meets(objectField(object, "metadata", "labels"), labels) &&
      meets(objectField(object, "metadata", "annotations"), annotations)
    );
  };
}

/** Kustomize sees an object without a namespace in `default`, and one of a cluster in a namespace of this name. */
function effectiveNamespace(object: KubernetesObject): string {
  const { group } = splitApiVersion(object.apiVersion);
  if (scopeOfKind(group, object.kind) === "Cluster") return "_non_namespaceable_";
  return stringField(object, "metadata", "namespace") || "default";
}

function anchored(key: string, pattern: string): (text: string) => boolean {
  if (pattern === "") return () => true;
  try {
    const expression = new RegExp(`^(?:${pattern})$`, "u");
    return (text) => expression.test(text);
  } catch {
    throw new PatchFault(`The target's ${key} is no regular expression.`, pattern, "a regular expression");
  }
}

interface Requirement {
  readonly key: string;
  readonly values: readonly string[];
  /** `exists` and `missing` have no values. */
  readonly kind: "in" | "not in" | "exists" | "missing";
}

const key = "[A-Za-z0-9][A-Za-z0-9_./-]*";
const value = "[A-Za-z0-9_./:-]*";
const bySet = new RegExp(String.raw`^(${key})\s+(in|notin)\s*\(([^()]*)\)$`);
const byValue = new RegExp(String.raw`^(${key})\s*(==|=|!=)\s*(${value})$`);
const byKey = new RegExp(String.raw`^(!?)\s*(${key})$`);

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors */
function requirementsOf(name: string, selector: string): readonly Requirement[] {
  if (selector.trim() === "") return [];
  return selector.split(/,(?![^()]*\))/).map((part) => {
    const text = part.trim();
    const requirement = ofSet(text) ?? ofValue(text) ?? ofKey(text);
    if (requirement) return requirement;
    throw new PatchFault(
      `The target's ${name} cannot be read.`,
      text,
      "key=value, key in (a,b), key or !key",
    );
  });
}

function ofSet(text: string): Requirement | undefined {
  const [, wanted, operator, values = ""] = bySet.exec(text) ?? [];
  if (wanted === undefined) return undefined;
  const listed = values.split(",").map((one) => one.trim());
  return { key: wanted, kind: operator === "in" ? "in" : "not in", values: listed };
}

function ofValue(text: string): Requirement | undefined {
  const [, wanted, sign, found = ""] = byValue.exec(text) ?? [];
  if (wanted === undefined) return undefined;
  return { key: wanted, kind: sign === "!=" ? "not in" : "in", values: [found] };
}

function ofKey(text: string): Requirement | undefined {
  const [, not, wanted] = byKey.exec(text) ?? [];
  if (wanted === undefined) return undefined;
  return { key: wanted, kind: not === "!" ? "missing" : "exists", values: [] };
}

function meets(entries: Readonly<Record<string, unknown>>, requirements: readonly Requirement[]): boolean {
  return requirements.every(({ key: wanted, kind, values }) => {
    const found = Object.hasOwn(entries, wanted) ? String(entries[wanted]) : undefined;
    if (kind === "exists" || kind === "missing") return (found !== undefined) === (kind === "exists");
    return (found !== undefined && values.includes(found)) === (kind === "in");
  });
}
