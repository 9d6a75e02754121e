// An update, and what a project has pinned, for people.
import { join } from "node:path";
import { counted } from "../diagnostics/counted.ts";
import { changelogName, printEntry } from "../project/changelog.ts";
import type { ProjectStatus } from "../update/project-status.ts";
import type { UpdatePlan } from "../update/update-plan.ts";
import { ownFolder } from "../write/record.ts";
import { changedSettingLines } from "./settings-summary.ts";
import { valueChangeLines, withMoved } from "./value-changes.ts";

const mostFindings = 20;

/** What an update does, or would do. */
export function updateText(plan: UpdatePlan): string {
  const { charts, files, settings, change, chartVersion } = plan;
  const reason = change ? `, ${change.bump}: ${change.reason}` : "";
  const versions = [
    `  charts    ${stepText(chartVersion.before, chartVersion.after)}${reason}`,
    ...(plan.to === undefined ? [] : [`  operator  ${plan.appVersion}`]),
    ...plan.remarks.map((remark) => `  ${remark}`),
  ];
  const changed = [
    ...files.changes,
    ...(settings?.comparison.changes ?? []),
    ...charts.changes.filter(({ path }) => !path.startsWith(`${ownFolder}/`)),
  ];
  const entry = plan.entry ? printEntry(plan.entry).map((line) => (line === "" ? "" : `  ${line}`)) : [];
  const sections = [
    titleOf(plan),
    ...titled("Components:", plan.components.map(componentLine)),
    ...(plan.pins.length === 0 ? [] : [["Sources:", ...plan.pins.map(pinLine)].join("\n")]),
    ["Versions:", ...versions].join("\n"),
    ...titled("What it means for a cluster:", findingLines(plan)),
    ...titled(
      "Values that are not as they were:",
      withMoved(plan.told, plan.chartSet, plan.moves).flatMap(valueChangeLines),
    ),
    ...titled("Settings that are not as they were:", settings ? changedSettingLines(settings) : []),
    ...(entry.length === 0 ? [] : [[`${join(plan.folder, changelogName)}:`, ...entry].join("\n")]),
    changed.length === 0
      ? "Nothing to write: all of it is there."
      : `${counted(changed.length, "file")}: ${fileNames(plan)} and the charts in ${charts.folder}.`,
  ];
  return `${sections.join("\n\n")}\n`;
}

function titleOf({ project, from, to, components }: UpdatePlan): string {
  const follows = components.map(({ plan }) => plan.project).join(", ");
  if (from === to && follows !== "") return `${project} follows ${follows}`;
  if (from === undefined) return `${project}: ${to}`;
  return from === to ? `${project}: ${to} already` : `${project}: ${from} → ${to}`;
}

function componentLine({ key, plan: { chartVersion, from, to } }: UpdatePlan["components"][number]): string {
  const release = from === undefined || from === to ? "" : `, ${from} → ${to}`;
  return `${key}  ${stepText(chartVersion.before, chartVersion.after)}${release}`;
}

/** Of projects that cannot follow: what to do where they are to follow later. */
export function stuckText(paths: readonly string[]): string {
  if (paths.length === 0) return "";
  return `The errors are those of ${paths.join(", ")}, which would follow its components. Mend them, or update with --no-dependents and let it follow by hand.\n`;
}

/** How to go on. */
export function updateNext({ folder, dependents, project }: UpdatePlan): string {
  const verify = `Next: chartwright verify${folder === "." ? "" : ` ${folder}`}\n`;
  if (dependents.length === 0) return verify;
  return `${verify}${project} is a component of ${dependents.join(", ")}: raise chart.version there, and run \`chartwright build ${dependents.join(" ")}\`.\n`;
}

/** What a project has pinned, and where newer releases are. */
export function statusText(status: ProjectStatus): string {
  const { project, folder, version, sources, newer, pages } = status;
  const title = `${project}: ${version ?? "no version"}`;
  const charts = chartsLine(status);
  if (sources.length === 0) return `${title}\n  no source follows a version or is a URL\n${charts}\n`;
  const lines = sources.map(({ name, pin }) =>
    pin
      ? pinLine({ ...pin, isNew: false })
      : `  ${name}\n    not pinned: run \`chartwright update --pin${where(folder)}\``,
  );
  const found =
    newer === undefined
      ? []
      : newer.length === 0
        ? ["  no newer release beside these sources"]
        : [`  newer: ${newer.join(", ")}`, `  Next: chartwright update${where(folder)} --to ${newer.at(-1)}`];
  return `${[title, ...lines, charts, ...found, ...pages.map((page) => `  releases: ${page}`)].join("\n")}\n`;
}

function chartsLine({ charts, folder }: ProjectStatus): string {
  const build = `\`chartwright build${where(folder)}\``;
  switch (charts.state) {
    case "current":
      return "  charts: as the sources say";
    case "absent":
      return `  charts: none yet; run ${build}`;
    case "stale":
      return `  charts: ${counted(charts.files, "file")} not as the sources say; run ${build}`;
    case "unknown":
      return `  charts: not compared with the sources. ${charts.reason}`;
  }
}

function where(folder: string): string {
  return folder === "." ? "" : ` ${folder}`;
}

function pinLine({ name, sha256, size, isNew }: UpdatePlan["pins"][number]): string {
  return `  ${name}\n    sha256 ${sha256}, ${Math.ceil(size / 1024)} KiB${isNew ? ", new" : ""}`;
}

function stepText(before: string, after: string): string {
  return before === after ? after : `${before} → ${after}`;
}

/** Those that a person has to know of; the report has the others, too. */
function findingLines({ findings }: UpdatePlan): readonly string[] {
  const told = findings.filter(({ severity }) => severity !== "info");
  const lines = told
    .slice(0, mostFindings)
    .map(({ severity, subject, message }) => `${severity.padEnd(7)}  ${subject}: ${message}`);
  const rest = findings.length - lines.length;
  return rest > 0
    ? [...lines, `${counted(rest, "finding")} ${lines.length > 0 ? "more" : "to know of"}; --json has all`]
    : lines;
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [[title, ...lines.map((line) => `  ${line}`)].join("\n")];
}

function fileNames({ files, settings }: UpdatePlan): string {
  const written = settings ? [files, settings.comparison] : [files];
  const names = written.flatMap(({ changes, folder }) => changes.map(({ path }) => join(folder, path)));
  return names.length === 0 ? "no file of the project" : names.join(", ");
}
