// Objects of the Prometheus operator: where they are, the labels that a Prometheus finds them by, how often it asks.
// https://prometheus-operator.dev/docs/api-reference/api/

import { listField, stringField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import { isAmong } from "../plan/lookup.ts";
import {
  call,
  dot,
  type Expression,
  type Fragment,
  literal,
  output,
  quoted,
  text,
  value,
} from "../template/expression.ts";
import { entryOf, nodeAt, type PathStep } from "../yaml/tree.ts";
import {
  appendEntries,
  columnOf,
  isFilledMapping,
  newLine,
  replaceRange,
  withScalar,
} from "./block-edits.ts";
import { labelMap } from "./field-schemas.ts";
import {
  combine,
  includeHelper,
  type Transform,
  type TransformContext,
  type Transformed,
} from "./transform-context.ts";
import type { Value } from "./value.ts";

const reason = "monitoring";
const namespacePath = ["monitoring", "namespace"];
const intervalPath = ["monitoring", "interval"];

/** Kinds with endpoints, which have an interval each. */
const endpointLists: Readonly<Record<string, string>> = {
  ServiceMonitor: "endpoints",
  PodMonitor: "podMetricsEndpoints",
};

/** Exposes a monitor or its rules. */
export const monitors: Transform = (manifest, context) => {
  if (!isAmong(context.set.operator.monitors, manifest)) return {};
  return combine([
    { labels: [{ map: ["monitoring", "labels"] }], values: [labels] },
    placed(manifest, context),
    ...intervals(manifest),
  ]);
};

const labels: Value = {
  path: ["monitoring", "labels"],
  default: {},
  description: "More labels of them, for a Prometheus that looks for some.",
  schema: labelMap,
};

/** Another namespace than the operator's; a monitor then says where the operator is. */
function placed(manifest: Manifest, { chart, set }: TransformContext): Transformed {
  const { root, text: source } = manifest.document;
  const node = nodeAt(root, ["metadata", "namespace"]);
  const own = set.operator.sourceNamespace;
  const { namespace } = manifest.reference;
  if (!node || namespace === undefined) return {};
  const operatorNamespace = includeHelper(chart, "namespace");
  const preset = namespace === own ? operatorNamespace : literal(namespace);
  const spec = nodeAt(root, ["spec"]);
  const selects = endpointLists[manifest.object.kind] !== undefined && namespace === own;
  const selector =
    selects && isFilledMapping(spec) && !entryOf(spec, "namespaceSelector")
      ? [
          appendEntries(
            source,
            spec,
            ownNamespaceOnly(columnOf(source, spec.start), operatorNamespace),
            reason,
          ),
        ]
      : [];
  return {
    edits: [
      replaceRange(node, [output(quoted(call("default", preset, value(...namespacePath))))], reason),
      ...selector,
    ],
    values: [
      {
        path: namespacePath,
        default: "",
        description: "Namespace of them, for a Prometheus that looks in some only; empty for the source's.",
        schema: { type: "string" },
      },
    ],
  };
}

function ownNamespaceOnly(column: number, namespace: Expression): readonly Fragment[] {
  return [
    newLine(column),
    { kind: "if", expression: value(...namespacePath) },
    newLine(column),
    text("namespaceSelector:"),
    newLine(column + 2),
    text("matchNames:"),
    newLine(column + 4),
    text("- "),
    output(quoted(namespace)),
    newLine(column),
    { kind: "end" },
  ];
}

function intervals(manifest: Manifest): readonly Transformed[] {
  const { root, text: source } = manifest.document;
  const list = endpointLists[manifest.object.kind];
  const places: readonly (readonly PathStep[])[] = list
    ? listField(manifest.object, "spec", list).map((_, index) => ["spec", list, index])
    : manifest.object.kind === "Probe"
      ? [["spec"]]
      : [];
  return places.flatMap((path): readonly Transformed[] => {
    const endpoint = nodeAt(root, path);
    if (!isFilledMapping(endpoint)) return [];
    const preset = stringField(manifest.object, ...path, "interval");
    const node = nodeAt(endpoint, ["interval"]);
    const column = columnOf(source, endpoint.start);
    const edit =
      node && preset !== undefined
        ? replaceRange(
            node,
            [output(quoted(call("default", literal(preset), value(...intervalPath))))],
            reason,
          )
        : appendEntries(
            source,
            endpoint,
            [newLine(column), ...withScalar("interval", intervalPath, column, quoted(dot))],
            reason,
          );
    return [{ edits: [edit], values: [interval] }];
  });
}

const interval: Value = {
  path: intervalPath,
  default: "",
  description: "How often metrics are asked for, such as 30s; empty for the source's.",
  schema: { type: "string" },
};
