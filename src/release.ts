// `chartwright release`: projects → published charts, in steps of which each can end it. Nothing is published before all is
// proven, and what was published never gets other bytes.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.ts";
import type { BuildResult } from "./convert.ts";
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import type { SourceOptions } from "./load/pinned-sources.ts";
import { type PackagedChart, type PackageOptions, packageCharts } from "./package.ts";
import { projectsOf } from "./project-order.ts";
import type { PushedChart } from "./publish/push-charts.ts";
import {
  earlierVersion,
  indexWith,
  type PublishTarget,
  publishedOtherwise,
  pushToRegistry,
  writeRepository,
} from "./publish-target.ts";
import type { UpgradeReport } from "./upgrade/upgrade-report.ts";
import { upgradeCheck } from "./upgrade-check.ts";
import type { Report } from "./verify/report.ts";
import { verify } from "./verify/verify.ts";
import { unresolvedEdits } from "./write/hand-edits.ts";

/** What is released, and how. */
export interface ReleaseOptions {
  readonly target: PublishTarget;
  /** Paths of Helms to verify with; none: the one on the PATH. The first also renders for the upgrade check. */
  readonly helms: readonly string[];
  readonly package: PackageOptions;
  /** When the charts are published, for the index. */
  readonly created: Date;
  /** From which findings about the upgrade on nothing is published. */
  readonly failOn: "error" | "warning" | "none";
  /** Whether to stop before anything is published. */
  readonly isDryRun?: boolean;
  readonly sources?: SourceOptions;
}

/** A step that was done, and whether it ends the release. */
export type ReleaseStep = { readonly isLast: boolean } & (
  | { readonly step: "build"; readonly project: string; readonly charts: readonly string[] }
  | { readonly step: "verify"; readonly project: string; readonly report: Report }
  | {
      readonly step: "upgrade-check";
      readonly project: string;
      /** Absent where nothing was published before. */
      readonly report?: UpgradeReport;
    }
  | { readonly step: "package"; readonly charts: readonly PackagedChart[] }
  | { readonly step: "push"; readonly pushed: readonly PushedChart[] }
  | { readonly step: "index"; readonly added: readonly string[] }
);

/** A project whose charts are there and up to date. */
interface BuiltProject {
  readonly path: string;
  readonly chartSet: NonNullable<BuildResult["chartSet"]>;
  readonly rebuild: BuildResult["rebuild"];
  /** The name, version and folder of each chart. */
  readonly charts: readonly { readonly name: string; readonly version: string; readonly folder: string }[];
}

/**
 * Releases the projects of `paths`. Yields each step when it is done and returns what is wrong: with errors nothing was
 * published, unless it was the publishing that failed. Throws HelmError where there is no Helm.
 */
export async function* release(
  paths: readonly string[],
  options: ReleaseOptions,
): AsyncGenerator<ReleaseStep, readonly Diagnostic[]> {
  const folder = await mkdtemp(join(tmpdir(), "chartwright-release-"));
  try {
    return yield* steps(paths, options, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* steps(
  paths: readonly string[],
  options: ReleaseOptions,
  folder: string,
): AsyncGenerator<ReleaseStep, readonly Diagnostic[]> {
  const { target } = options;
  const projects: BuiltProject[] = [];
  for (const path of await projectsOf(paths, target.workingFolder)) {
    const built = await buildProject(path, options);
    if ("diagnostics" in built) return built.diagnostics;
    const charts = built.charts.map(({ name, version }) => `${name} ${version}`);
    yield { step: "build", project: path, charts, isLast: false };
    projects.push(built);
  }
  for (const { path, chartSet, rebuild, charts } of projects) {
    const report = await verify(chartSet, {
      helms: options.helms,
      folders: new Map(charts.map((chart) => [chart.name, chart.folder])),
      ...(rebuild ? { rebuild } : {}),
    });
    const isLast = !report.summary.passed;
    yield { step: "verify", project: path, report, isLast };
    if (isLast) return [];
  }
  for (const project of projects) {
    const checked = await checkUpgrade(project, options, folder);
    if ("diagnostics" in checked) return checked.diagnostics;
    yield checked.step;
    if (checked.step.isLast) return [];
  }
  return yield* publish(projects, options);
}

async function buildProject(
  path: string,
  { target, sources }: ReleaseOptions,
): Promise<BuiltProject | { readonly diagnostics: readonly Diagnostic[] }> {
  const { chartSet, comparison, rebuild, diagnostics } = await build(
    path,
    target.workingFolder,
    sources ? { sources } : {},
  );
  if (!chartSet || !comparison || hasErrors(diagnostics)) return { diagnostics };
  const charts = chartSet.charts.map(({ plan }) => ({
    name: plan.name,
    version: chartSet.plan.metadata.version,
    folder: join(comparison.absoluteFolder, plan.name),
  }));
  if (
    comparison.changes.length === 0 &&
    unresolvedEdits(comparison).length === 0 &&
    charts.every((chart) => existsSync(chart.folder))
  )
    return { path, chartSet, rebuild, charts };
  // As `package` tells it.
  const { diagnostics: stale } = await packageCharts([path], target.workingFolder, { date: new Date(0) });
  return { diagnostics: stale };
}

/** What the upgrade from what was published last means. */
async function checkUpgrade(
  { path, charts }: BuiltProject,
  { target, helms, failOn, sources }: ReleaseOptions,
  folder: string,
): Promise<{ readonly step: ReleaseStep } | { readonly diagnostics: readonly Diagnostic[] }> {
  const older: string[] = [];
  for (const chart of charts) {
    const earlier = await earlierVersion(chart, target, folder);
    if (!earlier.ok) return { diagnostics: [earlier.diagnostic] };
    if (earlier.reference !== undefined) older.push(earlier.reference);
  }
  if (older.length === 0) return { step: { step: "upgrade-check", project: path, isLast: false } };
  const [helm] = helms;
  const { report, diagnostics } = await upgradeCheck({
    older,
    newer: charts.map((chart) => chart.folder),
    workingFolder: target.workingFolder,
    access: target.access,
    ...(sources ? { sources } : {}),
    ...(helm === undefined ? {} : { helm }),
  });
  if (!report) return { diagnostics };
  const { errors, warnings } = report.summary;
  const isLast = failOn !== "none" && errors + (failOn === "warning" ? warnings : 0) > 0;
  return { step: { step: "upgrade-check", project: path, report, isLast } };
}

async function* publish(
  projects: readonly BuiltProject[],
  options: ReleaseOptions,
): AsyncGenerator<ReleaseStep, readonly Diagnostic[]> {
  const { target, created, isDryRun = false } = options;
  const paths = projects.map(({ path }) => path);
  const { charts, diagnostics } = await packageCharts(paths, target.workingFolder, options.package);
  if (hasErrors(diagnostics)) return diagnostics;
  const archives = charts.map(({ archive }) => archive);
  const { update, diagnostics: refused } = target.repository
    ? indexWith(archives, target, created)
    : { update: undefined, diagnostics: [] };
  const obstacles = [...refused, ...(await publishedOtherwise(archives, target))];
  if (obstacles.length > 0) return obstacles;
  yield { step: "package", charts, isLast: isDryRun };
  if (isDryRun) return [];
  if (target.registry !== undefined) {
    const { pushed, diagnostics: problems } = await pushToRegistry(charts, target.registry, target);
    yield { step: "push", pushed, isLast: problems.length > 0 };
    if (problems.length > 0) return problems;
  }
  if (update) {
    const failed = writeRepository(charts, update, target);
    if (failed) return [failed];
    yield { step: "index", added: update.added, isLast: false };
  }
  return [];
}
