// The values files of a project's settings, which an update brings to what the Go sources say now.
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import type { ReadProject } from "../project-inputs.ts";
import { readSettings } from "../read-settings.ts";
import { compareSettingsFiles, type SettingsFiles } from "../settings-files.ts";
import type { ProjectPlace } from "./project-files.ts";

/** The files, which a project without settings has not; with an error among the diagnostics there are none. */
export interface ComparedSettings {
  readonly settings?: SettingsFiles;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares the values files of the project with its Go sources as they are; these follow no release of themselves. */
export async function compareSettings(
  { project: { flags, providers } }: ReadProject,
  { path, workingFolder }: ProjectPlace,
): Promise<ComparedSettings> {
  if (!flags) return { diagnostics: [] };
  const { groups, folder, diagnostics } = await readSettings(path, workingFolder);
  if (hasErrors(diagnostics)) return { diagnostics };
  const settings = compareSettingsFiles(groups, {
    flags,
    ...(providers ? { providers } : {}),
    folder,
    workingFolder,
  });
  const all = [...diagnostics, ...settings.diagnostics];
  return hasErrors(all) ? { diagnostics: all } : { settings, diagnostics: all };
}
