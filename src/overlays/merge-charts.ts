// The charts of several overlays → one set of charts whose value `provider` chooses among them.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { objectKey } from "../kubernetes/object.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { applyEdits } from "../template/edit.ts";
import { hasProviderPart, isProvider, type ProviderPart } from "../template/provider-parts.ts";
import type { EditedTemplate, TransformedChart } from "../transform/chart-template.ts";
import { orderValues } from "../transform/transform.ts";
import type { Value } from "../transform/value.ts";
import { differingCrd } from "./differing-crd.ts";
import { mergeTemplate, onlyIf, printMerged } from "./merge-template.ts";
import { mergeValues } from "./merge-values.ts";

/** One provider's overlay, compiled on its own. */
export interface CompiledOverlay {
  readonly provider: string;
  readonly plan: ChartSetPlan;
  readonly charts: readonly TransformedChart[];
}

/** The merged charts, and each provider's own templates as they stand in them. */
export interface MergedCharts {
  readonly charts: readonly TransformedChart[];
  readonly views: readonly CompiledOverlay[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Merges the charts of `overlays`, the default provider's first, for `plan`, which is that of all their objects. */
export function mergeCharts(plan: ChartSetPlan, overlays: readonly CompiledOverlay[]): MergedCharts {
  const diagnostics: Diagnostic[] = [];
  const merged = plan.charts.map((chart) => mergeChart(chart, overlays, diagnostics));
  return {
    charts: merged.map(({ chart }) => chart),
    views: overlays.map(({ provider, plan: own }) => ({
      provider,
      plan: own,
      charts: merged.flatMap(({ views }) => views.get(provider) ?? []),
    })),
    diagnostics,
  };
}

/** A template of one object, and where it comes from. */
type ByProvider = ReadonlyMap<string, EditedTemplate>;

function mergeChart(
  plan: ChartPlan,
  overlays: readonly CompiledOverlay[],
  diagnostics: Diagnostic[],
): { readonly chart: TransformedChart; readonly views: ReadonlyMap<string, TransformedChart> } {
  const charts = new Map(
    overlays.flatMap(({ provider, charts: own }) => {
      const chart = own.find((candidate) => candidate.plan.name === plan.name);
      return chart ? [[provider, chart] as const] : [];
    }),
  );
  // An overlay without CRDs, or without a CR, has no such chart: for its provider the chart is empty.
  const providers = overlays.map(({ provider }) => provider);
  const parts = new Map<string, ProviderPart[]>(providers.map((provider) => [provider, []]));
  const views = new Map<string, EditedTemplate[]>(providers.map((provider) => [provider, []]));
  const templates = plan.templates.map(({ manifest, path }) => {
    const key = objectKey(manifest.reference);
    const byProvider: ByProvider = new Map(
      [...charts].flatMap(([provider, chart]) => {
        const own = chart.templates.find((template) => objectKey(template.manifest.reference) === key);
        return own ? [[provider, own] as const] : [];
      }),
    );
    const merged = mergeObject(plan, path, byProvider, providers, diagnostics);
    for (const [provider, own] of merged.parts) parts.get(provider)?.push(...own);
    for (const [provider, own] of merged.views) views.get(provider)?.push(own);
    return merged.template;
  });
  const { values, defaults, common } = mergeValues(
    new Map(providers.map((provider) => [provider, charts.get(provider)?.values ?? []])),
    plan.customResources.map(({ metaPath }) => [...metaPath, "create"]),
  );
  const isSame = templates.every(({ merged }) => merged === undefined);
  const switched = values.some(({ path }) => path[0] === "provider")
    ? values
    : [providerValue(providers), ...values];
  const partials = providers.map((provider) => ({
    provider,
    defaults: defaults.get(provider) ?? [],
    parts: parts.get(provider) ?? [],
  }));
  const named = { ...plan, serviceAccounts: allAccounts(plan, [...charts.values()]) };
  const overlaid = [...charts.values()].map((chart) => chart.plan);
  const diagnosed = [...charts.values()].flatMap((chart) => chart.diagnostics);
  // A chart that is the same for all has nothing to choose, unless it has settings.
  const whole = {
    plan: named,
    templates,
    diagnostics: diagnosed,
    overlays: overlaid,
  };
  const chart: TransformedChart =
    isSame && switched !== values && partials.every(({ defaults: own }) => own.length === 0)
      ? { ...whole, values: orderValues(values, plan) }
      : { ...whole, values: orderValues(switched, plan), partials, common };
  return {
    chart,
    views: new Map(
      [...charts].map(([provider, own]) => [provider, { ...own, templates: views.get(provider) ?? [] }]),
    ),
  };
}

/** The accounts of all: where the values of one stand depends on the workload that runs as it. */
function allAccounts(plan: ChartPlan, charts: readonly TransformedChart[]): ChartPlan["serviceAccounts"] {
  const all = [plan, ...charts.map((chart) => chart.plan)].flatMap(({ serviceAccounts }) => serviceAccounts);
  return [
    ...new Map(all.toReversed().map((account) => [account.path.join("."), account])).values(),
  ].toReversed();
}

function providerValue(providers: readonly string[]): Value {
  return {
    path: ["provider"],
    default: providers[0] ?? "",
    description: "What the operator runs on: what the chart holds for this provider alone goes with it.",
    schema: { type: "string", enum: providers },
  };
}

interface MergedObject {
  readonly template: EditedTemplate;
  readonly views: readonly (readonly [provider: string, EditedTemplate])[];
  readonly parts: ReadonlyMap<string, readonly ProviderPart[]>;
}

function mergeObject(
  chart: ChartPlan,
  path: string,
  byProvider: ByProvider,
  providers: readonly string[],
  diagnostics: Diagnostic[],
): MergedObject {
  const [[firstProvider, first]] = [...byProvider] as [[string, EditedTemplate]];
  const name = path.replace(/^.*\/_?|\.[a-z]+$/g, "");
  const isEverywhere = byProvider.size === providers.length;
  const isOfOne = byProvider.size === 1 && !isEverywhere && first.form === undefined;
  const place = isOfOne ? path.replace(/[^/]+$/, `${firstProvider}/$&`) : path;
  const isSame = isEverywhere && allPrintAlike(byProvider);
  if (!isSame) diagnostics.push(...differingCrd(byProvider, providers));
  if (isSame || first.form === "crd-file") {
    const views = [...byProvider].map(([provider, own]) => [provider, { ...own, path }] as const);
    return { template: { ...first, path }, views, parts: new Map() };
  }
  const merged = mergeTemplate(chart.name, name, byProvider);
  const condition = byProvider.size === 1 ? isProvider(firstProvider) : hasProviderPart(chart.name, name);
  const isNamed = first.form === "named-template";
  const lines = isEverywhere ? merged.lines : onlyIf(condition, merged.lines, isNamed);
  const presence: readonly ProviderPart[] = isEverywhere || byProvider.size === 1 ? [] : [{ name }];
  const views = [...byProvider].map(
    ([provider, own]) => [provider, { ...own, path: place, merged: printMerged(lines, provider) }] as const,
  );
  return {
    template: views[0]?.[1] ?? first,
    views,
    parts: new Map(
      [...byProvider.keys()].map((provider) => [
        provider,
        [...presence, ...(merged.parts.get(provider) ?? [])],
      ]),
    ),
  };
}

function allPrintAlike(byProvider: ByProvider): boolean {
  const texts = [...byProvider.values()].map(
    ({ manifest, edits }) => applyEdits(manifest.document.text, edits).text,
  );
  return texts.every((text) => text === texts[0]);
}
