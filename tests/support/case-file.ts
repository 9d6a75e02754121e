// Case files: an input, a line `+++` with options, and what must become of it.
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { CompileOptions, CompileResult } from "../../src/compile.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { parseDocument } from "../../src/yaml/document.ts";

/** A case file, read. */
interface Case {
  readonly input: string;
  readonly options: Partial<CompileOptions>;
  readonly expected: string;
}

/** Reads the case file at `path`. */
export function readCase(path: string): Case {
  const text = readFileSync(path, "utf8");
  const [, input, line = "", expected] = /^([\s\S]*?)^\+\+\+(.*)\n([\s\S]*)$/m.exec(text) ?? [];
  if (input === undefined || expected === undefined) throw new Error(`${path} has no line +++`);
  const options = [...line.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key, value]);
  return { input, options: Object.fromEntries(options), expected };
}

function dataOf(yaml: string | undefined): object {
  const result = parseDocument(yaml ?? "");
  return result.ok ? (result.document.data as object) : {};
}

/** `text` as `pattern` where it fits, with its `…`; from where it does not fit on, the text itself. */
function elide(text: string, pattern: string): string {
  let rest = text;
  let fitting = "";
  for (const [index, chunk] of pattern.split(/^…\n/m).entries()) {
    const isLast = index === pattern.split(/^…\n/m).length - 1;
    const found = isLast ? `\n${rest}`.lastIndexOf(`\n${chunk}`) : `\n${rest}`.indexOf(`\n${chunk}`);
    const at = chunk === "" ? (isLast ? rest.length : 0) : found;
    if (at === -1 || (index === 0 && at > 0)) return fitting + rest;
    rest = rest.slice(at + chunk.length);
    fitting += chunk + (isLast ? rest : "…\n");
  }
  return fitting;
}

/** Holds what was compiled against what the case file expects. */
export function expectCase({ chartSet, diagnostics }: CompileResult, expected: string): void {
  const said = diagnostics.map(renderDiagnostic);
  if (expected.startsWith("ERR:\n")) {
    expect(`ERR:\n${said.join("\n")}\n`).toBe(expected);
    return;
  }
  if (!chartSet) throw new Error(said.join("\n"));
  const files = new Map<string, string>();
  for (const { plan, files: own } of chartSet.charts) {
    for (const [path, text] of own) files.set(`${plan.name}/${path}`, text);
  }
  const parts = expected.split(/^=== (.*)\n/m).slice(1);
  for (let index = 0; index < parts.length; index += 2) {
    const [path = "", content = ""] = parts.slice(index, index + 2);
    if (path.endsWith("/values"))
      expect(dataOf(files.get(`${path}.yaml`)), path).toMatchObject(dataOf(content));
    else expect(elide(files.get(path) ?? "(no such file)\n", content), path).toBe(content);
  }
}
