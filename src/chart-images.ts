// Charts from anywhere → the images that they need, rendered with real Helm.
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { findImages, type UsedImage } from "./images/find-images.ts";
import { type ReleaseOptions, withRenderedSets } from "./render-sets.ts";

/** The images of all charts together; none with an error. */
export interface ChartImagesResult {
  readonly images: readonly UsedImage[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The images that the charts of `references` (as `readCharts` has them) need with the values that are given: those of hooks
 * and of custom resources that come in a second step too. Throws HelmError without Helm.
 */
export function chartImages(
  references: readonly string[],
  workingFolder: string,
  options: ReleaseOptions,
): Promise<ChartImagesResult> {
  return withRenderedSets(references, workingFolder, options, async (sets, diagnostics) => ({
    images: findImages(sets.flatMap(({ charts }) => charts)),
    diagnostics,
  }));
}
