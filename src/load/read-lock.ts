// The lock of a project from its folder.
import { join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { positionAt } from "../diagnostics/position.ts";
import { type Lock, lockFileName, parseLock } from "../project/lock.ts";
import { projectText } from "./project-text.ts";

/** The pins of the project in `folder`; none where nothing was pinned yet. */
export interface ReadLock {
  readonly lock: Lock;
  /** The lock's text; undefined where there is none. */
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the lock beside a project file; `texts` stand for files, by their absolute paths. */
export function readLock(
  folder: string,
  workingFolder: string,
  texts: ReadonlyMap<string, string> = new Map(),
): ReadLock {
  const name = join(folder, lockFileName);
  const text = projectText(resolve(workingFolder, name), texts);
  if (text === undefined) return { lock: new Map(), diagnostics: [] };
  const parsed = parseLock(text);
  if (parsed.ok) return { lock: parsed.lock, text, diagnostics: [] };
  const { offset, found, expected } = parsed.fault;
  const diagnostic: Diagnostic = {
    severity: "error",
    code: "sources/lock",
    message: `"${name}" is no lock that chartwright wrote.`,
    position: positionAt(name, text, offset),
    found,
    expected,
    hint: "Take it from your version control, or delete it and run `chartwright update --pin`.",
  };
  return { lock: new Map(), text, diagnostics: [diagnostic] };
}
