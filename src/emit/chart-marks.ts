// What a compiled chart says of itself in the annotations of its Chart.yaml, so that its manifests can be had back from the
// chart alone, and which of its templates are none of the sources'.
import { type JsonObject, stringField } from "../kubernetes/object.ts";
import type { ChartSetPlan } from "../plan/chart-plan.ts";
import { applyJobPath, customResourceMapPath } from "./applied-custom-resources.ts";
import { crdUpgradePath } from "./crd-subchart.ts";
import { releaseTestPath } from "./release-test.ts";
import { uninstallPaths } from "./uninstall.ts";

const layoutKey = "chartwright/layout";
const namespaceKey = "chartwright/namespace";

/** What Chart.yaml of a compiled chart says. */
export interface ChartMarks {
  readonly layout: string;
  /** The namespace of the sources; undefined where they have none. */
  readonly namespace?: string;
}

/** The annotations. */
export function chartMarks({ layout, operator }: ChartSetPlan): Readonly<Record<string, string>> {
  const { sourceNamespace } = operator;
  return {
    [layoutKey]: layout,
    ...(sourceNamespace === undefined ? {} : { [namespaceKey]: sourceNamespace }),
  };
}

/** What the data of a Chart.yaml says; undefined for a chart that was not compiled. */
export function readChartMarks(metadata: JsonObject): ChartMarks | undefined {
  const layout = stringField(metadata, "annotations", layoutKey);
  const namespace = stringField(metadata, "annotations", namespaceKey);
  if (layout === undefined) return undefined;
  return { layout, ...(namespace === undefined ? {} : { namespace }) };
}

/** Templates with what a release needs and the sources lack. */
export const releaseTemplates: ReadonlySet<string> = new Set([
  ...uninstallPaths,
  applyJobPath,
  releaseTestPath,
]);

/** Templates whose ConfigMaps hold objects of the sources as text, which a Job applies. */
export const carrierTemplates: readonly string[] = [customResourceMapPath, crdUpgradePath];
