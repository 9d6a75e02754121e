// A project's folder → its Project: finds, reads and parses the project file.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import { type ParsedProject, parseProject } from "../project/parse-project.ts";
import { projectFileName } from "../project/project.ts";
import { decode } from "./decode.ts";

/** A project file that was read. */
export interface LoadedProject extends Partial<ParsedProject> {
  readonly diagnostics: readonly Diagnostic[];
  /** The project file, as far as it was given, and the folder that its paths are relative to. */
  readonly name: string;
  readonly folder: string;
}

/**
 * Reads the project of `path`: a folder with a chartwright.yaml, or such a file itself. `texts` stand for files, by their
 * absolute paths.
 */
export async function loadProject(
  path: string,
  workingFolder: string = process.cwd(),
  texts: ReadonlyMap<string, string> = new Map(),
): Promise<LoadedProject> {
  const stats = statSync(resolve(workingFolder, path), { throwIfNoEntry: false });
  const name = stats?.isFile() ? path : join(path, projectFileName);
  const folder = dirname(name);
  const given = texts.get(resolve(workingFolder, name));
  if (given !== undefined) return { name, folder, ...(await parseProject(name, given)) };
  try {
    const bytes = readFileSync(resolve(workingFolder, name));
    const decoded = bytes.length === 0 ? ({ ok: true, text: "" } as const) : decode(name, bytes);
    if (!decoded.ok) return { name, folder, diagnostics: [decoded.diagnostic] };
    return { name, folder, ...(await parseProject(name, decoded.text)) };
  } catch (error) {
    if (!(error instanceof Error && "code" in error && typeof error.code === "string")) throw error;
    return { name, folder, diagnostics: [noProject(path, resolve(workingFolder, path), error.code)] };
  }
}

function noProject(path: string, folder: string, code: string): Diagnostic {
  const present = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
  const isChart = present.includes("Chart.yaml");
  const meant = nearest(
    projectFileName,
    present.filter((name) => /\.ya?ml$/.test(name) && !isChart),
  );
  return {
    severity: "error",
    code: "project/not-found",
    message: `"${path}" holds no project file.`,
    found:
      code !== "ENOENT"
        ? `a ${projectFileName} that cannot be read (${code})`
        : `no ${projectFileName}${isChart ? ", but a chart" : ""}`,
    expected: `a folder with a ${projectFileName}`,
    hint:
      meant === undefined
        ? "Write one with `chartwright init MANIFEST…`, or go without: `chartwright convert MANIFEST… -o DIR --verify`."
        : `Rename "${join(path, meant)}" to "${projectFileName}".`,
  };
}
