// Live objects from a dump: what `kubectl get … -o yaml` or `-o json` prints, one List, several, or single objects.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { positionAt } from "../diagnostics/position.ts";
import {
  groupKind,
  isObject,
  type KubernetesObject,
  listField,
  type ObjectReference,
  referenceOf,
} from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import { normaliseLineBreaks, splitStream } from "../yaml/stream.ts";
import type { LiveSource } from "./live-source.ts";
import { isSameRelease, type ReleaseName, releaseOf } from "./ownership.ts";
import type { KnownRelease } from "./releases.ts";

/** `objects` are those that could be read, `diagnostics` says what could not. */
export interface LiveDump {
  readonly objects: readonly KubernetesObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a dump; `name` is what it is called in messages. */
export function readDump(text: string, name: string): LiveDump {
  const stream = normaliseLineBreaks(text);
  // A dump of a whole operator has megabytes, which JSON's own reader takes at once.
  const json = stream.trimStart().startsWith("{") ? parseJson(stream) : undefined;
  const documents = json === undefined ? splitStream(stream) : [];
  const diagnostics: Diagnostic[] = [];
  const objects = json === undefined ? [] : [...opened(json)];
  for (const { text: document, firstLine } of documents) {
    const read = parseDocument(document);
    if (read.ok) objects.push(...opened(read.document.data));
    else {
      diagnostics.push({
        severity: "error",
        code: "adopt/dump",
        message: `the dump cannot be read: ${read.fault.message}`,
        position: positionAt(name, document, read.fault.offset, firstLine),
        hint: "Write it with: kubectl get … --show-managed-fields -o yaml",
      });
    }
  }
  if (diagnostics.length === 0 && objects.length === 0) {
    diagnostics.push({
      severity: "error",
      code: "adopt/dump",
      message: `"${name}" holds no object of a cluster`,
      expected: "a List or objects, as kubectl prints them",
      hint: "Write it with: kubectl get … --show-managed-fields -o yaml",
    });
  }
  return { objects, diagnostics };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An object, or the items of a list of them, however deep. */
function opened(data: unknown): readonly KubernetesObject[] {
  if (isObject(data) && typeof data["kind"] === "string" && /List$/.test(data["kind"])) {
    if (Array.isArray(data["items"])) return listField(data, "items").flatMap(opened);
  }
  return isKubernetesObject(data) ? [data] : [];
}

/** Whether `data` has what every object has. */
export function isKubernetesObject(data: unknown): data is KubernetesObject {
  if (!isObject(data)) return false;
  const { apiVersion, kind, metadata } = data;
  return typeof apiVersion === "string" && typeof kind === "string" && isObject(metadata);
}

/** A dump in place of a cluster. What is not in it counts as not there. */
export class Dump implements LiveSource {
  readonly kind = "dump";
  readonly #objects: readonly KubernetesObject[];

  constructor(objects: readonly KubernetesObject[]) {
    this.#objects = objects;
  }

  async version(): Promise<undefined> {
    return undefined;
  }

  async read(): Promise<readonly KubernetesObject[]> {
    return this.#objects;
  }

  async namespacesOf(reference: ObjectReference): Promise<readonly string[]> {
    return this.#objects.map(referenceOf).flatMap(({ namespace, ...other }) => {
      const isIt = other.name === reference.name && groupKind(other) === groupKind(reference);
      return isIt && namespace !== undefined ? [namespace] : [];
    });
  }

  async probe(): Promise<undefined> {
    return undefined;
  }

  /** What the objects themselves say. */
  async releases(names: readonly ReleaseName[]): Promise<readonly KnownRelease[]> {
    return names.flatMap((name) => {
      const objects = this.#objects.filter((object) => {
        const release = releaseOf(object);
        return release !== undefined && isSameRelease(release, name);
      });
      return objects.length === 0 ? [] : [{ ...name, objects: objects.map(referenceOf) }];
    });
  }

  async relatives(): Promise<readonly KubernetesObject[]> {
    return this.#objects;
  }

  async unknownKinds(): Promise<readonly ObjectReference[]> {
    return [];
  }
}
