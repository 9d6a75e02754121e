// Manifest[] × patches → Manifest[]: the project's changes of the sources, before the operator is understood.
import { counted } from "../diagnostics/counted.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatPosition } from "../diagnostics/position.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import {
  formatReference,
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  referenceOf,
} from "../kubernetes/object.ts";
import type { LoadedPatch } from "../load/patch-files.ts";
import { type Manifest, type PatchStep, sourceLineOf } from "../parse/manifest.ts";
import { editDocument } from "./edit-document.ts";
import { applyOperations } from "./json-patch.ts";
import { mergeSchemaOf } from "./merge-lists.ts";
import { patchedPlaces } from "./object-differences.ts";
import { type PatchContent, PatchFault } from "./patch.ts";
import { readPatch } from "./read-patch.ts";
import { mergeStrategic } from "./strategic-merge.ts";
import { matcherOf } from "./target.ts";

/** The manifests with their patches, and those that a patch deletes. */
export interface PatchedManifests {
  readonly manifests: readonly Manifest[];
  readonly deleted: readonly { readonly manifest: Manifest; readonly reason: string }[];
  readonly diagnostics: readonly Diagnostic[];
  /** The patches that changed nothing, each with what is to be said of it. */
  readonly idle: readonly IdlePatch[];
}

/** A patch, or a document of one, that is for no object (an error) or changes nothing (a warning). */
export interface IdlePatch {
  readonly key: string;
  readonly diagnostic: Diagnostic;
}

/** Applies `patches` in their order. */
export function applyPatches(
  manifests: readonly Manifest[],
  patches: readonly LoadedPatch[],
): PatchedManifests {
  let current = manifests;
  const deleted: { readonly manifest: Manifest; readonly reason: string }[] = [];
  const diagnostics: Diagnostic[] = [];
  const idle: IdlePatch[] = [];
  for (const patch of patches) {
    try {
      const applied = applyOne(current, patch);
      current = applied.manifests;
      deleted.push(...applied.deleted);
      idle.push(...applied.idle);
    } catch (error) {
      if (!(error instanceof PatchFault)) throw error;
      diagnostics.push(unfit(patch, error));
    }
  }
  return { manifests: current, deleted, diagnostics, idle };
}

/** How the differences that a patch makes are listed. */
function reasonOf({ number }: LoadedPatch): string {
  return `patch ${number} of the project file`;
}

function applyOne(manifests: readonly Manifest[], patch: LoadedPatch): Omit<PatchedManifests, "diagnostics"> {
  const content = readPatch(patch);
  const parts = content.kind === "merge" ? content.objects : [undefined];
  const idle: IdlePatch[] = [];
  const deleted: { readonly manifest: Manifest; readonly reason: string }[] = [];
  let current = manifests;
  for (const [index, part] of parts.entries()) {
    const isMeant = patch.target ? matcherOf(patch.target) : isNamedBy(part);
    let matched = 0;
    let changed = 0;
    current = current.flatMap((manifest): readonly Manifest[] => {
      if (!isMeant(manifest.object)) return [manifest];
      matched += 1;
      const next = patched(manifest, part, content, patch);
      if (next === manifest) return [manifest];
      changed += 1;
      if (next) return [next];
      deleted.push({ manifest, reason: reasonOf(patch) });
      return [];
    });
    if (changed > 0) continue;
    const diagnostic = matched === 0 ? noObject(patch, part, manifests) : noChange(patch, matched);
    idle.push({ key: `${patch.number}.${index}`, diagnostic });
  }
  return { manifests: current, deleted, idle };
}

/** Whether an object is the one that a merge patch without a target names. */
function isNamedBy(part: KubernetesObject | undefined): (object: KubernetesObject) => boolean {
  if (!part) return () => false;
  const wanted = referenceOf(part);
  return (object) => {
    const { group, version, kind, name, namespace = "default" } = referenceOf(object);
    return (
      group === wanted.group &&
      version === wanted.version &&
      kind === wanted.kind &&
      name === wanted.name &&
      namespace === (wanted.namespace ?? "default")
    );
  };
}

/** The manifest with its patch, itself where that changes nothing, undefined where it deletes it. */
function patched(
  manifest: Manifest,
  part: KubernetesObject | undefined,
  content: PatchContent,
  patch: LoadedPatch,
): Manifest | undefined {
  const { object } = manifest;
  const after = afterPatch(object, part, content);
  if (after === undefined) return undefined;
  if (jsonEqual(object, after)) return manifest;
  const edited = editDocument(manifest.document, after);
  const step: PatchStep = {
    reason: reasonOf(patch),
    before: object,
    places: patchedPlaces(object, after),
  };
  return {
    ...manifest,
    object: after as KubernetesObject,
    document: edited.document,
    lines: edited.lines.map((line) => sourceLineOf(manifest, line)),
    patches: [...(manifest.patches ?? []), step],
  };
}

function afterPatch(
  object: KubernetesObject,
  part: KubernetesObject | undefined,
  content: PatchContent,
): JsonObject | undefined {
  if (content.kind === "operations") {
    const after = applyOperations(object, content.operations);
    expectSameIdentity(object, after as KubernetesObject);
    return after;
  }
  const { apiVersion: _apiVersion, kind: _kind, ...fields } = part ?? { apiVersion: "", kind: "" };
  const after = mergeStrategic(object, fields, mergeSchemaOf(object));
  if (!after) return undefined;
  const { name, namespace } = object.metadata;
  // A patch names its object and does not rename it.
  const metadata = { ...(after["metadata"] as JsonObject), ...(name === undefined ? {} : { name }) };
  const { namespace: _other, ...others } = metadata as JsonObject & { readonly namespace?: string };
  return { ...after, metadata: namespace === undefined ? others : { ...metadata, namespace } };
}

function expectSameIdentity(before: KubernetesObject, after: KubernetesObject): void {
  const [was, is] = [referenceOf(before), referenceOf(after)];
  if (jsonEqual(was, is)) return;
  throw new PatchFault(
    "The patch makes another object of it.",
    formatReference(is),
    `${formatReference(was)}, with its API version, kind, name and namespace`,
  );
}

function unfit({ position, number }: LoadedPatch, { message, found, expected }: PatchFault): Diagnostic {
  return {
    severity: "error",
    code: "patches/unfit",
    message,
    position,
    found,
    expected,
    notes: [{ message: `in patch ${number}` }],
  };
}

function noObject(
  patch: LoadedPatch,
  part: KubernetesObject | undefined,
  manifests: readonly Manifest[],
): Diagnostic {
  const there = manifests.map(({ reference }) => formatReference(reference));
  const wanted = part && !patch.target ? formatReference(referenceOf(part)) : undefined;
  const meant = wanted === undefined ? undefined : nearest(wanted, there);
  const kinds = [...new Set(manifests.map(({ object }) => object.kind))].toSorted();
  return {
    severity: "error",
    code: "patches/no-object",
    message: `Patch ${patch.number} is for no object of the sources.`,
    position: patch.position,
    found: wanted ?? targetInWords(patch),
    expected:
      wanted === undefined
        ? `an object of the sources; they have the kinds ${kinds.join(", ")}`
        : "an object of the sources, with its API version and namespace",
    ...(meant === undefined ? {} : { hint: `Name ${meant}${placeOf(meant, manifests)}.` }),
  };
}

function placeOf(meant: string, manifests: readonly Manifest[]): string {
  const found = manifests.find(({ reference }) => formatReference(reference) === meant);
  return found ? ` (${found.object.apiVersion}, ${formatPosition(found.position)})` : "";
}

function targetInWords({ target = {} }: LoadedPatch): string {
  return Object.entries(target)
    .map(([key, value]) => `${key} ${value}`)
    .join(", ");
}

function noChange({ number, position }: LoadedPatch, matched: number): Diagnostic {
  return {
    severity: "warning",
    code: "patches/no-change",
    message: `Patch ${number} changes nothing: ${counted(matched, "object")} of the sources ${matched === 1 ? "is" : "are"} so already.`,
    position,
    hint: "Take it out of the project file.",
  };
}
