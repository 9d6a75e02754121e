// The fields of a container that values set: resources, security context, probes, more arguments and mounts.

import { probe, resources, securityContext, text, volumeMount } from "../kubernetes/field-schemas.ts";
import { field } from "../kubernetes/object.ts";
import type { WorkloadKind } from "../kubernetes/pod-spec.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ContainerBlock } from "../plan/chart-plan.ts";
import { workloadBlockOf } from "../plan/lookup.ts";
import type { Edit } from "../template/edit.ts";
import { nodeAt } from "../yaml/tree.ts";
import { isFilledMapping } from "./block-edits.ts";
import { exposeList, exposeMap, type FieldSpec, type ListSpec } from "./fields.ts";
import { fileVolumeMounts } from "./file-mounts.ts";
import { combine, type Transform, type Transformed } from "./transform-context.ts";
import type { Value } from "./value.ts";

const fields: readonly FieldSpec[] = [
  { key: "resources", words: "Compute resources of the container.", schema: resources },
  { key: "securityContext", words: "Security context of the container.", schema: securityContext },
];

const probes: readonly FieldSpec[] = [
  { key: "livenessProbe", words: "When the container is restarted.", schema: probe },
  { key: "readinessProbe", words: "When the container receives traffic.", schema: probe },
];

/** Seldom of use: values only where the source has them. */
const startupProbe: FieldSpec = {
  key: "startupProbe",
  words: "When the container counts as started.",
  schema: probe,
};

/** Kinds whose Pods run until they are replaced; those of the others end, and nobody waits for them to be ready. */
const lasting: ReadonlySet<WorkloadKind> = new Set(["Deployment", "DaemonSet", "StatefulSet", "ReplicaSet"]);

/** Exposes the containers of a workload. */
export const containers: Transform = (manifest, context, earlier) => {
  const block = workloadBlockOf(context.chart, manifest);
  if (!block) return {};
  const isLasting = lasting.has(block.workload.kind);
  return combine(
    block.containers.map((container) =>
      exposeContainer(manifest, container, isLasting, earlier, (path) =>
        fileVolumeMounts(block, container, context, path),
      ),
    ),
  );
};

function exposeContainer(
  manifest: Manifest,
  { container, path }: ContainerBlock,
  isLasting: boolean,
  earlier: readonly Edit[],
  mountsOf: (path: readonly string[]) => Pick<ListSpec, "given">,
): Transformed {
  const node = nodeAt(manifest.document.root, container.path);
  if (!isFilledMapping(node)) return {};
  const place = { manifest, parent: node, path: container.path, earlier };
  const offered = isLasting && !container.init ? probes : [];
  const specs = [
    ...fields,
    ...[...probes, startupProbe].filter(
      (spec) => offered.includes(spec) || field(manifest.object, ...container.path, spec.key) !== undefined,
    ),
  ];
  return combine([
    ...(isNested(path) ? [{ values: [sectionOf(manifest, container, path)] }] : []),
    ...specs.map((spec) => exposeMap(place, spec, [...path, spec.key])),
    exposeList(place, {
      key: "args",
      value: [...path, "extraArgs"],
      words: "More arguments, behind the operator's own.",
      items: text,
    }),
    exposeList(place, {
      key: "volumeMounts",
      value: [...path, "extraVolumeMounts"],
      words: "More volume mounts.",
      items: volumeMount,
      mergeKey: "mountPath",
      ...mountsOf([...path, "extraVolumeMounts"]),
    }),
  ]);
}

function isNested(path: readonly string[]): boolean {
  return path.at(-2) === "containers";
}

function sectionOf(
  manifest: Manifest,
  container: ContainerBlock["container"],
  path: readonly string[],
): Value {
  const kind = container.init ? "Init container" : "Container";
  return {
    path,
    role: "section",
    description: `${kind} "${container.name}".`,
    schema: {},
    position: manifest.position,
  };
}
