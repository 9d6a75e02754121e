// The annotation that restarts Pods when what the ConfigMap or a Secret of the providers holds is another.
import { objectField } from "../kubernetes/object.ts";
import { allReferences } from "../kubernetes/pod-references.ts";
import { positionOf } from "../parse/manifest.ts";
import type { WorkloadBlock } from "../plan/chart-plan.ts";
import { dot, type Fragment, include, output, text } from "../template/expression.ts";
import { settingsChecksum } from "../template/provider-settings.ts";
import { goJson, sha256Sum } from "../yaml/go-json.ts";
import { entryOf } from "../yaml/tree.ts";
import { appendEntries, columnOf, isFilledMapping, newLine, replaceEntry } from "./block-edits.ts";
import type { Difference } from "./chart-template.ts";
import { textMap } from "./field-schemas.ts";
import type { FieldPlace } from "./fields.ts";
import { moreEntries } from "./merged-metadata.ts";
import { checkedData } from "./provider-objects.ts";
import { includeHelper, type TransformContext, type Transformed } from "./transform-context.ts";

const key = "checksum/settings";
const reason = "settings checksum";

/** Whether the Pods of a workload use the ConfigMap or a Secret of the providers. */
export function usesSettings({ workload }: WorkloadBlock, { set: { providers } }: TransformContext): boolean {
  if (!providers) return false;
  const { podSpecPath, manifest } = workload;
  return allReferences(objectField(manifest.object, ...podSpecPath)).some(({ kind, name }) =>
    kind === "ConfigMap"
      ? name === providers.configMap.reference.name
      : kind === "Secret" && providers.secrets.some((secret) => secret.name === name),
  );
}

/** The annotations of such Pods: those of the source, the checksum, and more from values. */
export function checkedAnnotations(
  place: FieldPlace,
  path: readonly string[],
  { chart, set: { providers } }: TransformContext,
): Transformed {
  const { manifest, parent } = place;
  const { text: source } = manifest.document;
  const entry = entryOf(parent, "annotations");
  const own = Object.keys(objectField(manifest.object, ...place.path, "annotations"));
  const column = columnOf(source, parent.start);
  const filled = isFilledMapping(entry?.value) ? entry.value : undefined;
  const inner = filled ? columnOf(source, filled.start) : column + 2;
  const lines: readonly Fragment[] = [
    newLine(inner),
    text(`${key}: `),
    output(include(settingsChecksum(chart.name), dot)),
    ...moreEntries(path, [...own, key], inner, includeHelper(chart, "block")),
  ];
  const whole = [text("annotations:"), ...lines];
  const edits = filled
    ? [appendEntries(source, filled, lines, reason)]
    : entry
      ? replaceEntry(source, entry, whole, reason)
      : [appendEntries(source, parent, [newLine(column), ...whole], reason)];
  const difference: Difference = {
    path: [...place.path, "annotations", key],
    rendered: sha256Sum(goJson(providers ? checkedData(providers) : [])),
    reason: "restarts the Pods when their settings or secrets change",
    isDigest: true,
  };
  return {
    edits,
    differences: [difference],
    values: [
      {
        path,
        default: {},
        description: "More annotations of the Pods; those of the operator stay.",
        schema: textMap,
        position: positionOf(manifest, [...place.path, "annotations"]),
      },
    ],
  };
}
