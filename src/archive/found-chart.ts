// A chart that was found somewhere, whoever made it: what it says of itself, its files, and where Helm renders it from.
import type { Chart, ChartSet } from "../emit/chart.ts";
import { field } from "../kubernetes/object.ts";
import type { RenderedDocument } from "../verify/rendered.ts";
import type { ChartFiles, ChartIdentity } from "./archive.ts";

/** A chart at hand. */
export interface FoundChart extends ChartIdentity {
  /** "" where Chart.yaml has none. */
  readonly appVersion: string;
  /** Those that Helm reads, by their paths in the chart, sorted. */
  readonly files: ChartFiles;
  /** Where it was found, in words for people: a folder, an archive, `oci://host/path/name:tag`. */
  readonly path: string;
  /** The folder or archive that Helm renders. */
  readonly location: string;
  /** `sha256:…` of the manifest, for a chart of a registry. */
  readonly digest?: string;
  /** What it was compiled as, for a chart of a project. */
  readonly compiled?: { readonly chart: Chart; readonly set: ChartSet };
}

/** A chart with what Helm makes of it. */
export interface RenderedChart {
  readonly chart: FoundChart;
  readonly release: string;
  /** Hooks and the CRDs of `crds/` are among them. */
  readonly documents: readonly RenderedDocument[];
}

/** The text of a file of `chart`; undefined where there is none. */
export function chartText(chart: FoundChart, path: string): string | undefined {
  const bytes = chart.files.get(path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** `chart` as it was found at `path`, for Helm at `location`. */
export function foundChart(
  identity: ChartIdentity,
  files: ChartFiles,
  place: Pick<FoundChart, "path" | "location" | "digest" | "compiled">,
): FoundChart {
  const { name, version, metadata, chartFile } = identity;
  const said = field(metadata, "appVersion");
  // Helm reads a number as a text, too.
  const appVersion = said === null || said === undefined ? "" : String(said);
  const sorted = new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { name, version, metadata, chartFile, appVersion, files: sorted, ...place };
}
