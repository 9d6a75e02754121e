// The file that remembers values of another path: one line each, so that git can merge two branches.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Position, positionAt } from "../diagnostics/position.ts";
import { isObject, stringField } from "../kubernetes/object.ts";
import type { MovedValue } from "../plan/moved-values.ts";
import { joinValuePath, projectValuePath, splitValuePath } from "../project/values.ts";
import { parseDocument } from "../yaml/document.ts";
import { nodeAt } from "../yaml/tree.ts";
import { unresolvedLine } from "./merge-texts.ts";
import { ownFolder } from "./record.ts";

const header =
  "# Values that were called otherwise: the old path works until the next minor version, then it fails with the new one.";
const entryForm = '`- { from: "operator", to: "controller", since: "1.2.0" }`';

/** Where the values that moved stand in the output folder. */
export function movedPath(name: string): string {
  return `${ownFolder}/${name}.moved.yaml`;
}

/** The values that moved, one a line. */
export function printMoved(moved: readonly MovedValue[]): string {
  const lines = moved.map(({ from, to, since }) => {
    const [old, now] = [from, to].map((path) => JSON.stringify(joinValuePath(path)));
    return `- { from: ${old}, to: ${now}, since: ${JSON.stringify(since)} }`;
  });
  return `${[header, ...lines].join("\n")}\n`;
}

/** What the file says; with an error among the diagnostics it is not understood. */
export interface ReadMoved {
  readonly moved: readonly MovedValue[];
  /** The place of each by its old path. */
  readonly places: ReadonlyMap<string, Position>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads `text`, of the file that messages call `shown`. Of several lines about one path the last one counts. */
export function readMoved(text: string, shown: string): ReadMoved {
  const fault = (offset: number, found: string, expected: string): Diagnostic => ({
    severity: "error",
    code: "values/moved-file",
    message: `"${shown}" does not say which values moved.`,
    position: positionAt(shown, text, offset),
    found,
    expected,
    hint: "Mend the line or remove it: without it the old path is unknown to the charts.",
  });
  const marker = unresolvedLine(shown, text);
  if (marker !== undefined) {
    const offset = text.split("\n", marker - 1).join("\n").length + (marker > 1 ? 1 : 0);
    const found = fault(offset, "the marker of a conflict", "the lines of both sides, without markers");
    return { moved: [], places: new Map(), diagnostics: [found] };
  }
  const parsed = parseDocument(text);
  if (!parsed.ok) {
    const { offset, message } = parsed.fault;
    return { moved: [], places: new Map(), diagnostics: [fault(offset, message, "YAML, an entry a line")] };
  }
  const { data, root } = parsed.document;
  const entries: readonly unknown[] = Array.isArray(data) ? data : [];
  const known = new Map<string, MovedValue>();
  const places = new Map<string, Position>();
  const diagnostics: Diagnostic[] = [];
  if (data !== null && data !== undefined && !Array.isArray(data)) {
    diagnostics.push(fault(root?.start ?? 0, "no list", `a list with entries such as ${entryForm}`));
  }
  for (const [index, entry] of entries.entries()) {
    const offset = nodeAt(root, [index])?.start ?? 0;
    const moved = movedValue(entry);
    if (typeof moved === "string") diagnostics.push(fault(offset, moved, entryForm));
    else {
      const from = joinValuePath(moved.from);
      known.set(from, moved);
      places.set(from, positionAt(shown, text, offset));
    }
  }
  return { moved: [...known.values()], places, diagnostics };
}

/** What an entry says, or what is wrong with it. */
function movedValue(entry: unknown): MovedValue | string {
  const keys = ["from", "to", "since"] as const;
  const missing = keys.filter((key) => stringField(entry, key) === undefined);
  if (!isObject(entry) || missing.length > 0) return `an entry without a text for ${missing.join(", ")}`;
  const other = Object.keys(entry).find((key) => !keys.some((known) => known === key));
  if (other !== undefined) return `the key "${other}"`;
  const [from = "", to = "", since = ""] = keys.map((key) => stringField(entry, key) ?? "");
  const broken = [from, to].find((path) => !projectValuePath.test(path));
  if (broken !== undefined) return `the path "${broken}"`;
  if (!/^\d+\.\d+\.\d+(?:[-+].*)?$/.test(since)) return `"${since}", which is no version of the charts`;
  if (from === to) return "a path that leads to itself";
  return { from: splitValuePath(from), to: splitValuePath(to), since };
}
