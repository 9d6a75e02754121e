// The text of a patch → what it does.
import { isObject, type JsonObject, type KubernetesObject, stringField } from "../kubernetes/object.ts";
import type { LoadedPatch } from "../load/patch-files.ts";
import { parseDocument } from "../yaml/document.ts";
import { normaliseLineBreaks, splitStream } from "../yaml/stream.ts";
import { type Operation, type PatchContent, PatchFault } from "./patch.ts";

const expected = "a part of an object, or a list of JSON 6902 operations (op, path, value)";

/** Reads a patch. Throws PatchFault where it is neither a merge patch nor a list of operations. */
export function readPatch({ text, target }: LoadedPatch): PatchContent {
  const documents = splitStream(normaliseLineBreaks(text)).map((document) => {
    const result = parseDocument(document.text);
    if (!result.ok) throw new PatchFault("The patch is not valid YAML.", result.fault.message, expected);
    return result.document.data;
  });
  const [first, second] = documents;
  if (first === undefined) throw new PatchFault("The patch is empty.", "no content", expected);
  if (Array.isArray(first) && first.every((one) => isObject(one) && "op" in one)) {
    if (second !== undefined) {
      throw new PatchFault("The patch holds more than its operations.", "several documents", "one list");
    }
    if (!target) {
      throw new PatchFault(
        "A list of operations does not say what it is for.",
        "no target",
        "target: with the kind and the name of the objects",
      );
    }
    return { kind: "operations", operations: first.map((one) => operationOf(one as JsonObject)) };
  }
  const objects = documents.map((document) => partOf(document, target !== undefined));
  if (target && objects.length > 1) {
    throw new PatchFault(
      "A patch with a target is one part of an object.",
      `${objects.length} documents`,
      "one document, or a patch for each without a target",
    );
  }
  return { kind: "merge", objects };
}

function partOf(data: unknown, hasTarget: boolean): KubernetesObject {
  if (!isObject(data)) {
    throw new PatchFault("The patch changes nothing that it could.", describe(data), expected);
  }
  if (hasTarget) return data as KubernetesObject;
  const missing = [["apiVersion"], ["kind"], ["metadata", "name"]].find(
    (path) => !stringField(data, ...path),
  );
  if (missing) {
    throw new PatchFault(
      "The patch does not name the object that it is for.",
      `no ${missing.join(".")}`,
      "apiVersion, kind and metadata.name, or a target",
    );
  }
  return data as KubernetesObject;
}

const operations = ["add", "remove", "replace", "move", "copy", "test"] as const;

function operationOf(data: JsonObject): Operation {
  const { op, path, from, value } = data;
  const known = operations.find((name) => name === op);
  if (!known) {
    throw new PatchFault("The patch has an unknown operation.", JSON.stringify(op), operations.join(", "));
  }
  if (known !== "remove" && known !== "move" && known !== "copy" && !("value" in data)) {
    throw new PatchFault(`The operation "${known}" has no value.`, Object.keys(data).join(", "), "value");
  }
  const needsFrom = known === "move" || known === "copy";
  return {
    op: known,
    path: pointerSteps(path),
    ...(needsFrom ? { from: pointerSteps(from) } : {}),
    ...("value" in data ? { value } : {}),
  };
}

/** The steps of a JSON pointer: https://www.rfc-editor.org/rfc/rfc6901 */
function pointerSteps(pointer: unknown): readonly string[] {
  if (typeof pointer !== "string" || !/^(?:\/(?:[^~]|~[01])*)+$/.test(pointer)) {
    throw new PatchFault(
      "The patch has a path that leads nowhere.",
      JSON.stringify(pointer) ?? "no path",
      "a JSON pointer: /spec/replicas; ~1 stands for a slash in a key, ~0 for ~",
    );
  }
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function describe(data: unknown): string {
  if (data === null || data === undefined) return "nothing";
  return Array.isArray(data) ? "a list without operations" : `the ${typeof data} ${JSON.stringify(data)}`;
}
