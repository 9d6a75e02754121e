// A chart set as one provider sees it, and what the Helms rendered of it. A set without a choice of providers has one
// view, of nobody in particular.
import type { Chart, ChartSet } from "../emit/chart.ts";
import { type JsonObject, objectKey } from "../kubernetes/object.ts";
import { type ProviderPlan, requiredOf } from "../plan/providers.ts";
import { knownProviders } from "./alone.ts";
import type { Rendered } from "./ask-helm.ts";
import type { ParityResult } from "./parity.ts";
import type { CheckedChart } from "./place.ts";
import { placedDifferences, withoutPresets } from "./placement.ts";
import { mergeFindings, type ObjectReport, type ObjectStatus } from "./report.ts";

/** A provider with its objects, and the values that make the charts render them. */
export interface View extends ChartSet {
  readonly provider: string | undefined;
  /** By chart name. */
  readonly given: ReadonlyMap<string, JsonObject>;
  /** Whether there are sources that say what the charts are to render. */
  readonly isCompared: boolean;
}

/** A view that was rendered. */
export interface SeenView extends View {
  readonly checked: readonly CheckedChart[];
  /** By each Helm. */
  readonly rendered: readonly Rendered[];
}

/** The views of a chart set, or that of `provider` alone; none where there is no such provider. */
export function viewsOf(chartSet: ChartSet, provider: string | undefined): readonly View[] {
  const { views, plan } = chartSet;
  if (views) {
    const own = views.filter((view) => provider === undefined || view.provider === provider);
    if (own.length > 0) return own.map((view) => providerView(view, view.provider, true));
  }
  if (provider !== undefined) {
    if (!knownProviders(chartSet).includes(provider)) return [];
    // Without overlays the sources are the default provider's.
    return [providerView(chartSet, provider, !views && provider === plan.providers?.default)];
  }
  return [{ ...withPlaces(chartSet), provider, given: withoutPresets(chartSet), isCompared: true }];
}

function providerView(set: ChartSet, provider: string, isCompared: boolean): View {
  return { ...withPlaces(set), provider, given: givenValues(set, provider), isCompared };
}

/** The objects of components with what says where they are. */
function withPlaces(set: ChartSet): ChartSet {
  if (!set.components) return set;
  const charts = set.charts.map((chart) => ({
    ...chart,
    objects: chart.objects.map((object) => ({
      ...object,
      differences: [...object.differences, ...placedDifferences(set, object)],
    })),
  }));
  return { ...set, charts };
}

/** What the values file of a provider says: its name, and what its overlay holds of settings and secrets. */
function givenValues(view: ChartSet, provider: string): ReadonlyMap<string, JsonObject> {
  const { plan, charts } = view;
  const own = plan.providers?.all.find(({ name }) => name === provider);
  const choosing = charts.filter(({ values }) => values.some(({ path }) => path[0] === "provider"));
  const presets = withoutPresets(view);
  const has = ({ values }: Chart, key: string) => values.some(({ path }) => path[0] === key);
  return new Map(
    choosing.map((chart) => [
      chart.plan.name,
      {
        ...presets.get(chart.plan.name),
        provider,
        ...(own && has(chart, "providerConfigs")
          ? { providerConfigs: { [provider]: givenSettings(own) } }
          : {}),
        ...(own && has(chart, "providerSecrets") ? { providerSecrets: { [provider]: own.secrets } } : {}),
        // An overlay may leave open what must be filled in before it is applied.
        ...(own && isIncomplete(own) ? { preflight: { enabled: false } } : {}),
      },
    ]),
  );
}

/** What names the namespace is in the templates. */
function givenSettings({ settings, namespaces }: ProviderPlan): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !Object.hasOwn(namespaces, key)));
}

function isIncomplete(provider: ProviderPlan): boolean {
  return (["settings", "secrets"] as const).some((kind) =>
    requiredOf(provider, kind).some((key) => (provider[kind][key] ?? "") === ""),
  );
}

/** The worst first: what an object is in a report about several providers. */
const statuses: readonly ObjectStatus[] = [
  "missing",
  "differs",
  "extra",
  "unchecked",
  "listed",
  "added",
  "left-out",
  "equal",
];

/** Parity of all views as one: each object once, and findings with the providers that show them. */
export function mergeParity(
  results: readonly (readonly [provider: string | undefined, ParityResult])[],
): ParityResult {
  const [first] = results;
  if (first && results.length === 1 && first[0] === undefined) return first[1];
  const labelled = results.map(([provider, result]) => [`for ${provider}`, result] as const);
  const objects = new Map<string, (readonly [label: string, ObjectReport])[]>();
  for (const [label, result] of labelled) {
    for (const object of result.objects) {
      const key = objectKey(object.reference);
      objects.set(key, [...(objects.get(key) ?? []), [label, object]]);
    }
  }
  return {
    objects: [...objects.values()].flatMap((reports) => mergeReports(reports, labelled.length)),
    findings: mergeFindings(labelled.map(([label, { findings }]) => [label, findings] as const)),
  };
}

function mergeReports(
  reports: readonly (readonly [label: string, ObjectReport])[],
  count: number,
): readonly ObjectReport[] {
  const worst = reports.toSorted(([, a], [, b]) => statuses.indexOf(a.status) - statuses.indexOf(b.status));
  const [, first] = worst[0] ?? [];
  if (!first) return [];
  const all = reports.map(([label, { findings }]) => [label, findings] as const);
  // Of an object that not all providers have, a finding always names the provider.
  const others = reports.length < count ? [["other providers", []] as const] : [];
  return [{ ...first, findings: mergeFindings([...all, ...others]) }];
}
