// The label keys by which objects select each other: these labels hold a set together, whoever put them there.
import { isObject, type Json, type KubernetesObject } from "../kubernetes/object.ts";

/** The keys in all selectors of `objects`. */
export function selectedLabels(objects: readonly KubernetesObject[]): ReadonlySet<string> {
  const keys = new Set<string>();
  const visit = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (isSelector(key, inner)) for (const label of Object.keys(inner)) keys.add(label);
      else if (key === "key" && typeof inner === "string" && "operator" in value) keys.add(inner);
      else visit(inner);
    }
  };
  // The schemas of CRDs only talk of selectors.
  for (const object of objects) if (object.kind !== "CustomResourceDefinition") visit(object);
  return keys;
}

/** `matchLabels`, and the selector of a Service, which is a map of labels itself. */
function isSelector(key: string, value: Json): value is { readonly [key: string]: Json } {
  if (key !== "matchLabels" && key !== "selector") return false;
  return isObject(value) && Object.values(value).every((label) => !isObject(label) && !Array.isArray(label));
}
