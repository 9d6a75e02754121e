// What a patch of the project file does, once it is read.
import type { KubernetesObject } from "../kubernetes/object.ts";

/** One operation of RFC 6902. */
export interface Operation {
  readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test";
  readonly path: readonly string[];
  readonly from?: readonly string[];
  readonly value?: unknown;
}

/** What a patch does. */
export type PatchContent =
  | { readonly kind: "merge"; readonly objects: readonly KubernetesObject[] }
  | { readonly kind: "operations"; readonly operations: readonly Operation[] };

/** A patch that cannot be read, or does not fit an object: thrown inside of this room only. */
export class PatchFault extends Error {
  override readonly name = "PatchFault";
  readonly found: string;
  readonly expected: string;

  constructor(message: string, found: string, expected: string) {
    super(message);
    this.found = found;
    this.expected = expected;
  }
}
