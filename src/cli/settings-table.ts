// Settings as `flags list` prints them for people.

import { counted } from "../diagnostics/counted.ts";
import type { Setting, SettingGroup } from "../flags/setting.ts";
import { textTable } from "./text-table.ts";

const header = ["VARIABLE", "FLAG", "TYPE", "DEFAULT", "MARKS", "GROUP", "PLACE", "DESCRIPTION"];

/** The groups one after the other, each with a table of its settings. */
export function settingsTable(groups: readonly SettingGroup[]): string {
  return groups.map((group) => `${groupTable(group)}\n`).join("\n");
}

function groupTable({ name, includes, settings }: SettingGroup): string {
  const inherited = includes.length === 0 ? "" : `, with those of ${includes.join(", ")}`;
  const title = `${name}: ${counted(settings.length, "setting")}${inherited}`;
  return settings.length === 0 ? title : `${title}\n${textTable([header, ...settings.map(row)], 2)}`;
}

function row(setting: Setting): readonly string[] {
  const { env, flag, shorthand, type, group, position, description } = setting;
  const names = [
    ...(shorthand === undefined ? [] : [`-${shorthand}`]),
    ...(flag === undefined ? [] : [`--${flag}`]),
  ];
  return [
    env ?? "-",
    names.join(", ") || "-",
    type,
    shownDefault(setting),
    marksOf(setting).join(", ") || "-",
    group,
    `${position.source}:${position.line}`,
    description.replace(/\s+/g, " "),
  ];
}

/** Text that could be taken for something else is quoted; a default that is not known is never an empty one. */
function shownDefault(setting: Setting): string {
  if (setting.default === undefined) return `(unresolved: ${setting.unresolved?.expression ?? ""})`;
  return /^$|^[\s"(-]|\s/.test(setting.default) ? JSON.stringify(setting.default) : setting.default;
}

function marksOf({ required, secret, hidden, deprecated }: Setting): readonly string[] {
  return [
    ...(required ? ["required"] : []),
    ...(secret ? ["secret"] : []),
    ...(hidden ? ["hidden"] : []),
    ...(deprecated === undefined ? [] : ["deprecated"]),
  ];
}
