// ChartSetPlan → TransformedChart[]: each manifest goes through the transforms below, which give edits at
// ranges of its own text, values, and the differences that the rendering will show.

import { namespaceWordsOf } from "../classify/namespace-words.ts";
import type { Operator } from "../classify/operator.ts";
import { invariant } from "../diagnostics/internal-error.ts";
import { groupKind, jsonEqual } from "../kubernetes/object.ts";
import { type Scope, scopeOfKind } from "../kubernetes/scope.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartPlan, ChartSetPlan, PlannedTemplate } from "../plan/chart-plan.ts";
import { componentKey } from "../plan/component.ts";
import type { Edit } from "../template/edit.ts";
import { addedValues, contradictions } from "./added-values.ts";
import { certificates } from "./certificates.ts";
import type { EditedTemplate, TransformedChart } from "./chart-template.ts";
import { extraObjects } from "./chart-values.ts";
import { componentValues, misplacedSwitches } from "./component-values.ts";
import { conditions, definition } from "./conditions.ts";
import { containers } from "./containers.ts";
import { transformCrdFile } from "./crd-file.ts";
import { conversionService, crds } from "./crds.ts";
import { customResource } from "./custom-resource.ts";
import { environment } from "./environment.ts";
import { hookAnnotations } from "./hook-annotations.ts";
import { images } from "./images.ts";
import { jobs } from "./jobs.ts";
import { metadata } from "./metadata.ts";
import { monitors } from "./monitors.ts";
import { nameValues } from "./named-values.ts";
import { namespace } from "./namespace.ts";
import { objectNames } from "./object-names.ts";
import { payloads } from "./payloads.ts";
import { providerPayloads, providerReferences } from "./provider-objects.ts";
import { serviceAccounts } from "./service-accounts.ts";
import { sourceFields } from "./source-fields.ts";
import { takenPaths } from "./taken-paths.ts";
import { textEndings } from "./text-endings.ts";
import { combine, type Transform, type TransformContext, type Transformed } from "./transform-context.ts";
import { unrenderableText } from "./unrenderable-text.ts";
import type { Value } from "./value.ts";
import { webhooks } from "./webhooks.ts";
import { workloads } from "./workloads.ts";

/**
 * In this order, because a later one sees the edits of the earlier ones, of which `sourceFields` and `hookAnnotations` come first:
 * what is taken out is not searched; words inside texts come before the fields that hold those texts; deeper places come before shallower ones,
 * since additions at one offset keep their order.
 */
const transforms: readonly Transform[] = [
  customResource,
  conversionService,
  monitors,
  namespace,
  providerReferences,
  objectNames,
  serviceAccounts,
  images,
  environment,
  containers,
  workloads,
  payloads,
  webhooks,
  certificates,
  crds,
  jobs,
];

/** Applies the transforms to every manifest of every chart. */
export function transform(set: ChartSetPlan): readonly TransformedChart[] {
  const namespaceWords = namespaceWordsOf(set.operator);
  const scopeOf = scopes(set.operator);
  return set.charts.map((chart) => transformChart({ set, chart, namespaceWords, scopeOf }));
}

function transformChart(context: TransformContext): TransformedChart {
  const transformed = context.chart.templates.map((template) => transformManifest(template, context));
  const registered = {
    values: [extraObjects, ...transformed.flatMap((one) => one.values ?? [])],
    templates: transformed.map(({ template }) => template),
  };
  const { values: valuesPlan } = context.set;
  const named = valuesPlan
    ? nameValues(valuesPlan, context.chart, registered)
    : { ...registered, diagnostics: [] };
  const { values: own, templates } = named;
  const misplaced = misplacedSwitches(context.chart, own);
  const values = misplaced.length > 0 ? own : [...componentValues(context.chart), ...own];
  const taken = valuesPlan ? [...contradictions(own, valuesPlan), ...takenPaths(values, valuesPlan)] : [];
  const diagnostics = [
    ...misplaced,
    ...named.diagnostics,
    ...taken,
    ...transformed.flatMap((one) => one.diagnostics ?? []),
  ];
  const valid = taken.length > 0 ? [] : registry(values, context);
  return { plan: context.chart, templates, values: valid, diagnostics };
}

function transformManifest(
  planned: PlannedTemplate,
  context: TransformContext,
): Transformed & { readonly template: EditedTemplate } {
  if (planned.form === "crd-file") return transformCrdFile(planned, context);
  const { manifest } = planned;
  const first = combine([sourceFields(manifest, context, []), hookAnnotations(manifest, context, [])]);
  const second = providerPayloads(manifest, context, first.edits ?? []);
  const results: Transformed[] = [first, second];
  const edits: Edit[] = [...(first.edits ?? []), ...(second.edits ?? [])];
  const removed = [
    ...(first.edits ?? []).filter(({ replacement }) => replacement.length === 0),
    ...(second.edits ?? []).filter(({ start, end }) => start < end),
  ];
  const add = (result: Transformed) => {
    // What is taken out of the text is not edited as well.
    const kept = (result.edits ?? []).filter((edit) => !removed.some((range) => isWithin(edit, range)));
    results.push({ ...result, edits: kept });
    for (const edit of kept) edits.push(edit);
  };
  for (const apply of transforms) add(apply(manifest, context, edits));
  add(metadata(manifest, context, combine(results)));
  add(
    planned.form === "named-template" ? definition(planned, context) : conditions(manifest, context, edits),
  );
  add(addedValues(manifest, context, edits));
  add(textEndings(manifest, context, edits));
  add(unrenderableText(manifest, combine(results).values ?? []));
  const { values, diagnostics = [], differences } = combine(results);
  return {
    template: { ...planned, edits, differences: differences ?? [] },
    ...(values ? { values } : {}),
    ...(diagnostics ? { diagnostics } : {}),
  };
}

function isWithin(edit: Edit, range: Edit): boolean {
  return edit.start === edit.end
    ? edit.start > range.start && edit.end < range.end
    : edit.start >= range.start && edit.end <= range.end;
}

/** One entry for each path. Several manifests may register one value (`crds.keep`), if they say the same. */
function registry(values: readonly Value[], context: TransformContext): readonly Value[] {
  const byPath = new Map<string, Value>();
  for (const entry of values) {
    const key = entry.path.join("\0");
    const known = byPath.get(key);
    if (!known) byPath.set(key, entry);
    else {
      const same = known.role === entry.role && jsonEqual(known.default ?? null, entry.default ?? null);
      invariant(same, `two values of different defaults are called ${entry.path.join(".")}`);
    }
  }
  return orderValues([...byPath.values()], context.chart);
}

/** What people set most comes first: the CR, then the workloads; what they seldom need comes last. */
export function orderValues(values: readonly Value[], chart: ChartPlan): readonly Value[] {
  const first = [
    "provider",
    "providerConfigs",
    "providerSecrets",
    "global",
    "customResource",
    "customResources",
    ...chart.customResources.map(({ specPath }) => specPath[0] ?? ""),
  ];
  const last = [
    "configMaps",
    "secrets",
    "serviceAccounts",
    "rbac",
    "webhooks",
    "certificates",
    "monitoring",
    "networkPolicies",
    "priorityClasses",
    "storageClasses",
    "namespaces",
    "crds",
  ];
  const end = [
    "gitops",
    "namespaceOverride",
    "createNamespace",
    "commonLabels",
    "commonAnnotations",
    "extraObjects",
    "preflight",
  ];
  const middle = chart.blocks.map(({ path }) => path[0] ?? "");
  const components = chart.components.flatMap((component) => [
    componentKey(component),
    component.condition[0] ?? "",
  ]);
  const order = [...first, ...middle, ...components, ...last, ...end];
  const ranks = new Map(order.map((key, rank): [string, number] => [key, rank]).toReversed());
  const added = first.length + middle.length - 0.5;
  const rank = ({ path: [key = ""], renamedFrom: [oldKey = key] = [], addedBy }: Value) =>
    ranks.get(oldKey) ?? ranks.get(key) ?? (addedBy ? added : -1);
  return values.toSorted((a, b) => rank(a) - rank(b) || fieldRank(a) - fieldRank(b));
}

/** Within a workload's block: what runs, how much of it, where; its further containers come last. */
const fieldOrder = [
  "image",
  "images",
  "imagePullSecrets",
  "replicas",
  "env",
  "extraArgs",
  "resources",
  "nodeSelector",
  "tolerations",
  "affinity",
  "topologySpreadConstraints",
  "priorityClassName",
  "strategy",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "securityContext",
  "podSecurityContext",
  "podLabels",
  "podAnnotations",
  "extraVolumes",
  "extraVolumeMounts",
  "serviceAccount",
];

function fieldRank({ path, renamedFrom, addedBy }: Value): number {
  const [, key] = renamedFrom ?? path;
  if (key === undefined) return -1;
  if (addedBy) return fieldOrder.length - 0.5;
  return key === "containers" ? fieldOrder.length : fieldOrder.indexOf(key);
}

function scopes(operator: Operator): (manifest: Manifest) => Scope | undefined {
  const ofCrds = new Map(operator.crds.map(({ group, kind, scope }) => [`${group}/${kind}`, scope]));
  return ({ reference }) => ofCrds.get(groupKind(reference)) ?? scopeOfKind(reference.group, reference.kind);
}
