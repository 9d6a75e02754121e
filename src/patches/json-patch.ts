// JSON patches (https://www.rfc-editor.org/rfc/rfc6902), one operation after the other.
import { isObject, type Json, type JsonObject, jsonEqual } from "../kubernetes/object.ts";
import { type Operation, PatchFault } from "./patch.ts";

/** `object` with `operations`. Throws PatchFault at the first one that does not fit it. */
export function applyOperations(object: JsonObject, operations: readonly Operation[]): JsonObject {
  let current: Json = object;
  for (const operation of operations) current = applyOne(current, operation);
  if (!isObject(current)) throw new PatchFault("The patch leaves no object.", "another value", "a mapping");
  return current;
}

function applyOne(document: Json, { op, path, from = [], value = null }: Operation): Json {
  switch (op) {
    case "test": {
      const found = valueAt(document, path);
      if (jsonEqual(found, value)) return document;
      throw new PatchFault(
        `The test of "${pointer(path)}" fails.`,
        JSON.stringify(found),
        JSON.stringify(value),
      );
    }
    case "add":
      return changeAt(document, path, (parent, step) => withAdded(parent, step, value as Json, path));
    case "remove":
      return changeAt(document, path, (parent, step) => without(parent, step, path));
    case "replace":
      valueAt(document, path);
      return changeAt(document, path, (parent, step) => withReplaced(parent, step, value as Json, path));
    case "copy": {
      const copied = valueAt(document, from);
      return changeAt(document, path, (parent, step) => withAdded(parent, step, copied, path));
    }
    case "move": {
      const moved = valueAt(document, from);
      const rest = changeAt(document, from, (parent, step) => without(parent, step, from));
      return changeAt(rest, path, (parent, step) => withAdded(parent, step, moved, path));
    }
  }
}

/** `document` with what `change` makes of the parent of `path`. */
function changeAt(
  document: Json,
  path: readonly string[],
  change: (parent: Json, step: string) => Json,
  depth = 0,
): Json {
  const step = path[depth] ?? "";
  if (depth === path.length - 1) return change(document, step);
  const child = changeAt(childOf(document, step, path), path, change, depth + 1);
  return withReplaced(document, step, child, path);
}

function valueAt(document: Json, path: readonly string[]): Json {
  return path.reduce((current, step) => childOf(current, step, path), document);
}

function childOf(parent: Json, step: string, path: readonly string[]): Json {
  const index = Array.isArray(parent) ? indexOf(parent, step, path) : undefined;
  const child =
    index !== undefined && Array.isArray(parent)
      ? (parent[index] as Json | undefined)
      : isObject(parent) && Object.hasOwn(parent, step)
        ? parent[step]
        : undefined;
  if (child === undefined) throw missing(step, path, parent);
  return child;
}

function withAdded(parent: Json, step: string, value: Json, path: readonly string[]): Json {
  if (!Array.isArray(parent)) {
    if (isObject(parent)) return { ...parent, [step]: value };
    throw missing(step, path, parent);
  }
  const index = step === "-" ? parent.length : indexOf([...parent, null], step, path);
  return parent.toSpliced(index, 0, value);
}

function withReplaced(parent: Json, step: string, value: Json, path: readonly string[]): Json {
  if (Array.isArray(parent)) return parent.with(indexOf(parent, step, path), value);
  if (isObject(parent)) return { ...parent, [step]: value };
  throw missing(step, path, parent);
}

function without(parent: Json, step: string, path: readonly string[]): Json {
  childOf(parent, step, path);
  if (Array.isArray(parent)) return parent.toSpliced(indexOf(parent, step, path), 1);
  const { [step]: _gone, ...rest } = parent as JsonObject;
  return rest;
}

function indexOf(list: readonly Json[], step: string, path: readonly string[]): number {
  const index = /^(?:0|[1-9]\d*)$/.test(step) ? Number(step) : Number.NaN;
  if (index < list.length) return index;
  throw missing(step, path, list);
}

function missing(step: string, path: readonly string[], parent: Json): PatchFault {
  const there = Array.isArray(parent)
    ? `a list of ${parent.length}`
    : isObject(parent)
      ? Object.keys(parent).join(", ")
      : JSON.stringify(parent);
  return new PatchFault(
    `The object has nothing at "${pointer(path)}".`,
    `${there === "" ? "no keys" : there} where "${step}" is asked for`,
    "a path that the object has",
  );
}

function pointer(path: readonly string[]): string {
  return path.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
