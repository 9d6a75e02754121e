// The fields of a workload and its Pods that values set.

import {
  affinity,
  nodeSelector,
  podSecurityContext,
  strategies,
  tolerations,
  topologySpreadConstraints,
  volume,
} from "../kubernetes/field-schemas.ts";
import { field, isObject, objectField } from "../kubernetes/object.ts";
import type { WorkloadKind } from "../kubernetes/pod-spec.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import type { WorkloadBlock } from "../plan/chart-plan.ts";
import { workloadBlockOf } from "../plan/lookup.ts";
import { type Edit, isEdited } from "../template/edit.ts";
import { entryOf, type MappingNode, nodeAt, type PathStep } from "../yaml/tree.ts";
import { appendEntries, columnOf, isFilledMapping, newLine, replaceEntry, withValue } from "./block-edits.ts";
import type { Difference } from "./chart-template.ts";
import { labelMap, textMap } from "./field-schemas.ts";
import { exposeList, exposeMap, type FieldPlace, type FieldSpec } from "./fields.ts";
import { fileVolumes } from "./file-mounts.ts";
import { moreEntries } from "./merged-metadata.ts";
import { podPullSecrets } from "./pull-secrets.ts";
import { exposeInteger, exposeString } from "./scalar-fields.ts";
import { checkedAnnotations, usesSettings } from "./settings-checksum.ts";
import {
  combine,
  includeHelper,
  type Transform,
  type TransformContext,
  type Transformed,
} from "./transform-context.ts";
import type { Value } from "./value.ts";

const podFields: readonly FieldSpec[] = [
  {
    key: "nodeSelector",
    words: "Labels of the nodes that the Pods may run on.",
    schema: nodeSelector,
  },
  { key: "tolerations", words: "Taints that the Pods tolerate.", schema: tolerations },
  { key: "affinity", words: "Affinity of the Pods.", schema: affinity },
];

/** A DaemonSet has its Pods spread by itself. */
const spread: FieldSpec = {
  key: "topologySpreadConstraints",
  words: "How the Pods are spread over the cluster.",
  schema: topologySpreadConstraints,
};

/** Where a kind keeps how it replaces its Pods; a Job and a bare Pod do not. */
function strategyOf(kind: WorkloadKind): FieldSpec | undefined {
  const schema = strategies[kind];
  const key = kind === "Deployment" ? "strategy" : "updateStrategy";
  return schema && { key, words: "How Pods are replaced at an update.", schema };
}

const scaled = new Set(["Deployment", "StatefulSet", "ReplicaSet"]);

/** Exposes a workload; the deepest parts come first, since lines are added behind them at the same offsets. */
export const workloads: Transform = (manifest, context, earlier) => {
  const block = workloadBlockOf(context.chart, manifest);
  if (!block) return {};
  return combine([
    { values: [sectionOf(manifest, block)] },
    exposeWorkload(manifest, block, earlier),
    exposePodMetadata(manifest, block, earlier, context),
    exposePodSpec(manifest, block, earlier, context),
  ]);
};

function sectionOf(manifest: Manifest, { workload, path }: WorkloadBlock): Value {
  return {
    path,
    role: "section",
    description: `${workload.kind} "${workload.name}".`,
    schema: {},
    position: manifest.position,
  };
}

function placeOf(
  manifest: Manifest,
  path: readonly PathStep[],
  earlier: readonly Edit[],
): FieldPlace | undefined {
  const parent = nodeAt(manifest.document.root, path);
  return isFilledMapping(parent) ? { manifest, parent, path, earlier } : undefined;
}

function exposeWorkload(
  manifest: Manifest,
  { workload, path }: WorkloadBlock,
  earlier: readonly Edit[],
): Transformed {
  const place = placeOf(manifest, ["spec"], earlier);
  if (!place) return {};
  const strategy = strategyOf(workload.kind);
  return combine([
    ...(scaled.has(workload.kind)
      ? [
          exposeInteger(
            place,
            "replicas",
            [...path, "replicas"],
            "Number of Pods; null leaves it to an autoscaler.",
            1,
          ),
        ]
      : []),
    ...(strategy ? [exposeMap(place, strategy, [...path, "strategy"])] : []),
  ]);
}

function exposePodSpec(
  manifest: Manifest,
  block: WorkloadBlock,
  earlier: readonly Edit[],
  context: TransformContext,
): Transformed {
  const { workload, path } = block;
  const place = placeOf(manifest, workload.podSpecPath, earlier);
  if (!place) return {};
  const isSpread = workload.kind !== "DaemonSet" || entryOf(place.parent, spread.key) !== undefined;
  return combine([
    exposeList(place, {
      key: "volumes",
      value: [...path, "extraVolumes"],
      words: "More volumes.",
      items: volume,
      mergeKey: "name",
      ...fileVolumes(block, context, [...path, "extraVolumes"]),
    }),
    podPullSecrets(place, [...path, "imagePullSecrets"]),
    exposeMap(
      place,
      { key: "securityContext", words: "Security context of the Pods.", schema: podSecurityContext },
      [...path, "podSecurityContext"],
    ),
    ...[...podFields, ...(isSpread ? [spread] : [])].map((spec) =>
      exposeMap(place, spec, [...path, spec.key]),
    ),
    exposeString(place, "priorityClassName", [...path, "priorityClassName"], "Priority class of the Pods."),
  ]);
}

function exposePodMetadata(
  manifest: Manifest,
  block: WorkloadBlock,
  earlier: readonly Edit[],
  context: TransformContext,
): Transformed {
  const { workload, path } = block;
  const templatePath = workload.podSpecPath.slice(0, -1);
  const template = nodeAt(manifest.document.root, templatePath);
  if (workload.kind === "Pod" || !isFilledMapping(template)) return {};
  const metadataPath = [...templatePath, "metadata"];
  const labels: Value = {
    path: [...path, "podLabels"],
    default: {},
    description: "More labels of the Pods; those of the operator stay.",
    schema: labelMap,
  };
  const metadata = nodeAt(template, ["metadata"]);
  if (!isFilledMapping(metadata)) return {};
  const place: FieldPlace = { manifest, parent: metadata, path: metadataPath, earlier };
  return combine([
    {
      edits: addLabels(manifest, metadata, metadataPath, labels.path),
      differences: emptyLabels(manifest, metadataPath),
      values: [labels],
    },
    usesSettings(block, context)
      ? checkedAnnotations(place, [...path, "podAnnotations"], context)
      : exposeAnnotations(place, [...path, "podAnnotations"], context),
  ]);
}

/** An empty map of labels says nothing, and goes where nothing is added to it. */
function emptyLabels(manifest: Manifest, metadataPath: readonly PathStep[]): readonly Difference[] {
  const path = [...metadataPath, "labels"];
  const source = field(manifest.object, ...path);
  const isEmpty = source === null || (isObject(source) && Object.keys(source).length === 0);
  return isEmpty ? [{ path, source, reason: "an empty map of labels says nothing" }] : [];
}

function addLabels(
  manifest: Manifest,
  metadata: MappingNode,
  metadataPath: readonly PathStep[],
  path: readonly string[],
): readonly Edit[] {
  const { text: source } = manifest.document;
  const reason = "pod labels";
  const entry = entryOf(metadata, "labels");
  const column = columnOf(source, metadata.start);
  if (!isFilledMapping(entry?.value)) {
    const lines = withValue("labels", path, column);
    if (entry) return replaceEntry(source, entry, lines, reason);
    return [appendEntries(source, metadata, [newLine(column), ...lines], reason)];
  }
  const own = Object.keys(objectField(manifest.object, ...metadataPath, "labels"));
  return [
    appendEntries(source, entry.value, moreEntries(path, own, columnOf(source, entry.value.start)), reason),
  ];
}

/** Annotations are values like any map; one that carries an expression keeps all of them in the template. */
function exposeAnnotations(
  place: FieldPlace,
  path: readonly string[],
  { chart }: TransformContext,
): Transformed {
  const { manifest, parent, earlier } = place;
  const entry = entryOf(parent, "annotations");
  const words = "Annotations of the Pods.";
  const isMixed = entry !== undefined && isFilledMapping(entry.value) && isEdited(entry, earlier);
  // Any text may be there, one that Helm would change too.
  const print = includeHelper(chart, "block");
  if (!isMixed) {
    return asTexts(exposeMap(place, { key: "annotations", words, schema: { type: "object" }, print }, path));
  }
  const own = Object.keys(objectField(manifest.object, ...place.path, "annotations"));
  const mapping = entry.value as MappingNode;
  const { text: source } = manifest.document;
  return {
    edits: [
      appendEntries(
        source,
        mapping,
        moreEntries(path, own, columnOf(source, mapping.start), print),
        "pod annotations",
      ),
    ],
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

function asTexts(transformed: Transformed): Transformed {
  return {
    ...transformed,
    values: (transformed.values ?? []).map((entry) => ({ ...entry, schema: textMap })),
  };
}
