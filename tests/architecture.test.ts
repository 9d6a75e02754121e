// The shape of src/, held by a test: imports run one way, and what touches the machine, the YAML library and
// template text has a place of its own. ARCHITECTURE.md says why.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { repositoryFolder } from "./support/repository.ts";

/** Rooms, as folders of src/ or files at its root, in the order in which imports may point back. */
const order = [
  "diagnostics",
  "yaml",
  "template",
  "kubernetes",
  "network",
  "project",
  "go",
  "load",
  "flags",
  "parse",
  "patches",
  "classify",
  "plan",
  "transform",
  "overlays",
  "emit",
  "compile.ts",
  "compile-overlays.ts",
  "components",
  "verify",
  "compare-layouts.ts",
  "adopt",
  "archive",
  "publish",
  "manifests",
  "images",
  "upgrade",
  "write",
  "page",
  "settings-files.ts",
  "convert.ts",
  "convert-overlays.ts",
  "read-settings.ts",
  "project-inputs.ts",
  "project-order.ts",
  "inspect-project.ts",
  "values-contract.ts",
  "build.ts",
  "locate-charts.ts",
  "package.ts",
  "read-charts.ts",
  "upgrade-check.ts",
  "render-sets.ts",
  "render-manifests.ts",
  "render-release.ts",
  "publish-target.ts",
  "release.ts",
  "update",
  "chart-images.ts",
  "init.ts",
  "init-repository.ts",
  "cli",
  "index.ts",
];

/** Rooms and files that may touch files, processes and what else is outside; all others run in a browser, too. */
const impure = [
  "network/",
  "load/",
  "write/",
  "cli/",
  "verify/helm.ts",
  "verify/run-helm.ts",
  "verify/chart-folder.ts",
  "verify/temporary-folder.ts",
  "adopt/programs.ts",
  "publish/credentials.ts",
  "publish/registry-client.ts",
  "locate-charts.ts",
  "package.ts",
  "read-charts.ts",
  "publish-target.ts",
  "release.ts",
  "update/upgrade-findings.ts",
  "render-sets.ts",
];

/** Files that hold template text; the rest builds expressions, which template/ prints. */
const templateText = [
  "template/",
  "emit/preflight-templates.ts",
  "emit/emit.ts", // extra-objects.yaml: a file without a word of the source
  "transform/metadata.ts", // two labels, handed to template/helpers.ts
  "verify/helm.ts", // a question to Helm itself, not to a chart
  "verify/template-tokens.ts", // reads them
];

/** Names that say nothing of what is inside; Helm's own linter forbids some of them. */
const vagueNames = new Set(["utils", "util", "helpers", "common", "models", "types", "shared", "misc"]);

interface SourceFile {
  readonly path: string;
  /** The text without comments. */
  readonly code: string;
  readonly imports: readonly string[];
  /** Those that are there when the code runs. */
  readonly valueImports: readonly string[];
}

const sourceFolder = join(repositoryFolder, "src");
const files: readonly SourceFile[] = readdirSync(sourceFolder, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts"))
  .toSorted()
  .map(readSource);

function readSource(path: string): SourceFile {
  const text = readFileSync(join(sourceFolder, path), "utf8");
  const statement =
    /^(?:import|export)\s+(?<type>type\s+)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+)(?:\s*,\s*\{[^}]*\})?\s+from "(?<from>[^"]+)"|^import "(?<effect>[^"]+)"|\bimport\("(?<later>[^"]+)"\)/gm;
  const imports = [...text.matchAll(statement)].map(({ groups = {} }) => ({
    name: groups["from"] ?? groups["effect"] ?? groups["later"] ?? "",
    isType: groups["type"] !== undefined,
  }));
  return {
    path,
    code: text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ""),
    imports: imports.map(({ name }) => name),
    valueImports: imports.filter(({ isType }) => !isType).map(({ name }) => name),
  };
}

/** The files of src/ that a file imports, as paths below src/. */
function ownImports({ path, imports }: SourceFile, names = imports): readonly string[] {
  return names
    .filter((name) => name.startsWith("."))
    .map((name) => normalize(join(dirname(path), name)).replaceAll("\\", "/"));
}

function roomOf(path: string): string {
  return path.split("/")[0] ?? "";
}

function isIn(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || (place.endsWith("/") && path.startsWith(place)));
}

/** `file: what it does` for each file outside `allowed` whose code matches. */
function offenders(pattern: RegExp, allowed: readonly string[]): readonly string[] {
  return files
    .filter(({ path }) => !isIn(path, allowed))
    .flatMap(({ path, code }) => [...code.matchAll(pattern)].map(([found]) => `${path}: ${found}`));
}

describe("the rooms of src/", () => {
  test("are all known to this test", () => {
    expect([...new Set(files.map(({ path }) => roomOf(path)))].toSorted()).toEqual(order.toSorted());
  });

  test("import only rooms before them", () => {
    const backwards = files.flatMap((file) =>
      ownImports(file)
        .filter((target) => order.indexOf(roomOf(target)) > order.indexOf(roomOf(file.path)))
        .map((target) => `${file.path} imports ${target}`),
    );
    expect(backwards).toEqual([]);
  });

  test("have no cycle among their files", () => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      if (done.has(path) || trail.includes(path)) return;
      const file = byPath.get(path);
      // A type may come from the stage that a part belongs to: it is gone when the code is built.
      for (const target of file ? ownImports(file, file.valueImports) : []) visit(target, [...trail, path]);
      done.add(path);
    };
    for (const { path } of files) visit(path, []);
    expect(cycles).toEqual([]);
  });

  test("have names that say what is inside", () => {
    const folders = files.flatMap(({ path }) => path.split("/").slice(0, -1));
    expect(folders.filter((name) => vagueNames.has(name))).toEqual([]);
  });

  test("re-export nothing but in index.ts, which does nothing else", () => {
    const reExports = files.filter(({ code }) => /^export (?:type )?(?:\{[^}]*\}|\*) from/m.test(code));
    expect(reExports.map(({ path }) => path)).toEqual(["index.ts"]);
    const index = files.find(({ path }) => path === "index.ts")?.code ?? "";
    expect(index.replace(/^export (?:type )?\{[^}]*\} from "[^"]+";$/gm, "").trim()).toBe("");
  });
});

describe("one place for each thing", () => {
  test("only yaml/ imports the YAML library", () => {
    expect(offenders(/from "(?:js-)?yaml"/g, ["yaml/"])).toEqual([]);
  });

  test("only go/ imports the Go parser", () => {
    expect(offenders(/(?:from |import\()"web-tree-sitter"/g, ["go/"])).toEqual([]);
  });

  test("only template/ and the files listed above hold template text", () => {
    expect(offenders(/\{\{-? ?[\w./$]*/g, templateText)).toEqual([]);
  });

  test("every file listed for template text holds some", () => {
    const without = templateText
      .filter((place) => place.endsWith(".ts"))
      .filter((place) => !files.some(({ path, code }) => path === place && code.includes("{{")));
    expect(without).toEqual([]);
  });

  test("only load, write, cli and the Helm runner use files, processes and the network", () => {
    const modules = /from "node:(?!path"|zlib"|crypto")[^"]+"/g;
    expect(offenders(modules, impure)).toEqual([]);
  });

  test("only those and the commands' start point know of the process", () => {
    const globals =
      /(?<![\w.$"])(?:process\.\w+|fetch\(|console\.\w+|Date\.now|new Date\b|Math\.random|setTimeout|globalThis)/g;
    expect(offenders(globals, [...impure, "build.ts", "init.ts", "project-order.ts"])).toEqual([]);
  });

  test("what compiles is free of Node altogether", () => {
    const compiling = order.slice(0, order.indexOf("compile.ts") + 1).filter((room) => room !== "load");
    const ofNode = files
      .filter(({ path }) => compiling.includes(roomOf(path)))
      .flatMap(({ path, imports }) =>
        imports.filter((name) => name.startsWith("node:")).map((name) => `${path}: ${name}`),
      );
    expect(ofNode).toEqual([]);
  });
});
