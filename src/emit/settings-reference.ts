// A Markdown page of the settings of a program, group by group.
import type { Setting, SettingGroup } from "../flags/setting.ts";
import { code, markdownText, table } from "./markdown.ts";

/** The page; a group shows the settings that are its own and names the groups that it includes. */
export function settingsReference(groups: readonly SettingGroup[], title: string): string {
  const parts = [
    `# ${markdownText(title)}`,
    "Each setting is an environment variable, a flag of the program, or both. Written by `chartwright flags` from the Go sources.",
    ...groups.map(groupPart),
  ];
  return `${parts.join("\n\n")}\n`;
}

function groupPart({ name, includes, settings }: SettingGroup): string {
  const own = settings.filter(({ group }) => group === name);
  const also =
    includes.length === 0
      ? []
      : [`It has the settings of ${includes.map((other) => code(other)).join(", ")} as well.`];
  const header = ["Variable", "Flag", "Type", "Default", "Description", "Registered in"];
  const rows = own.length === 0 ? [] : [table(header, own.map(row))];
  return [`## ${code(name)}`, ...also, ...rows].join("\n\n");
}

function row(setting: Setting): readonly string[] {
  const { env, flag, shorthand, type, position } = setting;
  const flags = [
    ...(flag === undefined ? [] : [code(`--${flag}`)]),
    ...(shorthand === undefined ? [] : [code(`-${shorthand}`)]),
  ];
  return [
    env === undefined ? "" : code(env),
    flags.join(", "),
    code(type),
    shownDefault(setting),
    described(setting),
    // Without the line, which would move with every edit above it.
    code(position.source),
  ];
}

function shownDefault(setting: Setting): string {
  if (setting.default === undefined) return `unresolved: ${code(setting.unresolved?.expression ?? "")}`;
  return setting.default === "" ? "" : code(setting.default);
}

function described({ required, secret, hidden, deprecated, description }: Setting): string {
  const marks = [
    ...(required ? ["Required."] : []),
    ...(secret ? ["Secret."] : []),
    ...(hidden ? ["Hidden."] : []),
    ...(deprecated === undefined ? [] : [`Deprecated${deprecated === "" ? "" : `: ${inCell(deprecated)}`}.`]),
  ];
  const words = marks.map((mark) => `**${mark}**`);
  return [...words, inCell(description)].join(" ").trim();
}

/** Text for a cell of a table, which has no line breaks of its own. */
function inCell(text: string): string {
  return text.trim().split(/\r?\n/).map(markdownText).join("<br>");
}
