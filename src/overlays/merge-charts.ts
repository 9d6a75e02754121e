// The charts of several overlays → one set of charts whose value `provider` chooses among them.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatReference, objectKey } from "../kubernetes/object.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { applyEdits } from "../template/edit.ts";
import { hasProviderPart, isProvider, type ProviderPart } from "../template/provider-parts.ts";
import type { EditedTemplate, TransformedChart } from "../transform/chart-template.ts";
import { orderValues } from "../transform/transform.ts";
import type { Value } from "../transform/value.ts";
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
  const providers = [...charts.keys()];
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
  const { values, defaults } = mergeValues(
    new Map([...charts].map(([provider, chart]) => [provider, chart.values])),
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
  const diagnosed = [...charts.values()].flatMap((chart) => chart.diagnostics);
  // A chart of CRDs or of a CR that is the same for all has nothing to choose.
  const chart =
    isSame &&
    ["crds", "custom-resource"].includes(plan.role) &&
    partials.every(({ defaults: own }) => own.length === 0)
      ? { plan: named, templates, values: orderValues(values, plan), diagnostics: diagnosed }
      : { plan: named, templates, values: orderValues(switched, plan), diagnostics: diagnosed, partials };
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
  const name = path.replace(/^.*\/|\.[a-z]+$/g, "");
  const isEverywhere = byProvider.size === providers.length;
  const place = byProvider.size === 1 && !isEverywhere ? path.replace(/[^/]+$/, `${firstProvider}/$&`) : path;
  if (first.form !== undefined) {
    if (!isEverywhere || !allPrintAlike(byProvider)) diagnostics.push(unmergeable(first, byProvider));
    const views = [...byProvider].map(([provider, own]) => [provider, { ...own, path }] as const);
    return { template: { ...first, path }, views, parts: new Map() };
  }
  if (isEverywhere && allPrintAlike(byProvider)) {
    const views = [...byProvider].map(([provider, own]) => [provider, { ...own, path }] as const);
    return { template: { ...first, path }, views, parts: new Map() };
  }
  const merged = mergeTemplate(chart.name, name, byProvider);
  const lines = isEverywhere
    ? merged.lines
    : onlyIf(
        byProvider.size === 1 ? isProvider(firstProvider) : hasProviderPart(chart.name, name),
        merged.lines,
      );
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

function unmergeable({ manifest }: EditedTemplate, byProvider: ByProvider): Diagnostic {
  const other = [...byProvider.values()].find(
    (template) => template.manifest.document.text !== manifest.document.text,
  );
  return {
    severity: "error",
    code: "overlays/unmergeable",
    message: `${formatReference(manifest.reference)} is not the same in all overlays.`,
    position: manifest.position,
    ...(other
      ? { notes: [{ message: "another overlay has it here", position: other.manifest.position }] }
      : {}),
    expected: "one text for all providers: Helm does not render the file that it goes to",
    hint: "Give the object to all overlays, under sources, or choose the layout one-chart.",
  };
}
