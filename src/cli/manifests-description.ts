// What `chartwright manifests --json` prints.
import { formatReference } from "../kubernetes/object.ts";
import type { ManifestPart } from "../manifests/manifests.ts";
import type { ManifestSet } from "../manifests/print-files.ts";
import type { RenderedManifestSet } from "../render-manifests.ts";

/** What was rendered, and where it was written. */
export interface ManifestsDescription {
  /** The files, as seen from the working folder; none for standard output. */
  readonly files: readonly string[];
  readonly sets: readonly ManifestSetDescription[];
}

/** One chart set. */
interface ManifestSetDescription extends Omit<ManifestSet, "manifests"> {
  /** In the order in which they are to be applied. */
  readonly objects: readonly {
    /** As kubectl names it. */
    readonly object: string;
    readonly part: ManifestPart;
    readonly chart?: string;
    readonly template?: string;
  }[];
  readonly leftOut: readonly {
    readonly object: string;
    readonly chart: string;
    readonly template: string;
    readonly reason: string;
  }[];
}

/** Describes `sets`. */
export function describeManifests(
  files: readonly string[],
  sets: readonly RenderedManifestSet[],
): ManifestsDescription {
  return { files, sets: sets.map(describeSet) };
}

function describeSet({ manifests, leftOut, ...set }: RenderedManifestSet): ManifestSetDescription {
  return {
    ...set,
    objects: manifests.map(({ reference, part, chart, template }) => ({
      object: formatReference(reference),
      part,
      ...(chart === undefined ? {} : { chart }),
      ...(template === undefined ? {} : { template }),
    })),
    leftOut: leftOut.map(({ reference, ...rest }) => ({ object: formatReference(reference), ...rest })),
  };
}
