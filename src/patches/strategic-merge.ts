// Strategic merge patches, as kustomize applies them: maps are merged, lists of known items item by item, all else is
// replaced; null and `$patch: delete` take away, `$patch: replace` merges with nothing.
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md
import { isObject, type Json, type JsonObject } from "../kubernetes/object.ts";
import type { MergeSchema } from "./merge-lists.ts";
import { PatchFault } from "./patch.ts";

const directiveKey = "$patch";

/**
 * `object` with `patch`; undefined where the patch deletes it. Throws PatchFault where the patch has another kind of thing
 * than the object, or a directive that kustomize does not know.
 */
export function mergeStrategic(
  object: JsonObject,
  patch: JsonObject,
  schema: MergeSchema | undefined,
): JsonObject | undefined {
  return mergeMaps(object, patch, schema, []);
}

type Path = readonly string[];

function mergeMaps(
  object: JsonObject | undefined,
  patch: JsonObject,
  schema: MergeSchema | undefined,
  path: Path,
): JsonObject | undefined {
  const { [directiveKey]: directive = "merge", ...rest } = patch;
  if (directive === "delete") return undefined;
  if (directive !== "merge" && directive !== "replace") throw unknownDirective(directive, path);
  const merged = new Map(Object.entries((directive === "replace" ? undefined : object) ?? {}));
  for (const [key, value] of Object.entries(rest)) {
    if (/^\$(?:setElementOrder|deleteFromPrimitiveList)\/|^\$retainKeys$/.test(key)) {
      throw unknownDirective(key, path);
    }
    const result = mergeValues(merged.get(key), value, schema?.fields?.[key], [...path, key]);
    if (result === undefined) merged.delete(key);
    else merged.set(key, result);
  }
  return Object.fromEntries(merged);
}

function mergeValues(
  value: Json | undefined,
  patch: Json,
  schema: MergeSchema | undefined,
  path: Path,
): Json | undefined {
  if (patch === null) return undefined;
  const isAbsent = value === undefined || value === null;
  if (!isAbsent && shapeOf(value) !== shapeOf(patch)) {
    throw new PatchFault(
      `The patch does not fit the object at "${path.join(".")}".`,
      shapeOf(patch),
      `${shapeOf(value)}, as the object has`,
    );
  }
  if (isObject(patch)) return mergeMaps(isObject(value) ? value : undefined, patch, schema, path);
  if (!Array.isArray(patch) || !schema?.keys) return patch;
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  return mergeLists(items, patch, { keys: schema.keys, ...schema }, path);
}

/** Items of the patch come first, as with kustomize. */
function mergeLists(
  items: readonly Json[],
  patch: readonly Json[],
  schema: MergeSchema & { readonly keys: readonly string[] },
  path: Path,
): readonly Json[] | undefined {
  const directive = patch.find(isDirective)?.[directiveKey] ?? "merge";
  if (directive === "delete") return undefined;
  if (directive !== "merge" && directive !== "replace") throw unknownDirective(directive, path);
  const before = directive === "replace" ? [] : items;
  const after = patch.filter((item) => !isDirective(item));
  if (schema.keys.length === 0) return [...new Set([...after, ...before])];
  const keys = usedKeys([...after, ...before], schema.keys);
  return mergeItems(
    before,
    after.map((item) => keyed(item, keys, path)),
    (item, change) => mergeMaps(item, change, schema.fields ? { fields: schema.fields } : undefined, path),
    keys,
  );
}

function mergeItems(
  items: readonly Json[],
  changes: readonly JsonObject[],
  merge: (item: JsonObject | undefined, change: JsonObject) => JsonObject | undefined,
  keys: readonly string[],
): readonly Json[] {
  const merged = new Map<Json, JsonObject | undefined>();
  const added: Json[] = [];
  for (const change of changes) {
    const own = items.find((item) => isSameItem(item, change, keys));
    const base = own === undefined ? undefined : (merged.get(own) ?? own);
    const result = merge(isObject(base) ? base : undefined, change);
    if (own !== undefined) merged.set(own, result);
    else if (result && Object.keys(result).length > 0) added.push(result);
  }
  const rest = items.flatMap((item) => (merged.has(item) ? (merged.get(item) ?? []) : item));
  // With one key the items that the patch touches come first too.
  if (keys.length > 1) return [...added, ...rest];
  const first = changes.flatMap(
    (change) => [...added, ...rest].find((item) => isSameItem(item, change, keys)) ?? [],
  );
  return [...new Set([...first, ...rest])];
}

/** The item, which must say which one it is. */
function keyed(item: Json, keys: readonly string[], path: Path): JsonObject {
  if (isObject(item) && item[keys[0] ?? ""] !== undefined) return item;
  throw new PatchFault(
    `An item of the list "${path.join(".")}" does not say which one it is.`,
    JSON.stringify(item),
    `an item with ${keys.join(" and ")}`,
  );
}

/** The keys that any of the items has, the first one always. */
function usedKeys(items: readonly Json[], keys: readonly string[]): readonly string[] {
  return keys.filter(
    (key, index) => index === 0 || items.some((item) => isObject(item) && item[key] !== undefined),
  );
}

/** Whether two items are one: with several keys, a missing one is no difference. */
function isSameItem(a: Json, b: Json, keys: readonly string[]): boolean {
  if (!isObject(a) || !isObject(b)) return false;
  return keys.every((key, index) => {
    const isOpen = index > 0 && (a[key] === undefined || b[key] === undefined);
    return isOpen || String(a[key]) === String(b[key]);
  });
}

function isDirective(item: Json): item is JsonObject {
  return isObject(item) && directiveKey in item && Object.keys(item).length === 1;
}

function shapeOf(value: Json): string {
  if (Array.isArray(value)) return "a list";
  return isObject(value) ? "a mapping" : "a single value";
}

function unknownDirective(found: Json, path: Path): PatchFault {
  return new PatchFault(
    `The patch asks for something unknown${path.length === 0 ? "" : ` at "${path.join(".")}"`}.`,
    String(found),
    "$patch: delete, $patch: replace, or null for what is to go",
  );
}
