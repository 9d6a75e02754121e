// What a transform gets and gives.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { NamespaceWords } from "../kubernetes/own-namespace.ts";
import type { Scope } from "../kubernetes/scope.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import type { Edit } from "../template/edit.ts";
import { dot, type Expression, type Fragment, include } from "../template/expression.ts";
import { type HelperName, helperName } from "../template/helpers.ts";
import type { Difference } from "./chart-template.ts";
import type { Value } from "./value.ts";

/** The chart that a transform works for. */
export interface TransformContext {
  readonly set: ChartSetPlan;
  readonly chart: ChartPlan;
  /** The own namespace as words in texts; undefined when the sources name none. */
  readonly namespaceWords: NamespaceWords | undefined;
  /** The scope of an object's kind, or undefined when nothing in the sources tells. */
  scopeOf(manifest: Manifest): Scope | undefined;
}

/** Lines of YAML, each behind a line break and the blanks up to `column`. */
export type MetadataLines = (column: number) => readonly Fragment[];

/** What is added to an object's labels or annotations: lines of the chart's own, or a map of values. */
export interface AddedMetadata {
  readonly lines?: MetadataLines;
  /** When the lines render anything; always, without it. */
  readonly when?: Expression;
  readonly map?: readonly string[];
}

/** What a transform adds to one manifest's template and to the chart. */
export interface Transformed {
  readonly edits?: readonly Edit[];
  readonly values?: readonly Value[];
  readonly differences?: readonly Difference[];
  readonly diagnostics?: readonly Diagnostic[];
  /** Labels and annotations to add to the object's metadata, behind its own. */
  readonly labels?: readonly AddedMetadata[];
  readonly annotations?: readonly AddedMetadata[];
  /** Annotations of the source that render only under a condition. */
  readonly conditionalAnnotations?: readonly ConditionalAnnotation[];
  /** Keys of annotations of the source whose lines an edit takes out. */
  readonly leftOutAnnotations?: readonly string[];
}

export interface ConditionalAnnotation {
  readonly key: string;
  readonly when: Expression;
}

/**
 * One concern of one manifest. `earlier` holds the edits of the transforms before it: a range that already
 * carries an expression is not turned into a value's default.
 */
export type Transform = (
  manifest: Manifest,
  context: TransformContext,
  earlier: readonly Edit[],
) => Transformed;

/** A call of one of the chart's named templates with the root context. */
export function includeHelper(chart: ChartPlan, helper: HelperName): Expression {
  return include(helperName(chart.name, helper), dot);
}

/** Several results as one. */
export function combine(results: readonly Transformed[]): Transformed {
  return {
    edits: results.flatMap(({ edits }) => edits ?? []),
    values: results.flatMap(({ values }) => values ?? []),
    differences: results.flatMap(({ differences }) => differences ?? []),
    diagnostics: results.flatMap(({ diagnostics }) => diagnostics ?? []),
    labels: results.flatMap(({ labels }) => labels ?? []),
    annotations: results.flatMap(({ annotations }) => annotations ?? []),
    conditionalAnnotations: results.flatMap(({ conditionalAnnotations }) => conditionalAnnotations ?? []),
    leftOutAnnotations: results.flatMap(({ leftOutAnnotations }) => leftOutAnnotations ?? []),
  };
}
