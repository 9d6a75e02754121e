// Labels and annotations of every object: Helm's conventions beside the operator's own.
import { once } from "../classify/once.ts";
import { field, isObject, objectField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartPlan } from "../plan/chart-plan.ts";
import type { Edit } from "../template/edit.ts";
import { call, outputBlock, text } from "../template/expression.ts";
import { entryOf, type MappingNode, nodeAt } from "../yaml/tree.ts";
import { annotationEdits, emptyAnnotations } from "./annotations.ts";
import {
  appendEntries,
  columnOf,
  isFilledMapping,
  newLine,
  removeEntry,
  replaceRange,
} from "./block-edits.ts";
import type { Difference } from "./chart-template.ts";
import { metadataValues } from "./chart-values.ts";
import { annotationsHelper, gitopsValue } from "./gitops.ts";
import { merged, ownKeys } from "./merged-metadata.ts";
import {
  type AddedMetadata,
  includeHelper,
  type MetadataLines,
  type TransformContext,
  type Transformed,
} from "./transform-context.ts";

const reason = "metadata";

/** Labels that Helm or the chart own: the source's go, the chart's come. */
export const chartLabels: readonly string[] = ["helm.sh/chart", "app.kubernetes.io/managed-by"];

/** Labels that Helm recommends: https://helm.sh/docs/chart_best_practices/labels/ */
const recommendedLabels = [
  // A release may be called 123, which is no text without quotes.
  { key: "app.kubernetes.io/instance", template: "{{ .Release.Name | quote }}" },
  {
    key: "app.kubernetes.io/version",
    template: `{{ regexReplaceAll "[^-A-Za-z0-9_.]+" .Chart.AppVersion "_" | trunc 63 | trimAll "-_." | quote }}`,
  },
] as const;

/** The recommended labels that no object of the chart sets itself, so that none is ever set twice. */
export function addedLabels(chart: ChartPlan): (typeof recommendedLabels)[number][] {
  const taken = new Set(ownLabels(chart));
  return recommendedLabels.filter(({ key }) => !taken.has(key));
}

/** Label keys that objects of the chart's sources set, sorted. */
export function ownLabels(chart: ChartPlan): readonly string[] {
  return labelKeys(chart).filter((key) => !chartLabels.includes(key));
}

/** Annotation keys that objects of the chart's sources set, sorted. */
export function ownAnnotations(chart: ChartPlan): readonly string[] {
  return annotationKeys(chart);
}

const labelKeys = once((chart: ChartPlan) => keysOf(chart, "labels"));
const annotationKeys = once((chart: ChartPlan) => keysOf(chart, "annotations"));

function keysOf(chart: ChartPlan, map: "labels" | "annotations"): readonly string[] {
  const manifests = [...chart.templates.map(({ manifest }) => manifest), ...(chart.overlays ?? []).flat()];
  const keys = manifests.flatMap(({ object }) => Object.keys(objectField(object, "metadata", map)));
  return [...new Set(keys)].toSorted();
}

/** Adds the chart's labels, what other transforms ask for, commonLabels and commonAnnotations. */
export function metadata(
  manifest: Manifest,
  context: TransformContext,
  added: Pick<Transformed, "labels" | "annotations" | "conditionalAnnotations" | "leftOutAnnotations">,
): Transformed {
  const node = nodeAt(manifest.document.root, ["metadata"]);
  if (!isFilledMapping(node)) return {};
  const helper = annotationsHelper(manifest, context);
  const annotations = {
    helper: includeHelper(context.chart, helper),
    block: includeHelper(context.chart, "block"),
  };
  return {
    edits: [
      ...labelEdits(manifest, node, context, added.labels ?? []),
      ...annotationEdits(manifest, node, annotations, added),
    ],
    differences: [...labelDifferences(manifest, context), ...emptyAnnotations(manifest, added)],
    values: helper === "annotations" ? metadataValues : [...metadataValues, gitopsValue],
  };
}

function labelEdits(
  manifest: Manifest,
  node: MappingNode,
  { chart }: TransformContext,
  added: readonly AddedMetadata[],
): readonly Edit[] {
  const { text: source } = manifest.document;
  const entry = entryOf(node, "labels");
  const column = columnOf(source, node.start);
  const helper = includeHelper(chart, "labels");
  const own = ownKeys(manifest, "labels");
  const include = added.some(({ map }) => map) ? call("toYaml", merged(helper, added, own)) : helper;
  if (!entry || !isFilledMapping(entry.value)) {
    const lines = [text("labels:"), newLine(column + 2), outputBlock(include, column + 2)];
    return entry
      ? [replaceRange(entry, lines, reason)]
      : [appendEntries(source, node, [newLine(column), ...lines], reason)];
  }
  const inner = columnOf(source, entry.value.start);
  const [first, ...others] = entry.value.entries;
  if (!first) return [];
  // The chart's labels stand first; a label of the source that they replace goes with its line.
  const head: Edit = isChartLabel(first.key)
    ? replaceRange(first, [outputBlock(include, inner)], reason)
    : {
        start: first.start,
        end: first.start,
        replacement: [outputBlock(include, inner), newLine(inner)],
        reason,
      };
  return [
    head,
    ...others.filter(({ key }) => isChartLabel(key)).map((label) => removeEntry(source, label, reason)),
  ];
}

function isChartLabel(key: string): boolean {
  return chartLabels.includes(key);
}

/** One label or annotation as a line of its own; `printed` is the value as YAML. */
export function metadataLine(key: string, printed: string): MetadataLines {
  return (column) => [newLine(column), text(`${key}: ${printed}`)];
}

/** A version as a legal label value: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/ */
function labelValue(version: string): string {
  return version
    .replace(/[^-A-Za-z0-9_.]+/g, "_")
    .slice(0, 63)
    .replace(/^[-_.]+|[-_.]+$/g, "");
}

/**
 * What the default rendering shows beside the source: the labels, with the release named like the chart, or like the one
 * that this is part of.
 */
function labelDifferences(manifest: Manifest, { chart, set }: TransformContext): readonly Difference[] {
  const { version, appVersion } = set.metadata;
  const { release, key } = set.parent ?? { release: chart.name, key: chart.name };
  const rendered: Readonly<Record<string, string>> = {
    "helm.sh/chart": `${key}-${version}`.replaceAll("+", "_").slice(0, 63).replace(/-$/, ""),
    "app.kubernetes.io/managed-by": "Helm",
    "app.kubernetes.io/instance": release,
    "app.kubernetes.io/version": labelValue(appVersion),
  };
  const keys = [...chartLabels, ...addedLabels(chart).map(({ key }) => key)];
  const labels = field(manifest.object, "metadata", "labels");
  return keys
    .map((key): Difference => {
      const source = isObject(labels) ? labels[key] : undefined;
      const value = rendered[key] ?? "";
      return {
        path: ["metadata", "labels", key],
        ...(source === undefined ? {} : { source }),
        rendered: value,
        reason: "a label that Helm's conventions put on every object",
      };
    })
    .filter(({ source, rendered: value }) => source !== value);
}
