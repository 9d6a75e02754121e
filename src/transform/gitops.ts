// What a chart says to Argo CD when the value `gitops` is on. Argo CD renders a chart and applies the objects by
// itself, in the order of their waves, each when the one before is healthy, and deletes them in the reverse order:
// https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/

import { objectField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import { itemOf } from "../plan/lookup.ts";
import type { HelperName } from "../template/helpers.ts";
import type { TransformContext } from "./transform-context.ts";
import type { Value } from "./value.ts";

/** The switch, in charts where it changes anything. */
export const gitopsValue: Value = {
  path: ["gitops"],
  default: false,
  description:
    "On for Argo CD: adds its annotations, and leaves out hooks that it would run otherwise than Helm. Off for Flux, which runs Helm.",
  schema: { type: "boolean" },
};

/** The named template with the annotations of an object. One that has such annotations of its own keeps those. */
export function annotationsHelper(manifest: Manifest, { set }: TransformContext): HelperName {
  const own = Object.keys(objectField(manifest.object.metadata, "annotations"));
  if (own.some((key) => key.startsWith("argocd.argoproj.io/sync-"))) return "annotations";
  const { crds, customResources } = set.operator;
  if (itemOf(crds, manifest)) return "crdAnnotations";
  return itemOf(customResources, manifest) ? "customResourceAnnotations" : "annotations";
}
