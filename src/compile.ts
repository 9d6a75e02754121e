// The pipeline on one screen: parse → classify → plan → transform → emit. Pure and synchronous; `load` comes
// before it, `verify` and writing come after.
import { classify } from "./classify/classify.ts";
import type { Operator } from "./classify/operator.ts";
import { type Diagnostic, hasErrors, sortDiagnostics } from "./diagnostics/diagnostic.ts";
import type { ChartSet } from "./emit/chart.ts";
import { emit } from "./emit/emit.ts";
import type { LoadedPatch } from "./load/patch-files.ts";
import type { Source } from "./load/source.ts";
import { parse } from "./parse/parse.ts";
import { applyPatches, type IdlePatch } from "./patches/apply-patches.ts";
import type { ChartMetadata, ParentChart } from "./plan/chart-plan.ts";
import type { Component } from "./plan/component.ts";
import { plan } from "./plan/plan.ts";
import type { ProvidersOptions } from "./plan/providers.ts";
import type { UninstallOptions } from "./plan/uninstall.ts";
import type { ValuesOptions } from "./plan/value-names.ts";
import type { FieldValidation } from "./project/project.ts";
import { transform } from "./transform/transform.ts";

export interface CompileOptions extends UnderstandOptions {
  /** The name of the main chart; others are named after it. */
  readonly name: string;
  /** `crds-and-main` where the sources hold a CR, else `one-chart`, when not given. */
  readonly layout?: string;
  readonly chart?: Partial<ChartMetadata>;
  readonly uninstall?: UninstallOptions;
  /** Several providers in one chart, of which a value chooses one. */
  readonly providers?: ProvidersOptions;
  /** What the project changes of the charts' values. */
  readonly values?: ValuesOptions;
  /** The chart that these are part of. */
  readonly parent?: ParentChart;
}

export interface UnderstandOptions {
  /** The operator's own namespace, where the sources do not make it clear. */
  readonly sourceNamespace?: string;
  /** Names of the sources whose objects must be custom resources of the operator. */
  readonly customResources?: readonly string[];
  /** What fields of a custom resource are that its CRD does not have: errors (strict) or left out (warn). */
  readonly fieldValidation?: FieldValidation;
  /** What the project changes of the manifests. */
  readonly patches?: readonly LoadedPatch[];
  /** Whether these are the sources of one overlay of several: a patch may be for the others. */
  readonly isOverlay?: boolean;
  /** The charts that the chart with the operator depends on; with some there may be no sources. */
  readonly components?: readonly Component[];
}

/** `operator` is there unless a diagnostic is an error. */
export interface UnderstandResult {
  readonly operator?: Operator;
  readonly diagnostics: readonly Diagnostic[];
  /** The patches that are for nothing in these sources. */
  readonly idlePatches?: readonly IdlePatch[];
}

/** `chartSet` is there unless a diagnostic is an error. */
export interface CompileResult extends UnderstandResult {
  readonly chartSet?: ChartSet;
}

/** Compiles sources into charts. Never throws on bad input. */
export function compile(sources: readonly Source[], options: CompileOptions): CompileResult {
  const { operator, diagnostics } = understand(sources, options);
  if (!operator) return { diagnostics };
  const compiled = compileOperator(operator, options);
  return { ...compiled, diagnostics: sortDiagnostics([...diagnostics, ...compiled.diagnostics]) };
}

/** The first half: reads sources into the operator, without making charts. */
export function understand(sources: readonly Source[], options: UnderstandOptions): UnderstandResult {
  const parsed = parse(sources);
  if (hasErrors(parsed.diagnostics)) return { diagnostics: sortDiagnostics(parsed.diagnostics) };
  const patched = applyPatches(parsed.manifests, options.patches ?? []);
  const idle = options.isOverlay ? [] : patched.idle.map(({ diagnostic }) => diagnostic);
  const before = [...parsed.diagnostics, ...patched.diagnostics, ...idle];
  if (hasErrors(before)) return { diagnostics: sortDiagnostics(before) };
  const { operator, diagnostics: found } = classify(patched.manifests, {
    ...options,
    mayBeEmpty: sources.length === 0 && (options.components ?? []).length > 0,
  });
  const diagnostics = sortDiagnostics([...before, ...found]);
  return hasErrors(diagnostics)
    ? { diagnostics }
    : { operator: { ...operator, deleted: patched.deleted }, diagnostics, idlePatches: patched.idle };
}

/** The second half: makes the charts of an operator. */
export function compileOperator(operator: Operator, options: CompileOptions): CompileResult {
  const { plan: planned, diagnostics } = plan(operator, options);
  if (!planned || hasErrors(diagnostics)) return { operator, diagnostics };
  const charts = transform(planned);
  const found = charts.flatMap((chart) => chart.diagnostics);
  if (hasErrors(found)) return { operator, diagnostics: [...diagnostics, ...found] };
  const chartSet = emit(planned, charts);
  const all = [...diagnostics, ...chartSet.diagnostics];
  return hasErrors(all) ? { operator, diagnostics: all } : { chartSet, operator, diagnostics: all };
}
