// Who wrote a field, as the API server remembers in metadata.managedFields.
// https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
import {
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  listField,
  stringField,
} from "../kubernetes/object.ts";
import { type LivePath, type LiveStep, liveField } from "./live-path.ts";

/** A program that wrote to an object, under the name that it gave itself. */
export interface FieldOwner {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  /** `status` or `scale`, when it wrote through one. */
  readonly subresource?: string;
}

/** Whether the object says who wrote what: `kubectl get` leaves it out unless asked. */
export function tellsOwners(object: JsonObject): boolean {
  return listField(object, "metadata", "managedFields").length > 0;
}

/** Everybody who wrote to the object. */
export function allOwners(object: JsonObject): readonly FieldOwner[] {
  return listField(object, "metadata", "managedFields").flatMap((entry) => {
    const owner = ownerOf(entry);
    return owner ? [owner] : [];
  });
}

/** Those who wrote the field at `path`, a field below it, or the whole that it is part of. */
export function ownersOf(object: JsonObject, path: LivePath): readonly FieldOwner[] {
  return listField(object, "metadata", "managedFields").flatMap((entry) => {
    const owner = ownerOf(entry);
    const fields = isObject(entry) ? entry["fieldsV1"] : undefined;
    return owner && isObject(fields) && holds(fields, object, path, 0) ? [owner] : [];
  });
}

function ownerOf(entry: Json): FieldOwner | undefined {
  const manager = stringField(entry, "manager");
  if (manager === undefined) return undefined;
  const subresource = stringField(entry, "subresource") ?? "";
  return {
    manager,
    operation: stringField(entry, "operation") === "Apply" ? "Apply" : "Update",
    ...(subresource === "" ? {} : { subresource }),
  };
}

/** Walks the tree of `fields` along `path` from `at` on. A leaf on the way owns all below it. */
function holds(fields: JsonObject, object: JsonObject, path: LivePath, at: number): boolean {
  const step = path[at];
  if (step === undefined) return true;
  if (at > 0 && Object.keys(fields).every((key) => key === ".")) return Object.keys(fields).length === 0;
  const child = childOf(fields, object, path.slice(0, at), step);
  return isObject(child) && holds(child, object, path, at + 1);
}

function childOf(fields: JsonObject, object: JsonObject, parent: LivePath, step: LiveStep): Json | undefined {
  if (typeof step === "string") return fields[`f:${step}`];
  if (typeof step === "number") {
    const item = liveField(object, [...parent, step]);
    const entries = Object.entries(fields);
    const named = entries.find(
      ([key]) => key === `i:${step}` || (key.startsWith("v:") && jsonEqual(parsed(key), item)),
    );
    return named?.[1];
  }
  const named = Object.entries(fields).find(([key]) => {
    const identity = key.startsWith("k:") ? parsed(key) : undefined;
    return isObject(identity) && identity[step.key] === step.value;
  });
  return named?.[1];
}

/** The JSON behind `k:` or `v:`. */
function parsed(key: string): unknown {
  try {
    return JSON.parse(key.slice(2));
  } catch {
    return undefined;
  }
}
