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
const imagesKey = "chartwright/images";

/** What Chart.yaml of a compiled chart says. */
export interface ChartMarks {
  readonly layout: string;
  /** The namespace of the sources; undefined where they have none. */
  readonly namespace?: string;
  /** Images that the operator pulls and no manifest names, by the project's word. */
  readonly images: readonly string[];
}

/** The annotations; `images` are those of the chart that the operator alone knows of. */
export function chartMarks(
  { layout, operator }: ChartSetPlan,
  images: readonly string[],
): Readonly<Record<string, string>> {
  const { sourceNamespace } = operator;
  return {
    [layoutKey]: layout,
    ...(sourceNamespace === undefined ? {} : { [namespaceKey]: sourceNamespace }),
    ...(images.length === 0 ? {} : { [imagesKey]: images.join(" ") }),
  };
}

/** What the data of a Chart.yaml says; undefined for a chart that was not compiled. */
export function readChartMarks(metadata: JsonObject): ChartMarks | undefined {
  const layout = stringField(metadata, "annotations", layoutKey);
  const namespace = stringField(metadata, "annotations", namespaceKey);
  if (layout === undefined) return undefined;
  const images = stringField(metadata, "annotations", imagesKey) ?? "";
  return {
    layout,
    images: images.split(/\s+/).filter(Boolean),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

/** Templates with what a release needs and the sources lack. */
export const releaseTemplates: ReadonlySet<string> = new Set([
  ...uninstallPaths,
  applyJobPath,
  releaseTestPath,
]);

/** Templates whose ConfigMaps hold objects of the sources as text, which a Job applies. */
export const carrierTemplates: readonly string[] = [customResourceMapPath, crdUpgradePath];
