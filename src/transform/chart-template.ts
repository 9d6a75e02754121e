// What transform hands to emit: the templates with their edits, the values, and every difference that the
// rendering will show against the source, each with its reason.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Json } from "../kubernetes/object.ts";
import type { PatchStep } from "../parse/manifest.ts";
import type { ChartPlan, PlannedTemplate } from "../plan/chart-plan.ts";
import type { Edit, Template } from "../template/edit.ts";
import type { ProviderDefault, ProviderPartial } from "../template/provider-parts.ts";
import type { PathStep } from "../yaml/tree.ts";
import type { Value } from "./value.ts";

/** A chart with its edits: ready to be written out. */
export interface TransformedChart {
  readonly plan: ChartPlan;
  readonly templates: readonly EditedTemplate[];
  readonly values: readonly Value[];
  readonly diagnostics: readonly Diagnostic[];
  /** What providers have alone, in a chart made of several overlays. */
  readonly partials?: readonly ProviderPartial[];
  /** The plans of the overlays that it was made of. */
  readonly overlays?: readonly ChartPlan[];
  /** The defaults of a provider that is not among them. */
  readonly common?: readonly ProviderDefault[];
}

export interface EditedTemplate extends PlannedTemplate {
  readonly edits: readonly Edit[];
  /** For a CRD in `crds/` that names the own namespace: the edits of the copy that the hook applies. */
  readonly copy?: readonly Edit[];
  readonly differences: readonly Difference[];
  /** The template as it was merged from overlays; without it, it is the manifest's text with its edits. */
  readonly merged?: Template;
}

/** What is listed of an object: what patches made of the source, and what the rendering has otherwise than that. */
export function listedDifferences({
  manifest,
  differences,
}: Pick<EditedTemplate, "manifest" | "differences">): readonly Difference[] {
  return [...(manifest.patches ?? []).flatMap(stepDifferences), ...differences];
}

/** What one patch changed. */
export function stepDifferences({ reason, places }: PatchStep): readonly Difference[] {
  return places.map(({ path, before, after }) => ({
    path,
    ...(before === undefined ? {} : { source: before }),
    ...(after === undefined ? {} : { rendered: after }),
    reason,
  }));
}

/**
 * One place where the default rendering differs from the source on purpose. `rendered` undefined: the field is
 * gone; `source` undefined: the field is added. Parity accepts exactly these.
 */
export interface Difference {
  readonly path: readonly PathStep[];
  readonly source?: Json;
  readonly rendered?: Json;
  readonly reason: string;
  /** Whether it is a digest of other objects, and changes with what these hold. */
  readonly isDigest?: boolean;
}
