// From a project's settings to its values files and its reference, compared with those that are there.
import { isAbsolute, join, relative, resolve } from "node:path";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { hasSettings, type SettingChange, settingsFile, settingsFileName } from "./emit/settings-files.ts";
import { settingsReference } from "./emit/settings-reference.ts";
import type { SettingGroup } from "./flags/setting.ts";
import { providerGroups } from "./plan/provider-groups.ts";
import { defaultFlagsOutput, type ProjectFlags } from "./project/flags.ts";
import type { ProjectProviders } from "./project/providers.ts";
import { compareKept, type NextText } from "./write/compare-kept.ts";
import type { Comparison } from "./write/compare-tree.ts";

/** The settings of one file that are not as the sources have them. */
export interface FileChanges {
  readonly path: string;
  readonly changes: readonly SettingChange[];
}

/** The files that settings are written to; with an error among the diagnostics they cannot all be told. */
export interface SettingsFiles {
  readonly comparison: Comparison;
  readonly changed: readonly FileChanges[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The groups that get values files: all but those that another one includes. */
function groupsWithFiles(groups: readonly SettingGroup[]): readonly SettingGroup[] {
  const included = new Set(groups.flatMap(({ includes }) => includes));
  return groups.filter(({ name }) => !included.has(name));
}

/** Compares the files of `groups`, all groups of the project or some, with what is in the project's folder. */
export function compareSettingsFiles(
  groups: readonly SettingGroup[],
  options: {
    readonly flags: ProjectFlags;
    /** With providers each has its files, whether it has settings in Go sources or not. */
    readonly providers?: ProjectProviders;
    readonly folder: string;
    readonly workingFolder: string;
    /** Only the files of this group. */
    readonly group?: string;
  },
): SettingsFiles {
  const { flags, providers, folder, workingFolder, group: only } = options;
  const output = flags.output ?? defaultFlagsOutput;
  const below = (path: string) => (isAbsolute(path) ? relative(resolve(workingFolder, folder), path) : path);
  const changed: FileChanges[] = [];
  const diagnostics: Diagnostic[] = [];
  const paths = new Map<string, NextText>();
  for (const group of providers ? providerGroups(groups, providers) : groupsWithFiles(groups)) {
    if (only !== undefined && group.name !== only) continue;
    for (const kind of ["settings", "secrets"] as const) {
      const path = join(below(output), settingsFileName(group.name, kind));
      const isNeeded = hasSettings(group, kind) || (providers !== undefined && kind === "settings");
      paths.set(path, (existing) => {
        if (existing === undefined && !isNeeded) return undefined;
        const shown = join(folder, path);
        const file = settingsFile(shown, group, kind, existing);
        diagnostics.push(...file.diagnostics);
        if (file.changes.length > 0) changed.push({ path: shown, changes: file.changes });
        return file.text;
      });
    }
  }
  const { reference } = flags;
  if (reference !== undefined && only === undefined) {
    // Places in it are seen from the project, so that it does not depend on where it is written.
    paths.set(below(reference), () =>
      settingsReference(
        groups.map((group) => seenFrom(folder, group)),
        "Settings",
      ),
    );
  }
  const comparison = compareKept(paths, { folder, workingFolder, purpose: "the settings" });
  return { comparison, changed, diagnostics: [...diagnostics, ...comparison.obstacles] };
}

function seenFrom(folder: string, group: SettingGroup): SettingGroup {
  const start = join(folder, "/");
  const settings = group.settings.map((setting) => {
    const { source } = setting.position;
    const moved = start !== "./" && source.startsWith(start) ? source.slice(start.length) : source;
    return { ...setting, position: { ...setting.position, source: moved } };
  });
  return { ...group, settings };
}
