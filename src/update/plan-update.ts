// A project and a release of its operator → all that an update changes: pins, project file, charts, versions, changelog.
// Writes nothing but the cache.
import { basename, resolve } from "node:path";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import type { ChartSet } from "../emit/chart.ts";
import { loadProject } from "../load/load-project.ts";
import type { SourceOptions } from "../load/pinned-sources.ts";
import { projectText } from "../load/project-text.ts";
import { changelogName, withEntry } from "../project/changelog.ts";
import { editProject } from "../project/edit-project.ts";
import type { Project } from "../project/project.ts";
import { projectSources } from "../project/versions.ts";
import type { ReadProject } from "../project-inputs.ts";
import { dependentsOf } from "../project-order.ts";
import {
  type ChartValueChanges,
  changeOfFindings,
  changeOfValues,
  type ReleaseChange,
} from "../upgrade/release-change.ts";
import { HelmError } from "../verify/run-helm.ts";
import { chartsBefore, movesSince, type OlderChart, valueChanges } from "./older-charts.ts";
import { type PinnedProjectLock, pinProject, releaseOfLock } from "./pin-project.ts";
import { buildWith, compareFiles, type ProjectPlace } from "./project-files.ts";
import type { UpdatePlan } from "./update-plan.ts";
import { type FoundOfUpdate, findingsOfUpdate } from "./upgrade-findings.ts";
import { appVersionRemarks, chartVersionStep, entryOf, releaseEdits } from "./version-steps.ts";

export interface UpdateOptions {
  /** The release to bring the project to. */
  readonly to: string;
  /** The day of the changelog's entry, such as 2026-11-30. */
  readonly date: string;
  readonly sources?: SourceOptions;
  /** The Helm that renders the charts of both releases; default: the one on the PATH, if there is one. */
  readonly helm?: string;
}

/** The update; with an error among the diagnostics there is none. */
export interface PlannedUpdate {
  readonly plan?: UpdatePlan;
  readonly diagnostics: readonly Diagnostic[];
}

/** Plans to bring the project in `path` to another release. */
export async function planUpdate(
  path: string,
  workingFolder: string,
  options: UpdateOptions,
): Promise<PlannedUpdate> {
  const { project, name, folder, positionOf, diagnostics } = await loadProject(path, workingFolder);
  const text = projectText(resolve(workingFolder, name));
  if (!project || !positionOf || text === undefined) return { diagnostics };
  if (!projectSources(project).some(({ hasVersion }) => hasVersion)) {
    return { diagnostics: [noSource(project, positionOf(["sources"]))] };
  }
  const { to, sources = {} } = options;
  const read = { project, folder, positionOf };
  const pinned = await pinProject(read, to, workingFolder, sources);
  if (hasErrors(pinned.diagnostics)) return { diagnostics: pinned.diagnostics };
  const place = { path, workingFolder, folder, projectFile: basename(name), sources };
  return planPinned({ read, text, pinned }, place, options);
}

/** The update of a project whose sources are pinned at the new release. */
async function planPinned(
  given: { readonly read: ReadProject; readonly text: string; readonly pinned: PinnedProjectLock },
  place: ProjectPlace,
  { to, date, helm }: UpdateOptions,
): Promise<PlannedUpdate> {
  const { read, text, pinned } = given;
  const { project, folder } = read;
  const { workingFolder } = place;
  const from = releaseOfLock(pinned.earlier) ?? project.version;
  const pinnedFiles = { project: editProject(text, releaseEdits(project, from, to)), lock: pinned.text };
  // With the version that the charts have now, to see what is other; the one that this asks for comes then.
  const first = await buildWith(pinnedFiles, place);
  if (!first.chartSet || !first.comparison) return { diagnostics: first.diagnostics };
  const outputFolder = first.comparison.absoluteFolder;
  const older = chartsBefore(first.chartSet, outputFolder);
  const values = valueChanges(older, first.chartSet);
  const moves = movesSince(first.chartSet, outputFolder);
  const told = valueChanges(older, first.chartSet, moves);
  const judged =
    older.length > 0 && from !== to
      ? await judge(older, first.chartSet, outputFolder, { values, told }, helm)
      : undefined;
  const change = judged?.change;
  const version = chartVersionStep(project, older[0]?.version, first.chartSet.plan.metadata.version, change);
  const entry =
    change || older.length === 0
      ? entryOf(project, { from, to, change, moves, version: version.after }, date)
      : undefined;
  const changelog = projectText(resolve(workingFolder, folder, changelogName));
  const files = {
    ...pinnedFiles,
    project: editProject(pinnedFiles.project, version.edits),
    ...(entry ? { changelog: withEntry(changelog, entry) } : {}),
  };
  const { chartSet, comparison, diagnostics: found } = await buildWith(files, place);
  if (!chartSet || !comparison) return { diagnostics: found };
  return {
    diagnostics: found,
    plan: {
      project: project.name,
      folder,
      ...(from === undefined || older.length === 0 ? {} : { from }),
      to,
      pins: pinned.pins.map((pin) => ({ ...pin, isNew: !pinned.earlier.has(pin.name) })),
      appVersion: chartSet.plan.metadata.appVersion,
      chartVersion: { before: version.before, after: chartSet.plan.metadata.version },
      ...(change ? { change } : {}),
      remarks: [...appVersionRemarks(project, from, to), ...version.remarks, ...(judged?.remarks ?? [])],
      findings: judged?.findings ?? [],
      values,
      ...(entry ? { entry } : {}),
      chartSet,
      charts: comparison,
      files: compareFiles(files, place),
      dependents: await dependentsOf(folder, workingFolder),
    },
  };
}

/** What a release changes, by the upgrade report; by the values alone where there is no Helm that renders the charts. */
async function judge(
  older: readonly OlderChart[],
  { plan, charts }: ChartSet,
  outputFolder: string,
  { values, told }: Readonly<Record<"values" | "told", readonly ChartValueChanges[]>>,
  helm: string | undefined,
): Promise<Pick<UpdatePlan, "findings" | "remarks"> & { readonly change: ReleaseChange }> {
  const { sourceNamespace } = plan.operator;
  const found = await findingsOfUpdate(older, charts, outputFolder, {
    ...(helm === undefined ? {} : { helm }),
    ...(sourceNamespace === undefined ? {} : { namespace: sourceNamespace }),
  }).catch((error: unknown): FoundOfUpdate => {
    // A Helm that was named has to be there.
    if (!(error instanceof HelmError) || helm !== undefined) throw error;
    return { ok: false, reason: error.diagnostic.message };
  });
  if (found.ok) {
    const { findings } = found;
    return { change: changeOfFindings(findings, told), findings, remarks: [] };
  }
  const remark = `Only values were compared: ${found.reason}`;
  return { change: changeOfValues(values, told), findings: [], remarks: [remark] };
}

function noSource({ name, version }: Project, position: Position): Diagnostic {
  return {
    severity: "error",
    code: "sources/no-version",
    message: `No source of "${name}" follows the operator's release.`,
    position,
    found: version === undefined ? "no {version} in any path or URL" : "a version that no path or URL names",
    expected: "sources such as `url: https://example.com/releases/{version}/operator.yaml`",
    hint: "Write {version} where the release stands in them.",
  };
}
