// What `flags values` and `flags check` say of the files.
import { join } from "node:path";
import { counted } from "../diagnostics/counted.ts";
import type { SettingChange } from "../emit/settings-files.ts";
import type { SettingsFiles } from "../settings-files.ts";

/** Each setting that changed: its file, its name, what was said of it and what is. */
export function changedSettingLines({ changed }: SettingsFiles): readonly string[] {
  return changed.flatMap(({ path, changes }) =>
    changes.flatMap((change) => `${path}: ${describeChange(change)}`.split("\n")),
  );
}

function describeChange({ variable, before, after }: SettingChange): string {
  if (!before) return `${variable} is new`;
  if (!after) return `${variable} is gone`;
  const gone = before.filter((line) => !after.includes(line)).map(plain);
  const come = after.filter((line) => !before.includes(line)).map(plain);
  return [
    variable,
    ...(gone.length > 0 ? [`  old: ${gone.join(" ")}`] : []),
    ...(come.length > 0 ? [`  new: ${come.join(" ")}`] : []),
  ].join("\n");
}

function plain(line: string): string {
  return line.replace(/^#+ ?/, "");
}

/** Which files were written, or would be. */
export function fileSummary({ comparison }: SettingsFiles, isWritten: boolean): string {
  const { changes, folder, unchanged } = comparison;
  if (changes.length === 0) return `${counted(unchanged, "file")} of settings up to date.\n`;
  const verbs = { create: "created", replace: "replaced", remove: "removed" };
  const lines = changes.map(
    ({ path, kind }) => `  ${join(folder, path)}${isWritten ? ` ${verbs[kind]}` : ""}`,
  );
  return `${counted(changes.length, "file")} of settings ${isWritten ? "written" : "not up to date"}:\n${lines.join("\n")}\n`;
}
