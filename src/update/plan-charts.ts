// A project whose sources are at hand for another release, or whose components change → its charts, versions and changelog.
import { resolve } from "node:path";
import { hasErrors } from "../diagnostics/diagnostic.ts";
import type { ChartSet } from "../emit/chart.ts";
import { projectText } from "../load/project-text.ts";
import { changelogName, hasChangelog, withEntry } from "../project/changelog.ts";
import { editProject } from "../project/edit-project.ts";
import type { ReadProject } from "../project-inputs.ts";
import type { UpgradeFinding } from "../upgrade/finding.ts";
import { changeOfFindings, changeOfValues, type ReleaseChange } from "../upgrade/release-change.ts";
import { HelmError } from "../verify/run-helm.ts";
import { componentMoves, componentValues, withComponentChanges } from "./changed-components.ts";
import { compareSettings } from "./compare-settings.ts";
import { chartsBefore, movesSince, type OlderChart, valueChanges } from "./older-charts.ts";
import { type PinnedProjectLock, releaseOfLock } from "./pin-project.ts";
import type { PlannedUpdate, UpdateOptions } from "./plan-update.ts";
import { buildWith, compareFiles, type ProjectFiles, type ProjectPlace, textsOf } from "./project-files.ts";
import type { ChangedComponent, UpdatePlan } from "./update-plan.ts";
import { type FoundOfUpdate, findingsOfUpdate } from "./upgrade-findings.ts";
import { appVersionRemarks, chartVersionStep, entryOf, releaseEdits } from "./version-steps.ts";

/** A project, what is pinned of it anew, and which of its components change with it. */
export interface ChangingProject {
  readonly read: ReadProject;
  /** The text of the project file. */
  readonly text: string;
  readonly place: ProjectPlace;
  /** Absent for a project that only follows its components. */
  readonly pinned?: PinnedProjectLock;
  readonly components: readonly ChangedComponent[];
}

/** Plans the charts of a project and all that follows of them. */
export async function planCharts(changing: ChangingProject, options: UpdateOptions): Promise<PlannedUpdate> {
  const { read, place, components } = changing;
  const { project, folder } = read;
  const step = releaseStep(changing, options.to);
  const { from, to } = step;
  // With the version that the charts have now, to see what is other; the one that this asks for comes then.
  const first = await buildWith(step.files, place);
  if (!first.chartSet || !first.comparison) return { diagnostics: first.diagnostics };
  const outputFolder = first.comparison.absoluteFolder;
  const older = chartsBefore(first.chartSet, outputFolder);
  const valuesStep = valuesOf(older, first.chartSet, { outputFolder, components });
  const isOther = from !== to || components.length > 0;
  const judged =
    older.length > 0 && isOther
      ? await judge(older, first.chartSet, valuesStep, { outputFolder, components, helm: options.helm })
      : undefined;
  const change = judged && withComponentChanges(judged.change, components);
  const version = chartVersionStep(project, older[0]?.version, first.chartSet.plan.metadata.version, change);
  const isTold = hasChangelog(project) && (change !== undefined || older.length === 0);
  const told = { ...step, change, moves: valuesStep.moves, version: version.after };
  const entry = isTold ? entryOf(project, told, options.date) : undefined;
  const files = {
    ...step.files,
    project: editProject(step.files.project, version.edits),
    ...(entry ? { changelog: withEntry(changelogBefore(place), entry) } : {}),
  };
  const { chartSet, comparison, diagnostics } = await buildWith(files, place);
  if (!chartSet || !comparison) return { diagnostics };
  const compared = await compareSettings(read, place);
  if (hasErrors(compared.diagnostics)) return { diagnostics: compared.diagnostics };
  return {
    diagnostics: [...diagnostics, ...compared.diagnostics],
    plan: {
      project: project.name,
      folder,
      ...releasesOf(step, older.length > 0),
      pins: step.pins,
      appVersion: chartSet.plan.metadata.appVersion,
      chartVersion: { before: version.before, after: chartSet.plan.metadata.version },
      components,
      ...(change ? { change } : {}),
      remarks: [...step.remarks, ...version.remarks, ...(judged?.remarks ?? [])],
      findings: judged?.findings ?? [],
      ...valuesStep,
      ...(entry ? { entry } : {}),
      chartSet,
      charts: comparison,
      files: compareFiles(files, place),
      ...(compared.settings ? { settings: compared.settings } : {}),
      texts: textsOf(files, place),
      dependents: [],
    },
  };
}

interface ReleaseStep {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The project's files at that release, with the charts' version as it was. */
  readonly files: ProjectFiles;
  readonly pins: UpdatePlan["pins"];
  readonly remarks: readonly string[];
}

/** What the release itself changes of the project's files: nothing for a project that only follows its components. */
function releaseStep({ read, text, pinned }: ChangingProject, to: string): ReleaseStep {
  const { project } = read;
  const { version } = project;
  if (!pinned) return { from: version, to: version, files: { project: text }, pins: [], remarks: [] };
  const from = releaseOfLock(pinned.earlier) ?? version;
  return {
    from,
    to,
    files: { project: editProject(text, releaseEdits(project, from, to)), lock: pinned.text },
    pins: pinned.pins.map((pin) => ({ ...pin, isNew: !pinned.earlier.has(pin.name) })),
    remarks: appVersionRemarks(project, from, to),
  };
}

function valuesOf(
  older: readonly OlderChart[],
  chartSet: ChartSet,
  { outputFolder, components }: Omit<JudgeOptions, "helm">,
): Pick<UpdatePlan, "values" | "told" | "moves"> {
  const moves = movesSince(chartSet, outputFolder);
  const { name } = chartSet.plan;
  return {
    values: [...valueChanges(older, chartSet), ...componentValues(name, components, "values")],
    told: [...valueChanges(older, chartSet, moves), ...componentValues(name, components, "told")],
    moves: [...moves, ...componentMoves(components)],
  };
}

/** The releases as a plan has them: without charts there was none before. */
function releasesOf({ from, to }: ReleaseStep, hadCharts: boolean): Pick<UpdatePlan, "from" | "to"> {
  return {
    ...(from === undefined || !hadCharts ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function changelogBefore({ workingFolder, folder }: ProjectPlace): string | undefined {
  return projectText(resolve(workingFolder, folder, changelogName));
}

interface JudgeOptions {
  readonly outputFolder: string;
  readonly components: readonly ChangedComponent[];
  readonly helm: string | undefined;
}

/** That a component has another version says nothing: what it changes does. */
function isOfItself(components: readonly ChangedComponent[]): (finding: UpgradeFinding) => boolean {
  const known = new Set(components.map(({ key }) => `dependencies[${key}]`));
  return ({ code, path }) => code !== "chart/dependency-changed" || !known.has(path ?? "");
}

/** What a release changes, by the upgrade report; by the values alone where there is no Helm that renders the charts. */
async function judge(
  older: readonly OlderChart[],
  { plan, charts }: ChartSet,
  { values, told }: Pick<UpdatePlan, "values" | "told">,
  { outputFolder, components, helm }: JudgeOptions,
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
    return { change: changeOfFindings(findings.filter(isOfItself(components)), told), findings, remarks: [] };
  }
  const remark = `Only values were compared: ${found.reason}`;
  return { change: changeOfValues(values, told), findings: [], remarks: [remark] };
}
