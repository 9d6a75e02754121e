// Objects of APIs that Kubernetes has removed: no current cluster takes them, whatever brings them.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { removedApi } from "../kubernetes/removed-apis.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";

/** A warning for each of `manifests` in such an API. Older clusters take them, so that they are no errors. */
export function checkRemovedApis(manifests: readonly Manifest[]): readonly Diagnostic[] {
  return manifests.flatMap((manifest): readonly Diagnostic[] => {
    const { apiVersion, kind } = manifest.object;
    const removed = removedApi(manifest.object);
    if (!removed) return [];
    const { since, successor } = removed;
    return [
      {
        severity: "warning",
        code: "classify/removed-api",
        message: `Kubernetes ${since} removed ${kind} in ${apiVersion}: newer clusters refuse the object.`,
        position: positionOf(manifest, ["apiVersion"]),
        expected: successor ?? "no object of this kind: nothing took its place",
        ...(successor
          ? {
              hint: `Write it in ${successor}${kind === "CustomResourceDefinition" ? ": a current controller-gen does" : ""}.`,
            }
          : {}),
      },
    ];
  });
}
