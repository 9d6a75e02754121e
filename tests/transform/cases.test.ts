// The case files of tests/cases/transform: manifests, a line `+++` with options, and what becomes of them. Either whole
// templates, each under a line `=== <chart>/<path>`, in which a line `…` stands for any number of lines; or `ERR:` and
// what is said. A file `=== <chart>/<path> (none)` must not exist. The chart set is called quay.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CompileOptions, compile } from "../../src/compile.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { repositoryFolder } from "../support/repository.ts";

const folder = join(repositoryFolder, "tests", "cases", "transform");

interface Case {
  readonly input: string;
  readonly options: Partial<CompileOptions>;
  readonly expected: string;
}

function readCase(name: string): Case {
  const text = readFileSync(join(folder, name), "utf8");
  const [, input, line = "", expected] = /^([\s\S]*?\n|)\+\+\+(.*)\n([\s\S]*)$/.exec(text) ?? [];
  if (input === undefined || expected === undefined) throw new Error(`${name} has no line +++`);
  const options = line
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => word.split("="));
  return { input, options: Object.fromEntries(options), expected };
}

/** The files that a case expects, by `<chart>/<path>`; undefined for one that must not exist. */
function expectedFiles(expected: string): ReadonlyMap<string, string | undefined> {
  const parts = expected.split(/^=== (.*)\n/m).slice(1);
  const files = new Map<string, string | undefined>();
  for (let index = 0; index < parts.length; index += 2) {
    const [path = "", absent] = (parts[index] ?? "").split(" (none)");
    files.set(path, absent === undefined ? parts[index + 1] : undefined);
  }
  return files;
}

/** `text` with what `…` stands for in `pattern` taken out, as far as it fits: then it is equal to the pattern. */
function elide(text: string, pattern: string): string {
  const chunks = pattern.split(/^[ ]*…\n/m);
  let rest = text;
  const kept = chunks.map((chunk, index) => {
    const isLast = index === chunks.length - 1;
    const at = chunk === "" ? (isLast ? rest.length : 0) : `\n${rest}`.indexOf(`\n${chunk}`);
    if (at === -1 || (index === 0 && at > 0)) return rest;
    rest = rest.slice(at + chunk.length);
    return isLast ? chunk + rest : chunk;
  });
  const gaps = [...pattern.matchAll(/^[ ]*…\n/gm)].map(([gap]) => gap);
  return kept.map((chunk, index) => chunk + (gaps[index] ?? "")).join("");
}

describe("transform", () => {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".case"))
    .toSorted();
  test.each(names)("%s", (name) => {
    const { input, options, expected } = readCase(name);
    const { chartSet, diagnostics } = compile([{ name: "input.yaml", text: input }], {
      name: "quay",
      ...options,
    });
    if (expected.startsWith("ERR:\n")) {
      expect(`${diagnostics.map(renderDiagnostic).join("\n")}\n`).toBe(expected.slice("ERR:\n".length));
      return;
    }
    expect(diagnostics.filter(({ severity }) => severity === "error").map(renderDiagnostic)).toEqual([]);
    const files = new Map(
      chartSet?.charts.flatMap(({ plan, files: own }) =>
        [...own].map(([path, text]) => [`${plan.name}/${path}`, text]),
      ),
    );
    for (const [path, text] of expectedFiles(expected)) {
      const found = files.get(path);
      expect(found === undefined || text === undefined ? found : elide(found, text), path).toBe(text);
    }
  });
});
