// What the emitted files of one chart keep asking for, looked up once.

import { once } from "../classify/once.ts";
import type { CustomResourceDefinition, Operator, Workload } from "../classify/operator.ts";
import { objectField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartPlan, ChartSetPlan, CustomResourceBlock } from "../plan/chart-plan.ts";
import { itemOf } from "../plan/lookup.ts";
import type { Value } from "../transform/value.ts";

/** One chart with its neighbours and values. */
export interface ChartFacts {
  readonly set: ChartSetPlan;
  readonly chart: ChartPlan;
  readonly operator: Operator;
  readonly values: readonly Value[];
  /** The other charts of the set that are installed before this one, and after it. */
  readonly before: readonly ChartPlan[];
  readonly after: readonly ChartPlan[];
  /** The chart that holds the CRDs, where it is another one. */
  readonly crdChart: ChartPlan | undefined;
  /** The chart that holds the operator, where it is another one. */
  readonly operatorChart: ChartPlan | undefined;
  /** The manifests in this chart, in the source's order. */
  readonly manifests: readonly Manifest[];
  readonly crds: readonly CustomResourceDefinition[];
  readonly workloads: readonly Workload[];
  /** The namespace to show in commands that are not rendered: the source's own. */
  readonly namespace: string;
}

/** Looks up the facts of `chart`. */
export function chartFacts(set: ChartSetPlan, chart: ChartPlan, values: readonly Value[]): ChartFacts {
  const { operator } = set;
  const inChart = new Set(chart.templates.map(({ manifest }) => manifest));
  return {
    set,
    chart,
    operator,
    values,
    before: set.charts.slice(0, set.charts.indexOf(chart)),
    after: set.charts.slice(set.charts.indexOf(chart) + 1),
    crdChart: set.charts.find((other) => other !== chart && holdsCrds(other, operator)),
    operatorChart: set.charts.find((other) => other !== chart && other.blocks.length > 0),
    manifests: operator.manifests.filter((manifest) => inChart.has(manifest)),
    crds: operator.crds.filter(({ manifest }) => inChart.has(manifest)),
    workloads: operator.workloads.filter(({ manifest }) => inChart.has(manifest)),
    namespace: operator.sourceNamespace ?? set.name,
  };
}

/** Whether CRDs are among the chart's templates. */
export function holdsCrds(chart: ChartPlan, { crds }: Operator): boolean {
  return chart.templates.some(({ manifest }) => itemOf(crds, manifest) !== undefined);
}

/** Whether the chart has its CRDs in a subchart. */
export function hasCrdSubchart({ templates }: ChartPlan): boolean {
  return templates.some(({ form }) => form === "crd-file");
}

/** Whether a Job of the chart applies its CRs. */
export function appliesCustomResources({ templates }: ChartPlan): boolean {
  return templates.some(({ form }) => form === "named-template");
}

/** Whether the chart has the value `gitops`: something that Argo CD would order or run otherwise than Helm. */
export function hasGitops(chart: ChartPlan, operator: Operator): boolean {
  return rendersCrds(chart, operator) || chart.customResources.length > 0 || hasUninstallHooks(chart);
}

/** Whether the CRDs are templates of the chart itself. */
export function rendersCrds(chart: ChartPlan, operator: Operator): boolean {
  return holdsCrds(chart, operator) && !hasCrdSubchart(chart);
}

/** The CRs that the first install leaves out. */
export function laterCustomResources({ customResources }: ChartPlan): readonly CustomResourceBlock[] {
  return customResources.filter(({ createByDefault }) => !createByDefault);
}

/** Whether one can choose what the uninstall runs. */
export function hasUninstallHooks({ uninstall }: ChartPlan): boolean {
  return uninstall !== undefined && uninstall.strategies.length > 1;
}

/** What a chart holds, in words: `the CRDs`, `the operator and the KubeVirt`. */
export function contentsOf(chart: ChartPlan, operator: Operator): string {
  const parts = [
    ...(holdsCrds(chart, operator) ? ["the CRDs"] : []),
    ...(chart.role === "crds" || chart.role === "custom-resource" ? [] : ["the operator"]),
    ...(chart.customResources.length > 0 ? [customResourceKinds(chart.customResources)] : []),
  ];
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** The setting at `path`, if the chart has it. */
export function valueAt(values: readonly Value[], path: readonly string[]): Value | undefined {
  return settingsByPath(values).get(path.join("\0"));
}

/** The words of the section or the tree at `path`; empty where there is none. */
export function sectionDescription(values: readonly Value[], path: readonly string[]): string {
  return sectionsByPath(values).get(path.join("\0"))?.description ?? "";
}

const settingsByPath = once((values: readonly Value[]) =>
  byPath(values.filter(({ role }) => role !== "section")),
);
const sectionsByPath = once((values: readonly Value[]) =>
  byPath(values.filter(({ role }) => role !== undefined)),
);

/** The first of several at one path. */
function byPath(values: readonly Value[]): ReadonlyMap<string, Value> {
  return new Map(values.toReversed().map((value) => [value.path.join("\0"), value]));
}

/** Whether `manifest` follows the release's namespace. */
export function isInOwnNamespace(operator: Operator, manifest: Manifest): boolean {
  const { namespace } = manifest.reference;
  return namespace === undefined || namespace === operator.sourceNamespace;
}

/** Whether a CR's object lives in a namespace at all. */
export function isNamespaced({ customResource }: CustomResourceBlock): boolean {
  return customResource.crd.scope === "Namespaced";
}

/** The first is the API server's own; the second names the tool that made the source's object. */
const notOfTheNamespace = new Set(["kubernetes.io/metadata.name", "app.kubernetes.io/managed-by"]);

/** The labels and annotations that the source puts on the operator's own namespace. */
export function ownNamespaceMetadata(operator: Operator): {
  readonly labels: readonly (readonly [string, string])[];
  readonly annotations: readonly (readonly [string, string])[];
} {
  const own = operator.namespaces.filter((namespace) => namespace.own);
  const entries = (field: "labels" | "annotations") =>
    own.flatMap(({ manifest }) =>
      Object.entries(objectField(manifest.object.metadata, field)).flatMap(([key, value]) =>
        notOfTheNamespace.has(key) ? [] : [[key, String(value ?? "")] as const],
      ),
    );
  return { labels: entries("labels"), annotations: entries("annotations") };
}

/** `kubevirts.kubevirt.io`: what kubectl takes for a CR's kind without a doubt. */
export function resourceName(crd: CustomResourceDefinition): string {
  return `${crd.plural}.${crd.group}`;
}

/** `the KubeVirt`, `the Anvil and the Forge`: the CRs by their kinds. */
export function customResourceKinds(blocks: readonly CustomResourceBlock[]): string {
  const kinds = [...new Set(blocks.map(({ customResource }) => `the ${customResource.crd.kind}`))];
  return kinds.length < 2 ? (kinds[0] ?? "") : `${kinds.slice(0, -1).join(", ")} and ${kinds.at(-1)}`;
}
