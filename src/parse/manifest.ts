// A manifest: one Kubernetes object of a source, with its own text and its place.
import { type Position, positionAt } from "../diagnostics/position.ts";
import type { Json, KubernetesObject, ObjectReference } from "../kubernetes/object.ts";
import type { YamlDocument } from "../yaml/document.ts";
import { nodeAt, type PathStep } from "../yaml/tree.ts";

/** Where a text stands in its source. */
export interface Placed {
  readonly source: string;
  /** The line of the source, from 1, on which the text begins. */
  readonly firstLine: number;
  /** Source lines, from 1, of the lines of the text, where they do not simply count on. */
  readonly lines?: readonly number[];
}

/** One object. `document` holds its text; a manifest taken out of a List has a text of its own. */
export interface Manifest extends Placed {
  readonly document: YamlDocument;
  readonly object: KubernetesObject;
  /** Also names an object that has a `generateName` only. */
  readonly reference: ObjectReference;
  /** Where the object begins, for messages. */
  readonly position: Position;
  /** What patches of the project made of the source's object, one after the other, until it was `object`. */
  readonly patches?: readonly PatchStep[];
}

/** One patch of an object. */
export interface PatchStep {
  /** `patch 2 of the project file`. */
  readonly reason: string;
  /** The object without it. */
  readonly before: KubernetesObject;
  readonly places: readonly PatchedPlace[];
}

/**
 * One place that a patch changed: `after` undefined where something is gone, with its path before; `before` undefined
 * where it is new.
 */
export interface PatchedPlace {
  readonly path: readonly PathStep[];
  readonly before?: Json;
  readonly after?: Json;
}

/** The position of the node at `path` in the manifest, or of its nearest parent that exists. */
export function positionOf(manifest: Manifest, path: readonly PathStep[]): Position {
  for (let length = path.length; length > 0; length -= 1) {
    const node = nodeAt(manifest.document.root, path.slice(0, length));
    if (node) return positionAtOffset(manifest, node.start);
  }
  return manifest.position;
}

/** The position of an offset in the manifest's text. */
export function positionAtOffset(
  manifest: Placed & { readonly document: YamlDocument },
  offset: number,
): Position {
  const position = positionAt(manifest.source, manifest.document.text, offset);
  return { ...position, line: sourceLineOf(manifest, position.line - 1) };
}

/** The source line, from 1, of a line of the manifest's text, counted from 0. */
export function sourceLineOf(manifest: Placed, line: number): number {
  return manifest.lines?.[line] ?? manifest.firstLine + line;
}
