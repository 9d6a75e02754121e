// The same object twice among the sources.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatPosition } from "../diagnostics/position.ts";
import { formatReference, jsonEqual, objectKey } from "../kubernetes/object.ts";
import type { Manifest } from "./manifest.ts";

/**
 * The manifests, each object once. Equal definitions are one, with a warning; others are an error. Objects
 * without a namespace are in `ownNamespace` once that is known: `kubectl -n` puts them there.
 */
export function withoutRepeats(
  manifests: readonly Manifest[],
  ownNamespace: string | undefined,
  diagnostics: Diagnostic[],
): readonly Manifest[] {
  const kept = new Map<string, Manifest>();
  for (const manifest of manifests) {
    const { reference } = manifest;
    const key = objectKey({ ...reference, namespace: reference.namespace ?? ownNamespace ?? "" });
    const first = kept.get(key);
    if (!first) {
      kept.set(key, manifest);
      continue;
    }
    const equal = jsonEqual(placed(first), placed(manifest));
    diagnostics.push({
      severity: equal ? "warning" : "error",
      code: equal ? "parse/duplicate-object" : "parse/conflicting-object",
      message: `${formatReference(manifest.reference)} is defined twice${equal ? "; the second is left out" : " with different content"}.`,
      position: manifest.position,
      notes: [{ message: "first defined here", position: first.position }],
      ...(equal
        ? {}
        : {
            found: `two definitions, ${formatPosition(first.position)} and ${formatPosition(manifest.position)}`,
            expected: "each object once",
            hint: "Give one of the files, or take one of the definitions out.",
          }),
    });
  }
  return [...kept.values()];
}

/** The object with the namespace that it ends up in told apart from its content. */
function placed({ object }: Manifest): unknown {
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
