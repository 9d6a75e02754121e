// Annotations for Helm that kubectl takes no notice of, on objects for which Helm would do something else than what the
// manifest says: hooks that are none (plan/source-hooks.ts says which are), and objects that outlive the release.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hookKeys } from "../kubernetes/helm-hooks.ts";
import { field, type Json, stringField } from "../kubernetes/object.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import type { Hook } from "../plan/chart-plan.ts";
import { itemOf } from "../plan/lookup.ts";
import { entryOf, nodeAt, type PathStep } from "../yaml/tree.ts";
import { removeEntry } from "./block-edits.ts";
import type { Difference } from "./chart-template.ts";
import type { Transform } from "./transform-context.ts";

const noHooks: readonly Hook[] = [];
const reason = "hook annotations";
const path: readonly PathStep[] = ["metadata", "annotations"];

/** Takes hook annotations out, but for those of hooks that stay, and tells of what an uninstall leaves behind. */
export const hookAnnotations: Transform = (manifest, { chart, set }) => {
  const kept = itemOf(set.operator.crds, manifest) ? [] : keptObject(manifest);
  if (itemOf(chart.jobs?.sourceHooks ?? noHooks, manifest)) return { diagnostics: kept };
  const annotations = nodeAt(manifest.document.root, path);
  const entries = hookKeys(manifest.object).flatMap((key) => entryOf(annotations, key) ?? []);
  const [first] = entries;
  if (!first) return { diagnostics: kept };
  const isHook = itemOf(chart.jobs?.hooks ?? noHooks, manifest) !== undefined;
  return {
    edits: entries.map((entry) => removeEntry(manifest.document.text, entry, reason)),
    leftOutAnnotations: entries.map(({ key }) => key),
    // Of those that a hook of the chart has, transform/jobs.ts says what they become.
    differences: isHook ? [] : entries.map(({ key }) => leftOut(key, field(manifest.object, ...path, key))),
    diagnostics: [
      ...kept,
      {
        severity: "info",
        code: "transform/hook-annotation",
        message: "Annotations for hooks of Helm are left out.",
        position: positionOf(manifest, [...path, first.key]),
        found: entries
          .map(({ key }) => `${key}: ${JSON.stringify(field(manifest.object, ...path, key))}`)
          .join(", "),
        expected: "hooks that are a Job or what a Job names, at events that Helm knows",
        hint: "kubectl takes no notice of them; with them the object would be no part of the release.",
      },
    ],
  };
};

function leftOut(key: string, source: Json | undefined): Difference {
  const why = "the object is part of the release, and no hook of Helm";
  return { path: [...path, key], ...(source === undefined ? {} : { source }), reason: why };
}

/**
 * An object that Helm does not delete, by the author's word: it may hold what nobody can make again.
 * https://helm.sh/docs/howto/charts_tips_and_tricks/#tell-helm-not-to-uninstall-a-resource
 */
function keptObject(manifest: Manifest): readonly Diagnostic[] {
  const key = "helm.sh/resource-policy";
  if (
    stringField(manifest.object, ...path, key)
      ?.trim()
      .toLowerCase() !== "keep"
  )
    return [];
  return [
    {
      severity: "info",
      code: "transform/resource-policy",
      message: "An object stays when the release is uninstalled, by its own annotation.",
      position: positionOf(manifest, [...path, key]),
      found: `${key}: keep`,
    },
  ];
}
