// Writing and checking the files of a project's settings: what `flags` and `build` share.
import { hasErrors } from "../diagnostics/diagnostic.ts";
import type { SettingsResult } from "../read-settings.ts";
import type { SettingsFiles } from "../settings-files.ts";
import { type Cli, exitCode } from "./cli.ts";
import { reportDiagnostics } from "./report-diagnostics.ts";

/** Which files, and whether standard output is for a JSON document that somebody else prints. */
export interface SettingsStepOptions {
  readonly group?: string | undefined;
  readonly quiet?: boolean | undefined;
}

/** How a step ended: its exit code, with what was compared unless it failed. */
export interface SettingsStep {
  readonly code: number;
  readonly files?: SettingsFiles;
}

/** Writes the files of settings that are not up to date. */
export async function writeSettings(
  settings: SettingsResult,
  cli: Cli,
  { group, quiet }: SettingsStepOptions,
): Promise<SettingsStep> {
  const files = await compare(settings, cli, group);
  const { write } = await import("../write/write.ts");
  const refused = hasErrors(files.diagnostics) ? [] : write(files.comparison).diagnostics;
  const code = await reportDiagnostics([...files.diagnostics, ...refused], cli);
  if (code !== exitCode.fine) return { code };
  const { fileSummary } = await import("./settings-summary.ts");
  if (!quiet) cli.stdout.write(fileSummary(files, true));
  return { code, files };
}

/**
 * Tells which files of settings are not up to date, and which settings changed; findings count as well.
 */
export async function checkSettings(
  settings: SettingsResult,
  cli: Cli,
  { group, quiet }: SettingsStepOptions,
): Promise<SettingsStep> {
  const files = await compare(settings, cli, group);
  const code = await reportDiagnostics(files.diagnostics, cli);
  if (code !== exitCode.fine) return { code };
  const { changes } = files.comparison;
  const { printDiff } = await import("../write/print-diff.ts");
  if (!quiet) cli.stdout.write(await printDiff(files.comparison));
  const { changedSettingLines, fileSummary } = await import("./settings-summary.ts");
  const lines = changedSettingLines(files).map((line) => `${line}\n`);
  cli.stderr.write(`${lines.join("")}${fileSummary(files, false)}`);
  if (changes.length > 0) cli.stderr.write("Run `chartwright flags values`, and commit what it writes.\n");
  const findings = [...settings.diagnostics, ...files.diagnostics];
  return { code: changes.length + findings.length > 0 ? exitCode.findings : exitCode.fine, files };
}

/**
 * What stands in the way of the settings' files of the project in `folder`, told before anything is written; the exit code.
 */
export async function settingsObstacles(folder: string, cli: Cli): Promise<number> {
  const settings = await settingsOf(folder, cli);
  if (!settings) return exitCode.fine;
  const known = hasErrors(settings.diagnostics)
    ? settings.diagnostics
    : (await compare(settings, cli, undefined)).diagnostics;
  return hasErrors(known) ? reportDiagnostics(known, cli) : exitCode.fine;
}

async function settingsOf(folder: string, cli: Cli): Promise<SettingsResult | undefined> {
  const { loadProject } = await import("../load/load-project.ts");
  const { project } = await loadProject(folder, cli.workingFolder);
  if (!project?.flags) return undefined;
  const { readSettings } = await import("../read-settings.ts");
  return readSettings(folder, cli.workingFolder);
}

/** What `build` does for the settings of the project in `folder`; nothing for one without. */
export async function buildSettings(
  folder: string,
  cli: Cli,
  options: { readonly check: boolean; readonly quiet: boolean },
): Promise<number> {
  const settings = await settingsOf(folder, cli);
  if (!settings) return exitCode.fine;
  const code = await reportDiagnostics(settings.diagnostics, cli, "no settings were written");
  if (code !== exitCode.fine) return code;
  if (options.check) return (await checkSettings(settings, cli, options)).code;
  return (await writeSettings(settings, cli, options)).code;
}

async function compare(
  settings: SettingsResult,
  { workingFolder }: Cli,
  group: string | undefined,
): Promise<SettingsFiles> {
  const { compareSettingsFiles } = await import("../settings-files.ts");
  return compareSettingsFiles(settings.groups, {
    flags: settings.flags ?? { groups: {} },
    ...(settings.providers ? { providers: settings.providers } : {}),
    folder: settings.folder,
    workingFolder,
    ...(group === undefined ? {} : { group }),
  });
}
