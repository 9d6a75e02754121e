// The pipeline on one screen: parse → classify → plan → transform → emit. Pure and synchronous; `load` comes
// before it, `verify` and writing come after.
import { classify } from "./classify/classify.ts";
import type { Operator } from "./classify/operator.ts";
import { type Diagnostic, hasErrors, sortDiagnostics } from "./diagnostics/diagnostic.ts";
import type { ChartSet } from "./emit/chart.ts";
import { emit } from "./emit/emit.ts";
import type { Source } from "./load/source.ts";
import { parse } from "./parse/parse.ts";
import type { ChartMetadata } from "./plan/chart-plan.ts";
import { plan } from "./plan/plan.ts";
import { transform } from "./transform/transform.ts";

export interface CompileOptions {
  /** The name of the main chart; others are named after it. */
  readonly name: string;
  /** `crds-and-main` where the sources hold a CR, else `one-chart`, when not given. */
  readonly layout?: string;
  /** The operator's own namespace, where the sources do not make it clear. */
  readonly sourceNamespace?: string;
  readonly chart?: Partial<ChartMetadata>;
}

/** `chartSet` is there unless a diagnostic is an error. */
export interface CompileResult {
  readonly chartSet?: ChartSet;
  readonly operator?: Operator;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles sources into charts. Never throws on bad input. */
export function compile(sources: readonly Source[], options: CompileOptions): CompileResult {
  const understood = understand(sources, options);
  const { operator } = understood;
  if (!operator) return understood;
  const planned = plan(operator, options);
  const diagnostics = [...understood.diagnostics, ...planned.diagnostics];
  if (!planned.plan || hasErrors(diagnostics)) return { operator, diagnostics: sortDiagnostics(diagnostics) };
  const chartSet = emit(planned.plan, transform(planned.plan));
  return { chartSet, operator, diagnostics: sortDiagnostics([...diagnostics, ...chartSet.diagnostics]) };
}

/** Reads sources into the operator, without making charts. `operator` is there unless a diagnostic is an error. */
export function understand(
  sources: readonly Source[],
  options: Pick<CompileOptions, "sourceNamespace">,
): Pick<CompileResult, "operator" | "diagnostics"> {
  const parsed = parse(sources);
  if (hasErrors(parsed.diagnostics)) return { diagnostics: sortDiagnostics(parsed.diagnostics) };
  const { operator, diagnostics: found } = classify(parsed.manifests, options);
  const diagnostics = sortDiagnostics([...parsed.diagnostics, ...found]);
  return hasErrors(diagnostics) ? { diagnostics } : { operator, diagnostics };
}
