// ChartSet × the charts of its components → the ChartSet with these inside: their files in charts/, where Helm finds
// them without a repository, and their objects among those of the chart that holds them.
import type { Position } from "../diagnostics/position.ts";
import type { Chart, ChartObject, ChartSet, ComponentChart } from "../emit/chart.ts";
import { valueAt } from "../emit/chart-facts.ts";
import { dependencies } from "../emit/dependencies.ts";
import { field, isObject, type Json, type JsonObject } from "../kubernetes/object.ts";
import { sourceBelow } from "../load/source.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartSetPlan } from "../plan/chart-plan.ts";
import { type Component, componentKey } from "../plan/component.ts";
import { crdSubchart } from "../plan/single.ts";
import { chartLock } from "./chart-lock.ts";

/** A component and the chart that was compiled for it; none for a foreign one. */
export interface BuiltComponent {
  readonly component: Component;
  readonly compiled?: CompiledComponent;
}

/** A chart of another project. */
export interface CompiledComponent {
  readonly set: ChartSet;
  readonly chart: Chart;
  /** The other project's folder as seen from the one that has the component. */
  readonly folder: string;
}

/**
 * Puts the components into the chart that depends on them, with Chart.lock. For a release (`isRelease`) Helm fetches
 * the charts from where they are published: then only Chart.lock is added.
 */
export function vendor(set: ChartSet, built: readonly BuiltComponent[], isRelease: boolean): ChartSet {
  if (built.length === 0) return set;
  const components: ComponentChart[] = [];
  const charts = set.charts.map((chart) => {
    if (chart.plan.components.length === 0) return chart;
    const declared = dependencies(set.plan, chart.plan);
    const lock: Iterable<readonly [string, string]> =
      declared.length === 0 ? [] : [["Chart.lock", chartLock(declared)]];
    const withLock = { ...chart, files: new Map([...chart.files, ...lock]) };
    if (isRelease) return withLock;
    let whole: Chart = withLock;
    for (const { component, compiled } of built) {
      if (!compiled) continue;
      const inside = insideOf(whole, component, compiled);
      components.push(...inside.components);
      whole = { ...whole, ...inside.chart };
    }
    return whole;
  });
  const views = set.views?.map((view) => ({
    ...vendor(view, built, isRelease),
    provider: view.provider,
  }));
  return { ...set, charts, components, ...(views ? { views } : {}) };
}

/** The outer chart's lists with those of the component's chart behind them. */
function insideOf(
  outer: Chart,
  component: Component,
  { set, chart, folder }: CompiledComponent,
): {
  readonly chart: Pick<Chart, "files" | "objects" | "added" | "carriers">;
  readonly components: readonly ComponentChart[];
} {
  const key = componentKey(component);
  const below = (path: readonly string[]) => [key, ...path];
  const own: ComponentChart = {
    chart: outer.plan.name,
    path: [key],
    folder: `charts/${chart.plan.name}`,
    // Of a component with overlays the default provider's objects are there.
    plan: seenFrom(folder, planOf(set.views?.[0] ?? set, chart)),
    condition: component.condition,
    namespacePaths: namespacePaths(chart).map(below),
    presets: presetLeaves(component.values).map((path) => ({
      path: below(path),
      own: ownValue(chart, path),
    })),
  };
  const nested = (set.components ?? [])
    .filter((inner) => inner.chart === chart.plan.name)
    .map((inner) => ({
      original: inner,
      moved: {
        chart: outer.plan.name,
        path: below(inner.path),
        folder: `charts/${chart.plan.name}/${inner.folder}`,
        plan: seenFrom(folder, inner.plan),
        condition: below(inner.condition),
        namespacePaths: inner.namespacePaths.map(below),
        presets: inner.presets.map((preset) => ({ ...preset, path: below(preset.path) })),
      },
    }));
  const settings = (set: readonly string[] | undefined) =>
    set === undefined ? {} : { setToRender: set.map((setting) => `${key}.${setting}`) };
  const objects = chart.objects.map((object): ChartObject => {
    const { component: inner, setToRender, manifest, templatePath, textPath } = object;
    return {
      ...object,
      manifest: moved(folder, manifest),
      templatePath: `${own.folder}/${templatePath}`,
      ...(textPath === undefined ? {} : { textPath: `${own.folder}/${textPath}` }),
      ...settings(setToRender),
      component: nested.find(({ original }) => original === inner)?.moved ?? own,
    };
  });
  return {
    chart: {
      files: new Map([...outer.files, ...vendoredFiles(chart)]),
      objects: [...outer.objects, ...objects],
      added: [
        ...outer.added,
        ...chart.added.map((added) => ({ ...added, chart: outer.plan.name, ...settings(added.setToRender) })),
      ],
      carriers: [...outer.carriers, ...chart.carriers.map((path) => `${own.folder}/${path}`)],
    },
    components: [own, ...nested.map(({ moved: inner }) => inner)],
  };
}

/** The paths where something stands that is no map with entries. */
function presetLeaves(values: JsonObject): readonly (readonly string[])[] {
  return Object.entries(values).flatMap(([key, value]) =>
    isObject(value) && Object.keys(value).length > 0
      ? presetLeaves(value).map((path) => [key, ...path])
      : [[key]],
  );
}

/** What values.yaml of `chart` has at `path`: in a value of that path, or in the default of one above. */
function ownValue({ values }: Chart, path: readonly string[]): Json {
  for (let length = path.length; length > 0; length -= 1) {
    const value = valueAt(values, path.slice(0, length));
    if (value) return field(value.default, ...path.slice(length)) ?? null;
  }
  return null;
}

/** What `helm package` would take along: docs/ is for people who read the component's own repository. */
function vendoredFiles({ plan, files }: Chart): readonly (readonly [string, string])[] {
  return [...files]
    .filter(([path]) => !path.startsWith("docs/"))
    .map(([path, text]) => [`charts/${plan.name}/${path}`, text]);
}

/** The values that put the chart into another namespace: its own, and that of its bundled CRDs. */
function namespacePaths({ values }: Chart): readonly (readonly string[])[] {
  const candidates = [["namespaceOverride"], [crdSubchart, "namespaceOverride"]];
  return candidates.filter((path) => valueAt(values, path) !== undefined);
}

/** The plan of one chart of a set: the manifests that the other charts hold are none of its. */
function planOf({ plan, charts }: ChartSet, chart: Chart): ChartSetPlan {
  if (charts.length === 1) return plan;
  const elsewhere = new Set(
    charts
      .filter((other) => other.plan.name !== chart.plan.name)
      .flatMap(({ objects }) => objects.map(({ manifest }) => manifest)),
  );
  const manifests = plan.operator.manifests.filter((manifest) => !elsewhere.has(manifest));
  return { ...plan, operator: { ...plan.operator, manifests } };
}

/** A plan with its sources named as seen from another project's folder. */
function seenFrom(folder: string, plan: ChartSetPlan): ChartSetPlan {
  const manifests = plan.operator.manifests.map((manifest) => moved(folder, manifest));
  return {
    ...plan,
    operator: { ...plan.operator, manifests },
    leftOut: plan.leftOut.map((leftOut) => ({ ...leftOut, manifest: moved(folder, leftOut.manifest) })),
  };
}

function moved(folder: string, manifest: Manifest): Manifest {
  const place = (position: Position): Position => ({
    ...position,
    source: sourceBelow(folder, position.source),
  });
  return { ...manifest, source: sourceBelow(folder, manifest.source), position: place(manifest.position) };
}
