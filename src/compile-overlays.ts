// The pipeline for an operator with an overlay for each provider: every overlay is compiled as if it were alone, and
// the charts that come of it are merged. Pure and synchronous, as compile.ts.
import { classify } from "./classify/classify.ts";
import type { Operator } from "./classify/operator.ts";
import { type CompileOptions, type CompileResult, understand } from "./compile.ts";
import { type Diagnostic, hasErrors, sortDiagnostics } from "./diagnostics/diagnostic.ts";
import { emit } from "./emit/emit.ts";
import { objectKey } from "./kubernetes/object.ts";
import type { Source } from "./load/source.ts";
import { type CompiledOverlay, mergeCharts } from "./overlays/merge-charts.ts";
import { withSharedImages } from "./overlays/shared-images.ts";
import type { Manifest } from "./parse/manifest.ts";
import type { IdlePatch } from "./patches/apply-patches.ts";
import { plan } from "./plan/plan.ts";
import { overlayTexts } from "./plan/provider-texts.ts";
import { transform } from "./transform/transform.ts";

/** The manifests of one provider, whole. */
export interface Overlay {
  readonly provider: string;
  readonly sources: readonly Source[];
}

/** Compiles overlays, the default provider's first, into one set of charts. Never throws on bad input. */
export function compileOverlays(overlays: readonly Overlay[], options: CompileOptions): CompileResult {
  const found: Diagnostic[] = [];
  const report = (diagnostics: readonly Diagnostic[]) => {
    // What every overlay shows is told once.
    for (const one of diagnostics) if (!found.some((known) => saysTheSame(known, one))) found.push(one);
  };
  const understood = overlays.flatMap(({ provider, sources }) => {
    const { operator, diagnostics, idlePatches = [] } = understand(sources, { ...options, isOverlay: true });
    report(diagnostics);
    return operator ? [{ provider, operator, idlePatches }] : [];
  });
  report(idleEverywhere(understood.map(({ idlePatches }) => idlePatches)));
  if (hasErrors(found)) return { diagnostics: sortDiagnostics(found) };
  const overlaid = understood.map(({ operator }) => operator.manifests);
  const { operator: classified } = classify(eachOnce(overlaid.flat()), options);
  const deleted = understood.flatMap(({ operator: one }) => one.deleted ?? []);
  const operator = { ...classified, deleted: deletedOnce(deleted, classified) };
  const providers = withLiterals(options.providers, understood);
  const { plan: whole, diagnostics: faults } = plan(operator, {
    ...options,
    ...providers,
    overlays: overlaid,
  });
  report(faults);
  // The version of the operator is the chart's, whatever image a provider has.
  const choices = {
    ...options,
    ...providers,
    overlays: overlaid,
    ...(whole ? { chart: whole.metadata, whole } : {}),
  };
  const planned = understood.flatMap(({ provider, operator: one }) => {
    const { plan: own, diagnostics } = plan(one, choices);
    report(diagnostics);
    return own ? [{ provider, plan: own }] : [];
  });
  if (hasErrors(found)) return { operator, diagnostics: sortDiagnostics(found) };
  const compiled = planned.map(
    (overlay): CompiledOverlay => ({ ...overlay, charts: transform(overlay.plan) }),
  );
  report(compiled.flatMap(({ charts }) => charts.flatMap((chart) => chart.diagnostics)));
  if (hasErrors(found)) return { operator, diagnostics: sortDiagnostics(found) };
  const all = withSharedImages(
    operator,
    understood.map((overlay) => overlay.operator),
  );
  const { plan: shown } = plan(all, choices);
  if (!shown) return { operator, diagnostics: sortDiagnostics(found) };
  const merged = mergeCharts(shown, compiled);
  const chartSet = emit(shown, merged.charts, merged.views);
  report([...merged.diagnostics, ...chartSet.diagnostics]);
  const diagnostics = sortDiagnostics(found);
  return hasErrors(diagnostics) ? { operator, diagnostics } : { chartSet, operator, diagnostics };
}

/** The settings and secrets of every overlay: each is compiled knowing those of all, so that they have one registry. */
function withLiterals(
  providers: CompileOptions["providers"],
  overlays: readonly { readonly provider: string; readonly operator: Operator }[],
): Pick<CompileOptions, "providers"> {
  if (!providers) return {};
  const literals = overlays.map(
    ({ provider, operator }) => [provider, overlayTexts(operator, provider, providers.project)] as const,
  );
  return { providers: { ...providers, literals: new Map(literals) } };
}

/** What is said of the patches that no overlay has an object for, or that change nothing in any. */
function idleEverywhere(overlays: readonly (readonly IdlePatch[])[]): readonly Diagnostic[] {
  const [first = [], ...others] = overlays;
  return first.flatMap(({ key, diagnostic }) => {
    const found = others.map((idle) => idle.find((patch) => patch.key === key)?.diagnostic);
    if (found.includes(undefined)) return [];
    // Where an overlay has an object for it, it is only needless.
    return [diagnostic, ...found].find((one) => one?.severity === "warning") ?? diagnostic;
  });
}

/** What every overlay lacks that has it: an object that one of them keeps is in the charts. */
function deletedOnce(
  deleted: NonNullable<Operator["deleted"]>,
  { manifests }: Operator,
): NonNullable<Operator["deleted"]> {
  const kept = new Set(manifests.map(({ reference }) => objectKey(reference)));
  const once = new Map(deleted.map((one) => [objectKey(one.manifest.reference), one]));
  return [...once].flatMap(([key, one]) => (kept.has(key) ? [] : one));
}

function saysTheSame(a: Diagnostic, b: Diagnostic): boolean {
  return a.code === b.code && a.message === b.message && a.found === b.found;
}

/** Each object once: as the first overlay has it. */
function eachOnce(manifests: readonly Manifest[]): readonly Manifest[] {
  const kept = new Map<string, Manifest>();
  for (const manifest of manifests) {
    const key = objectKey(manifest.reference);
    if (!kept.has(key)) kept.set(key, manifest);
  }
  return [...kept.values()];
}
