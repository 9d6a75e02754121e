// The lines of one setting in a values file.
import type { Setting } from "../flags/setting.ts";
import { printYaml, quoteText } from "../yaml/print.ts";
import { commentLines } from "./comment.ts";

/** What is said of a setting: what it is for, its default, what its author wants known. */
export function wordsOf(setting: Setting): readonly string[] {
  const { description, required, secret, deprecated, type } = setting;
  const isText = type === "string" || type === "custom";
  return [
    ...generatedLines(description, 4).filter((line) => line !== "##"),
    ...(required && !/\(required\)/i.test(description) ? ["## Required."] : []),
    ...(isText ? [] : [`## Type: ${type}.`]),
    // What a required setting has is refused where it is empty, so that no default is none to tell of.
    ...(secret || (required && setting.default === "") ? [] : [`## Default: ${shownDefault(setting)}`]),
    ...(deprecated === undefined ? [] : generatedLines(`Deprecated. ${deprecated}`.trim(), 4)),
  ];
}

/** What is said of a setting that no variable sets: its flag, then what it is. */
export function flagWords(setting: Setting): readonly string[] {
  return [`## --${setting.flag ?? ""}`, ...wordsOf(setting)];
}

function shownDefault({ default: text, unresolved }: Setting): string {
  return text === undefined ? `unresolved, ${unresolved?.expression ?? ""}` : quoteText(text);
}

/** The setting as it would be set to its default; one that is not known has no value to show. */
export function commentedOut(variable: string, { default: text }: Setting): string {
  return text === undefined ? `# ${keyText(variable)}` : `# ${keyText(variable)} ${quoteText(text)}`;
}

/** A key with its colon; in quotes where YAML would read another type, as it does for N and ON. */
export function keyText(key: string): string {
  return printYaml({ [key]: 0 }).slice(0, -2);
}

/** Words as comment lines that are written anew each time. */
export function generatedLines(text: string, indentation: number): readonly string[] {
  return commentLines(text, indentation + 1).map((line) => `#${line}`);
}
