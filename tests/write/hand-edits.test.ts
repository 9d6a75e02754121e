// What people did to the charts lives on when they are written again: merged, told, or refused.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { parseBase } from "../../src/write/base-texts.ts";
import { type Comparison, compareTree, type FileTree } from "../../src/write/compare-tree.ts";
import { asksForDecision, toldEdits } from "../../src/write/hand-edits.ts";
import { type WriteOptions, type WriteResult, write } from "../../src/write/write.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const values = "# Values.\nreplicas: 1\nimage:\n  tag: v1\nlabels: {}\n";
const first: FileTree = new Map([
  ["tide/Chart.yaml", "name: tide\nversion: 1.0.0\n"],
  ["tide/templates/service.yaml", "kind: Service\nspec:\n  ports: []\n"],
  ["tide/values.yaml", values],
]);
const second: FileTree = new Map([
  ["tide/Chart.yaml", "name: tide\nversion: 2.0.0\n"],
  ["tide/templates/deployment.yaml", "kind: Deployment\n"],
  ["tide/values.yaml", values.replace("v1", "v2")],
]);

/** A folder with the first charts, and what can be done there. */
function written(): {
  readonly folder: string;
  readonly edit: (files: Readonly<Record<string, string>>) => void;
  readonly compare: (tree: FileTree) => Comparison;
  readonly write: (tree: FileTree, options?: WriteOptions) => WriteResult;
  readonly text: (path: string) => string | undefined;
} {
  const workingFolder = temporaryFolder();
  const folder = join(workingFolder, "charts");
  const compare = (tree: FileTree) => compareTree(tree, { folder: "charts", name: "tide", workingFolder });
  write(compare(first));
  return {
    folder,
    edit: (files) => writeFiles(folder, files),
    compare,
    write: (tree, options) => write(compare(tree), options),
    text: (path) => readFiles(folder)[path],
  };
}

const outcomes = ({ handEdits }: Comparison) =>
  Object.fromEntries(handEdits.map(({ path, outcome }) => [path, outcome]));
const told = (comparison: Comparison) => toldEdits(comparison).map(renderDiagnostic).join("\n");

test("an edit lives on where nothing is new, and the charts count as up to date", () => {
  const { edit, compare } = written();
  edit({ "tide/values.yaml": `${values}mine: true\n` });
  expect(compare(first)).toMatchObject({ changes: [], unchanged: 3 });
  expect(outcomes(compare(first))).toEqual({ "tide/values.yaml": "kept" });
});

test("an edit and what is new are both there, release after release", () => {
  const { edit, compare, write, text } = written();
  edit({ "tide/values.yaml": values.replace("replicas", "# Two of them.\nreplicas") });
  expect(outcomes(compare(second))).toEqual({ "tide/values.yaml": "merged" });
  expect(write(second).diagnostics).toEqual([]);
  const merged = "# Values.\n# Two of them.\nreplicas: 1\nimage:\n  tag: v2\nlabels: {}\n";
  expect(text("tide/values.yaml")).toBe(merged);
  expect(compare(second).changes).toEqual([]);
  write(new Map([...second, ["tide/values.yaml", values.replace("v1", "v3")]]));
  expect(text("tide/values.yaml")).toBe(merged.replace("v2", "v3"));
});

test("an edit that the charts now have too is none any more", () => {
  const { edit, write, compare } = written();
  edit({ "tide/values.yaml": values.replace("v1", "v2") });
  write(second);
  expect(compare(second)).toMatchObject({ changes: [], handEdits: [] });
});

test("two changes of a line: both in the file, told with its place, until somebody decides", () => {
  const { folder, edit, compare, write, text } = written();
  edit({ "tide/values.yaml": values.replace("v1", "v1-mine") });
  const comparison = compare(second);
  expect(asksForDecision(comparison)).toBe(true);
  expect(
    told(comparison),
  ).toBe(`charts/tide/values.yaml:4:1: warning: An edit by hand and the new charts change the same lines; both are in the file, between markers. [write/conflict]
  found:    tag: v1-mine
  expected: tag: v2
  note:     before both: tag: v1
  hint:     Keep one or make one of both, and remove the markers. What belongs in every release is better in \`patches:\` or in the sources.`);
  expect(write(second).diagnostics).toEqual([]);
  expect(text("tide/values.yaml")).toBe(`# Values.
replicas: 1
image:
<<<<<<< yours
  tag: v1-mine
||||||| last written
  tag: v1
=======
  tag: v2
>>>>>>> chartwright
labels: {}
`);
  const before = readFiles(folder);
  const refused = write(second);
  expect(
    refused.diagnostics.map(renderDiagnostic).join("\n"),
  ).toBe(`charts/tide/values.yaml:4:1: error: "charts/tide/values.yaml" holds a merge that nobody has decided. [write/unresolved]
  4 | <<<<<<< yours
    | ^
  found:    the marker of a conflict
  expected: one of both sides, or what both mean, without markers
  hint:     Edit the file; \`chartwright build --force\` writes it as generated instead.`);
  expect(readFiles(folder)).toEqual(before);
  edit({ "tide/values.yaml": values.replace("v1", "v2-mine") });
  expect(compare(second).changes).toEqual([]);
  expect(outcomes(compare(second))).toEqual({ "tide/values.yaml": "kept" });
});

test("a file that somebody deleted stays away and is told, until --force", () => {
  const { folder, compare, write, text } = written();
  rmSync(join(folder, "tide/templates/service.yaml"));
  expect(told(compare(first))).toBe(
    'info: "charts/tide/templates/service.yaml" was deleted by hand and stays away; `--force` writes it again. [write/deleted-by-hand]',
  );
  expect(compare(first).changes).toEqual([]);
  const other = new Map([...first, ["tide/templates/service.yaml", "kind: Service # new\n"]]);
  write(other);
  expect(text("tide/templates/service.yaml")).toBeUndefined();
  expect(write(other, { force: true })).toMatchObject({ created: 1, replaced: 0, unchanged: 2 });
  expect(text("tide/templates/service.yaml")).toBe("kind: Service # new\n");
});

test("a chart that is not there at all is written again", () => {
  const { folder, compare } = written();
  rmSync(join(folder, "tide"), { recursive: true });
  expect(compare(first)).toMatchObject({ handEdits: [], unchanged: 0 });
});

test("the template of an object that is gone stays where somebody edited it, is told once, and is theirs then", () => {
  const { edit, compare, write, text } = written();
  edit({ "tide/templates/service.yaml": "kind: Service # mine\n" });
  const comparison = compare(second);
  expect(asksForDecision(comparison)).toBe(true);
  expect(told(comparison)).toContain(
    'warning: "charts/tide/templates/service.yaml" was edited by hand, and the new charts have no such file: it stays. [write/orphaned]',
  );
  expect(write(second).diagnostics).toEqual([]);
  expect(text("tide/templates/service.yaml")).toBe("kind: Service # mine\n");
  expect(compare(second)).toMatchObject({ changes: [], handEdits: [] });
});

test("--force writes everything as generated, over edits, markers and what is orphaned", () => {
  const { edit, write, folder } = written();
  edit({
    "tide/values.yaml": "<<<<<<< yours\n",
    "tide/Chart.yaml": "name: tide # mine\nversion: 1.0.0\n",
    "tide/templates/service.yaml": "mine\n",
    "tide/templates/own.yaml": "own\n",
  });
  expect(write(second, { force: true })).toMatchObject({
    created: 1,
    replaced: 2,
    removed: 1,
    unchanged: 0,
    diagnostics: [],
  });
  const charts = Object.entries(readFiles(folder)).filter(([path]) => !path.startsWith(".chartwright/"));
  expect(Object.fromEntries(charts)).toEqual({
    ...Object.fromEntries(second),
    "tide/templates/own.yaml": "own\n",
  });
});

test("charts of an older chartwright: texts are remembered as soon as nothing else is new", () => {
  const { folder, edit, compare, write, text } = written();
  rmSync(join(folder, ".chartwright/tide.base"));
  edit({ "tide/values.yaml": `${values}mine: true\n` });
  expect(write(second).diagnostics.map(({ code }) => code)).toEqual(["write/edited-by-hand"]);
  write(first);
  expect(outcomes(compare(second))).toEqual({ "tide/values.yaml": "merged" });
  write(second);
  expect(text("tide/values.yaml")).toBe(`${values.replace("v1", "v2")}mine: true\n`);
});

test("a text that is damaged is not remembered, and no edit is lost over it", () => {
  const { folder, edit, write } = written();
  const base = readFiles(folder)[".chartwright/tide.base"] ?? "";
  const damaged = base.replace(/^([0-9a-f]{64}) .{4}/gm, "$1 AAAA");
  edit({ ".chartwright/tide.base": damaged, "tide/values.yaml": `${values}mine: true\n` });
  expect(write(second).diagnostics.map(({ code }) => code)).toEqual(["write/edited-by-hand"]);
});

test("the texts are the same bytes whatever was there before", () => {
  const { folder, write } = written();
  write(second);
  const fresh = temporaryFolder();
  const compared = compareTree(second, { folder: fresh, name: "tide" });
  const base = compared.changes.find(({ path }) => path === ".chartwright/tide.base")?.after;
  expect(base).toBe(readFiles(folder)[".chartwright/tide.base"]);
  expect(parseBase(base ?? "").size).toBe(3);
});

test("what was interrupted before its record was written is taken up again", () => {
  const { folder, edit, write, text } = written();
  const record = readFiles(folder)[".chartwright/tide.sha256"] ?? "";
  const base = readFiles(folder)[".chartwright/tide.base"] ?? "";
  edit({ "tide/values.yaml": `${values}mine: true\n` });
  write(second);
  edit({ ".chartwright/tide.sha256": record, ".chartwright/tide.base": base });
  expect(write(second).diagnostics).toEqual([]);
  expect(text("tide/values.yaml")).toBe(`${values.replace("v1", "v2")}mine: true\n`);
});

describe("two branches that git merges", () => {
  function git(folder: string, ...args: readonly string[]): string {
    const identity = ["-c", "user.name=Tide", "-c", "user.email=tide@example.org"];
    const { status, stdout, stderr } = spawnSync("git", [...identity, ...args], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(status, stdout + stderr).toBe(0);
    return stdout;
  }

  test.each(["false", "true"])(
    "with core.autocrlf=%s: the charts of both, and the edits of both",
    (autocrlf) => {
      const { folder, edit, write, compare, text } = written();
      mkdirSync(folder, { recursive: true });
      git(folder, "init", "-q", "-b", "main");
      git(folder, "config", "core.autocrlf", autocrlf);
      git(folder, "add", "-A");
      git(folder, "commit", "-q", "-m", "first");
      git(folder, "checkout", "-q", "-b", "other");
      const withTitle: FileTree = new Map([
        ...first,
        ["tide/values.yaml", values.replace("# Values.", "# Values of tide.")],
      ]);
      edit({ "tide/Chart.yaml": "# Mine.\nname: tide\nversion: 1.0.0\n" });
      write(withTitle);
      git(folder, "commit", "-q", "-a", "-m", "other");
      git(folder, "checkout", "-q", "main");
      edit({ "tide/templates/service.yaml": "kind: Service\nspec:\n  ports: [] # mine\n" });
      write(new Map([...first, ["tide/values.yaml", values.replace("v1", "v2")]]));
      git(folder, "commit", "-q", "-a", "-m", "main");
      git(folder, "merge", "-q", "--no-edit", "other");
      const both: FileTree = new Map([
        ...first,
        ["tide/values.yaml", values.replace("v1", "v2").replace("# Values.", "# Values of tide.")],
      ]);
      expect(outcomes(compare(both))).toEqual({
        "tide/Chart.yaml": "kept",
        "tide/templates/service.yaml": "kept",
      });
      expect(write(both).diagnostics).toEqual([]);
      expect(compare(both).changes).toEqual([]);
      const third = values.replace("v1", "v3").replace("# Values.", "# Values of tide.");
      expect(write(new Map([...both, ["tide/values.yaml", third]])).diagnostics).toEqual([]);
      expect(text("tide/values.yaml")).toBe(third);
      expect(text("tide/Chart.yaml")).toContain("# Mine.");
    },
  );
});

test("an edit that is no UTF-8 is in the way, and stays byte for byte", () => {
  const { folder, compare, write } = written();
  const file = join(folder, "tide/values.yaml");
  const latin = Buffer.concat([Buffer.from(values), Buffer.from("# caf\xe9\n", "latin1")]);
  writeFileSync(file, latin);
  expect(compare(second).obstacles.map(renderDiagnostic).join("\n")).toContain("bytes that are no UTF-8");
  expect(write(second).diagnostics).not.toEqual([]);
  expect(readFileSync(file).equals(latin)).toBe(true);
});
