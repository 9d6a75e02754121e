// What can be wrong with the settings of a group.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nameOf, type Setting } from "./setting.ts";

/** What makes two settings of one name differ, as a finding; undefined where they are the same. */
export function conflict(first: Setting, second: Setting): Diagnostic | undefined {
  const differences = aspects.flatMap(([name, tell]) => {
    const [a, b] = [tell(first), tell(second)];
    return a === b ? [] : `${name} ${a} and ${b}`;
  });
  if (differences.length === 0) return undefined;
  return {
    severity: "warning",
    code: "flags/duplicate",
    message: `${sharedName(first, second)} is registered twice and not the same: the first one counts.`,
    position: second.position,
    found: differences.join("; "),
    expected: "one registration, or two that say the same",
    notes: [{ message: "first here", position: first.position }],
    hint: "Take one of them out, or give the second another name.",
  };
}

function sharedName(first: Setting, second: Setting): string {
  return first.env === second.env ? nameOf(second) : `--${second.flag}`;
}

const aspects: readonly (readonly [string, (setting: Setting) => string])[] = [
  ["the flags", ({ flag }) => flag ?? "none"],
  ["the variables", ({ env }) => env ?? "none"],
  ["the types", ({ type }) => type],
  ["the defaults", (setting) => setting.default ?? "unresolved"],
  ["required", ({ required }) => String(required)],
  ["secret", ({ secret }) => String(secret)],
  ["the descriptions", ({ description }) => JSON.stringify(description)],
];
