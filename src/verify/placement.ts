// Where the parts of a chart set stand in a rendering: the set's own objects in the namespace of the release, those of a
// component there too, or in a namespace of their own, as its sources have it.
import type { ChartObject, ChartSet, ComponentChart } from "../emit/chart.ts";
import type { JsonObject } from "../kubernetes/object.ts";
import { scopeOfKind } from "../kubernetes/scope.ts";
import type { ChartSetPlan } from "../plan/chart-plan.ts";
import { withValue } from "../plan/component.ts";
import type { Difference } from "../transform/chart-template.ts";
import { elsewhere, type NamespaceMove } from "./namespace.ts";

/** One way to place a chart set. */
export interface Placement {
  /** The namespace of the release. */
  readonly namespace: string;
  /** By chart name: the arguments of `--set` that switch components on and put them where they belong. */
  readonly settings: ReadonlyMap<string, readonly string[]>;
}

/** What the charts were compiled from: the set's own sources, then those of its components. */
export function plansOf({ plan, components = [] }: ChartSet): readonly ChartSetPlan[] {
  return [plan, ...components.map((component) => component.plan)];
}

/** Every part in the namespace of its own sources. */
export function homePlacement(set: ChartSet): Placement {
  const namespace = homeNamespace(set);
  return { namespace, settings: settingsOf(set, (source) => (source === namespace ? "" : source)) };
}

/** The release in a namespace that no source knows, and other parts in others. */
export function awayPlacement(set: ChartSet): Placement {
  return {
    namespace: elsewhere,
    settings: settingsOf(set, (source) => {
      const to = awayNamespace(set, source);
      return to === elsewhere ? "" : to;
    }),
  };
}

/** How the objects of a component, or the set's own, move from the one placement to the other. */
export function moveOf(set: ChartSet, component: ComponentChart | undefined): NamespaceMove {
  const { sourceNamespace: from } = (component?.plan ?? set.plan).operator;
  return { from, to: from === undefined ? elsewhere : awayNamespace(set, from) };
}

/** What an object says of its namespace, which its source does not, where a value puts its component apart. */
export function placedDifferences(set: ChartSet, object: ChartObject): readonly Difference[] {
  const { component, manifest } = object;
  if (!component || component.namespacePaths.length === 0) return [];
  const { operator } = component.plan;
  const source = operator.sourceNamespace;
  const { group, kind, namespace } = manifest.reference;
  const crd = operator.crds.find((candidate) => candidate.group === group && candidate.kind === kind);
  const scope = crd?.scope ?? scopeOfKind(group, kind);
  if (source === undefined || source === homeNamespace(set)) return [];
  if (namespace !== undefined || scope !== "Namespaced") return [];
  return [
    {
      path: ["metadata", "namespace"],
      rendered: source,
      reason: "its component has a namespace of its own",
    },
  ];
}

/** Of a set without sources of its own that of its first component. */
function homeNamespace(set: ChartSet): string {
  return plansOf(set).flatMap(({ operator }) => operator.sourceNamespace ?? [])[0] ?? "default";
}

/** By chart name: values that take back what is preset for components. */
export function withoutPresets({ components = [] }: ChartSet): ReadonlyMap<string, JsonObject> {
  const values = new Map<string, JsonObject>();
  for (const { chart, presets } of components) {
    for (const { path, own } of presets) values.set(chart, withValue(values.get(chart) ?? {}, path, own));
  }
  return values;
}

/** The file of a template that Helm names by the aliases of the charts that it is in. */
export function fileOfTemplate({ components = [] }: ChartSet, chart: string, templatePath: string): string {
  const deepest = components
    .filter((component) => component.chart === chart)
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ path, folder }) => ({ folder, named: path.map((key) => `charts/${key}`).join("/") }))
    .find(({ named }) => templatePath.startsWith(`${named}/`));
  return deepest ? deepest.folder + templatePath.slice(deepest.named.length) : templatePath;
}

function awayNamespace(set: ChartSet, source: string): string {
  const home = homeNamespace(set);
  const others = (set.components ?? []).flatMap(({ plan }) => plan.operator.sourceNamespace ?? []);
  const apart = [...new Set(others)].filter((name) => name !== home);
  const index = apart.indexOf(source);
  return index === -1 ? elsewhere : `${elsewhere}-${index + 1}`;
}

function settingsOf(
  { components = [] }: ChartSet,
  namespaceFor: (source: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const settings = new Map<string, readonly string[]>();
  for (const { chart, plan, condition, namespacePaths } of components) {
    const source = plan.operator.sourceNamespace;
    const namespaces =
      source === undefined ? [] : namespacePaths.map((path) => `${path.join(".")}=${namespaceFor(source)}`);
    settings.set(chart, [...(settings.get(chart) ?? []), `${condition.join(".")}=true`, ...namespaces]);
  }
  return settings;
}
