// A manifest: one Kubernetes object of a source, with its own text and its place.
import { type Position, positionAt } from "../diagnostics/position.ts";
import type { KubernetesObject, ObjectReference } from "../kubernetes/object.ts";
import type { YamlDocument } from "../yaml/document.ts";
import { nodeAt, type PathStep } from "../yaml/tree.ts";

/** One object. `document` holds its text; a manifest taken out of a List has a text of its own. */
export interface Manifest {
  readonly source: string;
  /** The line of the source, from 1, on which `document.text` begins. */
  readonly firstLine: number;
  readonly document: YamlDocument;
  readonly object: KubernetesObject;
  readonly reference: ObjectReference;
  /** Where the object begins, for messages. */
  readonly position: Position;
  /** Fields of the source that Kubernetes ignores or owns; they were taken out of `object` and the text. */
  readonly dropped: readonly DroppedField[];
}

/** A field left out on purpose: `creationTimestamp: null`, the `status` of an object. */
export interface DroppedField {
  readonly path: readonly PathStep[];
  readonly reason: string;
}

/** The position of the node at `path` in the manifest, or of its nearest parent that exists. */
export function positionOf(manifest: Manifest, path: readonly PathStep[]): Position {
  for (let length = path.length; length > 0; length -= 1) {
    const node = nodeAt(manifest.document.root, path.slice(0, length));
    if (node) return positionAt(manifest.source, manifest.document.text, node.start, manifest.firstLine);
  }
  return manifest.position;
}
