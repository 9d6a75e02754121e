// One chart that anybody made, rendered by a real Helm as an install would have it.
import { hookEventsOf } from "../kubernetes/helm-hooks.ts";
import type { KubernetesObject } from "../kubernetes/object.ts";
import { isWorkloadKind } from "../kubernetes/pod-spec.ts";
import type { Helm, TemplateOptions, Workbench } from "./helm.ts";
import { type RenderedDocument, RenderedReader } from "./rendered.ts";

/** What Helm made of a chart, or why it made nothing, in its own words. */
export type ChartRendering =
  | {
      readonly ok: true;
      /** In Helm's order: those of `crds/`, those of the release, hooks. */
      readonly documents: readonly RenderedDocument[];
    }
  | { readonly ok: false; readonly words: string };

/** Renders the chart in a folder or an archive, with the CRDs of `crds/` and all hooks. */
export async function renderChart(
  workbench: Workbench,
  helm: Helm,
  chart: string,
  options: TemplateOptions,
  reader: RenderedReader = new RenderedReader(),
): Promise<ChartRendering> {
  const outcome = await workbench.template(helm, chart, options);
  return outcome.passed
    ? { ok: true, documents: reader.read(outcome.stdout) }
    : { ok: false, words: outcome.stderr.trim() };
}

/** The objects of the release, and beside them those that are hooks. */
export function partHooks(documents: readonly RenderedDocument[]): {
  readonly objects: readonly KubernetesObject[];
  readonly hooks: readonly KubernetesObject[];
} {
  const all = documents.flatMap(({ object }) => object ?? []);
  // Helm renders no object with an event that it does not know.
  const isHook = (object: KubernetesObject) => hookEventsOf(object).length > 0;
  return { objects: all.filter((object) => !isHook(object)), hooks: all.filter(isHook) };
}

/** When a chart with `objects` is installed among those of its set: CRDs alone, what runs, custom resources alone. */
export function installRank(objects: readonly KubernetesObject[]): number {
  if (objects.some(({ kind }) => isWorkloadKind(kind))) return 1;
  return objects.some(({ kind }) => kind === "CustomResourceDefinition") ? 0 : 2;
}
