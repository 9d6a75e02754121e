// The fields of a workload and its Pods that values set.

import { field, isObject, objectField } from "../kubernetes/object.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import type { WorkloadBlock } from "../plan/chart-plan.ts";
import { workloadBlockOf } from "../plan/lookup.ts";
import { type Edit, isEdited } from "../template/edit.ts";
import { entryOf, type MappingNode, nodeAt, type PathStep } from "../yaml/tree.ts";
import { appendEntries, columnOf, isFilledMapping, newLine, replaceEntry, withValue } from "./block-edits.ts";
import type { Difference } from "./chart-template.ts";
import { exposeList, exposeMap, type FieldPlace, type FieldSpec } from "./fields.ts";
import { fileVolumes } from "./file-mounts.ts";
import { moreEntries } from "./merged-metadata.ts";
import { podPullSecrets } from "./pull-secrets.ts";
import { exposeInteger, exposeString } from "./scalar-fields.ts";
import { checkedAnnotations, usesSettings } from "./settings-checksum.ts";
import { combine, type Transform, type TransformContext, type Transformed } from "./transform-context.ts";
import type { Value } from "./value.ts";

const podFields: readonly FieldSpec[] = [
  {
    key: "nodeSelector",
    type: "object",
    words: "Labels of the nodes that the Pods may run on.",
    schema: { type: "object", additionalProperties: { type: ["string", "null"] } },
  },
  { key: "tolerations", type: "array", words: "Taints that the Pods tolerate." },
  { key: "affinity", type: "object", words: "Affinity of the Pods." },
];

/** A DaemonSet has its Pods spread by itself. */
const spread: FieldSpec = {
  key: "topologySpreadConstraints",
  type: "array",
  words: "How the Pods are spread over the cluster.",
};

/** Where a kind keeps its update strategy; a Job and a bare Pod have none. */
const strategies: Readonly<Record<string, string>> = {
  Deployment: "strategy",
  DaemonSet: "updateStrategy",
  StatefulSet: "updateStrategy",
};

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
  const strategy = strategies[workload.kind];
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
    ...(strategy
      ? [
          exposeMap(place, { key: strategy, type: "object", words: "How Pods are replaced at an update." }, [
            ...path,
            "strategy",
          ]),
        ]
      : []),
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
      items: { type: "object", required: ["name"] },
      mergeKey: "name",
      ...fileVolumes(block, context, [...path, "extraVolumes"]),
    }),
    podPullSecrets(place, [...path, "imagePullSecrets"]),
    exposeMap(place, { key: "securityContext", type: "object", words: "Security context of the Pods." }, [
      ...path,
      "podSecurityContext",
    ]),
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
    schema: { type: "object", additionalProperties: { type: "string" } },
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
      : exposeAnnotations(place, [...path, "podAnnotations"]),
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
function exposeAnnotations(place: FieldPlace, path: readonly string[]): Transformed {
  const { manifest, parent, earlier } = place;
  const entry = entryOf(parent, "annotations");
  const words = "Annotations of the Pods.";
  const isMixed = entry !== undefined && isFilledMapping(entry.value) && isEdited(entry, earlier);
  if (!isMixed)
    return withStringValues(exposeMap(place, { key: "annotations", type: "object", words }, path));
  const own = Object.keys(objectField(manifest.object, ...place.path, "annotations"));
  const mapping = entry.value as MappingNode;
  const { text: source } = manifest.document;
  return {
    edits: [
      appendEntries(
        source,
        mapping,
        moreEntries(path, own, columnOf(source, mapping.start)),
        "pod annotations",
      ),
    ],
    values: [
      {
        path,
        default: {},
        description: "More annotations of the Pods; those of the operator stay.",
        schema: { type: "object", additionalProperties: { type: "string" } },
        position: positionOf(manifest, [...place.path, "annotations"]),
      },
    ],
  };
}

function withStringValues(transformed: Transformed): Transformed {
  const schema = { type: "object", additionalProperties: { type: "string" } };
  return { ...transformed, values: (transformed.values ?? []).map((entry) => ({ ...entry, schema })) };
}
