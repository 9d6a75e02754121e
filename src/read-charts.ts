// Charts from anywhere, whoever made them, and what Helm renders of them. Writes nothing but on the workbench.
import { readFile } from "node:fs/promises";
import {
  archiveName,
  type ChartFiles,
  type ChartIdentity,
  chartDiagnostic,
  type Outcome,
  openArchive,
  openFiles,
} from "./archive/archive.ts";
import { missingDependencies } from "./archive/dependencies.ts";
import { type FoundChart, foundChart, type RenderedChart } from "./archive/found-chart.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import type { SourceOptions } from "./load/pinned-sources.ts";
import { type LocatedChart, locateCharts } from "./locate-charts.ts";
import { pullChart } from "./publish/pull-chart.ts";
import type { RegistryAccess } from "./publish/registry-client.ts";
import { readChartBytes } from "./verify/chart-folder.ts";
import type { Helm, TemplateOptions, Workbench } from "./verify/helm.ts";
import { installRank, partHooks, renderChart } from "./verify/render-chart.ts";
import { RenderedReader } from "./verify/rendered.ts";
import { HelmError } from "./verify/run-helm.ts";
import { unresolvedFiles } from "./write/hand-edits.ts";

/** What reading charts needs. */
export interface ReadChartsOptions {
  /** Where archives of a registry are put, so that Helm can render them. */
  readonly workbench: Workbench;
  /** How a registry is reached, for `oci://`. */
  readonly access: RegistryAccess;
  /** How pinned sources of projects are come by. */
  readonly sources?: SourceOptions;
}

/** The charts; with an error among the diagnostics some are not there. */
export interface ReadChartsResult {
  readonly charts: readonly FoundChart[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The charts that `references` mean, each once, in their order: a project's folder (all its charts, in the order in which
 * they are installed), a chart's folder, an archive, `oci://HOST/PATH/NAME` with `:VERSION` or `@sha256:DIGEST`. Relative
 * paths start at `workingFolder`.
 */
export async function readCharts(
  references: readonly string[],
  workingFolder: string,
  options: ReadChartsOptions,
): Promise<ReadChartsResult> {
  const charts = new Map<string, FoundChart>();
  const diagnostics: Diagnostic[] = [];
  for (const reference of references) {
    const found = reference.startsWith("oci://")
      ? await readRemote(reference, options)
      : await readLocal(reference, workingFolder, options);
    // One that was named before, by itself or with its project, is there already.
    for (const chart of found.charts) {
      const known = charts.get(chart.location);
      if (!known?.compiled) charts.set(chart.location, chart);
    }
    diagnostics.push(...found.diagnostics);
  }
  return { charts: [...charts.values()], diagnostics };
}

async function readRemote(
  reference: string,
  { workbench, access }: ReadChartsOptions,
): Promise<ReadChartsResult> {
  const { pulled, diagnostics } = await pullChart(reference, access);
  if (!pulled) return { charts: [], diagnostics };
  const { archive, files, digest, reference: path } = pulled;
  const name = archiveName(archive);
  const folder = await workbench.write(
    `pulled/${digest.replace(":", "-")}`,
    new Map([[name, archive.bytes]]),
  );
  return {
    charts: [foundChart(archive, files, { path, location: `${folder}/${name}`, digest })],
    diagnostics,
  };
}

async function readLocal(
  reference: string,
  workingFolder: string,
  { sources }: ReadChartsOptions,
): Promise<ReadChartsResult> {
  const located = await locateCharts(reference, workingFolder, sources ? { sources } : {});
  const charts: FoundChart[] = [];
  const diagnostics = [...located.diagnostics];
  for (const chart of located.charts) {
    const read = await readLocated(chart);
    if (read.ok) charts.push(read.chart);
    else diagnostics.push(read.diagnostic);
  }
  return { charts, diagnostics };
}

type ReadLocated =
  | { readonly ok: true; readonly chart: FoundChart }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

async function readLocated(located: LocatedChart): Promise<ReadLocated> {
  const { path, absolute, compiled } = located;
  try {
    const content = located.isArchive ? undefined : await readChartBytes(absolute);
    const [unresolved] = content ? unresolvedFiles(path, content) : [];
    if (unresolved) return { ok: false, diagnostic: unresolved };
    const opened = content ? openFiles(content) : await openGivenArchive(absolute);
    if (!opened.ok) return { ok: false, diagnostic: chartDiagnostic(path, opened.fault) };
    const { identity, files } = opened;
    const missing = missingDependencies(identity, files);
    if (missing) return { ok: false, diagnostic: chartDiagnostic(path, missing) };
    const place = { path, location: absolute, ...(compiled ? { compiled } : {}) };
    return { ok: true, chart: foundChart(identity, files, place) };
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return { ok: false, diagnostic: error.diagnostic };
  }
}

async function openGivenArchive(
  file: string,
): Promise<Outcome<{ identity: ChartIdentity; files: ChartFiles }>> {
  const opened = await openArchive(await readFile(file));
  return opened.ok ? { ok: true, identity: opened.archive, files: opened.files } : opened;
}

/** For what charts are rendered. */
export interface RenderChartsOptions extends Omit<TemplateOptions, "release"> {
  /** By chart name: what its release is called. Others are called as their charts. */
  readonly releases?: ReadonlyMap<string, string>;
  /** Values for one of them, in place of those for all. */
  readonly valuesOf?: (chart: FoundChart) => Pick<TemplateOptions, "valuesFiles" | "set">;
}

/**
 * Renders `charts`, each as a release; they come back in the order in which they are to be installed: CRDs alone, what
 * runs, custom resources alone. What Helm refuses is a diagnostic.
 */
export async function renderCharts(
  { workbench, helm }: { readonly workbench: Workbench; readonly helm: Helm },
  charts: readonly FoundChart[],
  { releases = new Map(), valuesOf = () => ({}), ...options }: RenderChartsOptions,
): Promise<{ readonly charts: readonly RenderedChart[]; readonly diagnostics: readonly Diagnostic[] }> {
  const reader = new RenderedReader();
  const rendered: RenderedChart[] = [];
  const diagnostics: Diagnostic[] = [];
  const outcomes = charts.map(async (chart) => {
    const release = releases.get(chart.name) ?? releaseName(chart.name);
    const own = { ...options, ...valuesOf(chart), release };
    const rendering = await renderChart(workbench, helm, chart.location, own, reader);
    return { chart, release, rendering };
  });
  for (const { chart, release, rendering } of await Promise.all(outcomes)) {
    if (rendering.ok) rendered.push({ chart, release, documents: rendering.documents });
    else diagnostics.push(refused(chart, rendering.words, helm));
  }
  const ranked = rendered.map((one) => ({ one, rank: installRank(partHooks(one.documents).objects) }));
  return { charts: ranked.toSorted((a, b) => a.rank - b.rank).map(({ one }) => one), diagnostics };
}

/** A release that is called as its chart; Helm takes up to 53 characters. */
function releaseName(chart: string): string {
  return chart.slice(0, 53).replace(/-+$/, "");
}

function refused({ path }: FoundChart, words: string, helm: Helm): Diagnostic {
  return {
    severity: "error",
    code: "charts/not-rendered",
    message: `Helm ${helm.version} does not render "${path}".`,
    found: words,
    expected: "a chart that renders with these values",
  };
}
