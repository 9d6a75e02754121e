// Go files in memory → the settings that they register.

import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { type FlagsResult, readFlags } from "../../src/flags/flags.ts";
import type { Setting } from "../../src/flags/setting.ts";
import type { GoFiles } from "../../src/go/packages.ts";
import { createGoParser, type GoParser } from "../../src/go/syntax.ts";
import { readGoGrammar } from "../../src/load/go-files.ts";
import type { ProjectFlags } from "../../src/project/flags.ts";

/** The parser of all tests. */
export const goParser: GoParser = await createGoParser(readGoGrammar());

/** A repository in memory: paths below `/repository`, and texts. */
function filesInMemory(content: Readonly<Record<string, string>>): GoFiles {
  const files = new Map(Object.entries(content).map(([path, text]) => [`/repository/${path}`, text]));
  return {
    list: (folder) =>
      [...files.keys()]
        .filter((path) => path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes("/"))
        .map((path) => path.slice(folder.length + 1)),
    read: (path) => files.get(path),
  };
}

/** The groups of `flags`; places in the project file are shown as paths. */
export function readProjectFlags(
  content: Readonly<Record<string, string>>,
  flags: ProjectFlags,
): FlagsResult {
  return readFlags({
    flags,
    folder: "/repository",
    files: filesInMemory(content),
    parser: goParser,
    shownPath: (path) => path.replace("/repository/", ""),
    positionOf: (path) => ({ source: `project:${path.join(".")}`, line: 1, column: 1, text: "" }),
  });
}

/** The settings of `main.go`, in the order of its lines, and what was reported. */
export function settingsOf(
  content: string | Readonly<Record<string, string>>,
  flags: Omit<ProjectFlags, "groups"> = {},
): { readonly settings: readonly Setting[]; readonly reported: readonly string[] } {
  const files = typeof content === "string" ? { "main.go": content } : content;
  const { groups, diagnostics } = readProjectFlags(files, {
    ...flags,
    groups: { main: { files: ["main.go"] } },
  });
  const settings = (groups[0]?.settings ?? []).toSorted((a, b) => a.position.line - b.position.line);
  return { settings, reported: diagnostics.map(renderDiagnostic) };
}

/** `main.go` with `body` in a function that has a flag set `flags`. */
export function mainWith(body: string, top = ""): string {
  return `package main

import (
\t"flag"
\t"time"
)

var _ time.Duration
${top}

func register(flags *flag.FlagSet) {
${body}
}
`;
}
