// A CRD in a folder `crds/`, which Helm installs as it is and never renders: what the API server writes is taken out,
// and nothing else. The copy with which a hook brings it up to date is rendered, and follows the release's namespace.
import type { PlannedTemplate } from "../plan/chart-plan.ts";
import { crdSubchart } from "../plan/single.ts";
import type { EditedTemplate } from "./chart-template.ts";
import { namespace } from "./namespace.ts";
import { sourceFields } from "./source-fields.ts";
import type { TransformContext, Transformed } from "./transform-context.ts";

/** What stands in front of the named templates of the subchart, which all charts of a release share. */
export function crdTemplatePrefix(chart: string): string {
  return `${chart}.${crdSubchart}`;
}

/** The CRD's file and, where it names the own namespace, the edits of its copy. */
export function transformCrdFile(
  { manifest, path }: PlannedTemplate,
  context: TransformContext,
): Transformed & { readonly template: EditedTemplate } {
  const { edits = [], differences = [] } = sourceFields(manifest, context, []);
  const subchart = { ...context.chart, role: "crds", name: crdTemplatePrefix(context.chart.name) } as const;
  const moved = namespace(manifest, { ...context, chart: subchart }, edits);
  const copy = moved.edits ?? [];
  return {
    template: {
      manifest,
      path,
      form: "crd-file",
      edits,
      differences,
      ...(copy.length > 0 ? { copy: [...edits, ...copy] } : {}),
    },
    values: (moved.values ?? []).map((value) => ({ ...value, path: [crdSubchart, ...value.path] })),
    diagnostics: moved.diagnostics ?? [],
  };
}
