// What people did to the charts lives on when they are written again: merged, told, or refused.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
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

describe("the template of an object that is gone stays where somebody edited it", () => {
  const service = "tide/templates/service.yaml";
  const ignored =
    "\n# Edited by hand, and without an object in the sources: no part of the chart until somebody decides.\n";
  const withIgnore = (tree: FileTree) => new Map([...tree, ["tide/.helmignore", "*.bak\n"]]);
  /** A chart whose service was edited, and is gone. */
  const orphaned = () => {
    const charts = written();
    charts.write(withIgnore(first));
    charts.edit({ [service]: "kind: Service # mine\nspec:\n  ports: []\n" });
    expect(charts.write(withIgnore(second)).diagnostics).toEqual([]);
    return charts;
  };

  test("it is told at every build, and Helm sees nothing of it", () => {
    const { compare, text } = orphaned();
    const comparison = compare(withIgnore(second));
    expect(comparison).toMatchObject({
      changes: [],
      handEdits: [{ path: service, outcome: "orphaned" }],
    });
    expect(asksForDecision(comparison)).toBe(true);
    expect(
      told(comparison),
    ).toBe(`warning: "charts/tide/templates/service.yaml" was edited by hand, and what it was made of is gone: it stays, and is no part of the chart. [write/orphaned]
  found:    edits in a file that the new charts do not have
  expected: a decision about it
  hint:     Delete it; or rename it, which makes it a file of your own, with the values that it reads.`);
    expect(text(service)).toContain("# mine");
    expect(text("tide/.helmignore")).toBe(`*.bak\n${ignored}/templates/service.yaml\n`);
  });

  test("deleted, or renamed, it is no matter any more", () => {
    for (const decide of [
      (folder: string) => rmSync(join(folder, service)),
      (folder: string) => renameSync(join(folder, service), join(folder, "tide/templates/own.yaml")),
    ]) {
      const { folder, compare, write, text } = orphaned();
      decide(folder);
      expect(compare(withIgnore(second)).handEdits).toEqual([]);
      write(withIgnore(second));
      expect(text("tide/.helmignore")).toBe("*.bak\n");
      expect(compare(withIgnore(second))).toMatchObject({ changes: [], handEdits: [] });
    }
  });

  test("where the object comes back, the edit is merged with it", () => {
    const { write, text } = orphaned();
    const back = new Map([...second, [service, "kind: Service\nspec:\n  ports: [80]\n"]]);
    expect(write(withIgnore(back)).diagnostics).toEqual([]);
    expect(text(service)).toBe("kind: Service # mine\nspec:\n  ports: [80]\n");
    expect(text("tide/.helmignore")).toBe("*.bak\n");
  });

  test("--force takes it away, with what is said of it", () => {
    const { compare, write, text } = orphaned();
    expect(write(withIgnore(second), { force: true })).toMatchObject({ removed: 1, replaced: 1 });
    expect(text(service)).toBeUndefined();
    expect(text("tide/.helmignore")).toBe("*.bak\n");
    expect(compare(withIgnore(second))).toMatchObject({ changes: [], handEdits: [] });
  });

  test("a partial stays where templates can read it", () => {
    const { write, edit, text } = written();
    const partial = "tide/templates/_part.tpl";
    write(withIgnore(new Map([...first, [partial, "part\n"]])));
    edit({ [partial]: "part, mine\n" });
    write(withIgnore(second));
    expect(text(partial)).toBe("part, mine\n");
    expect(text("tide/.helmignore")).toBe("*.bak\n");
  });
});

describe("a template that somebody gave another name", () => {
  const service = "tide/templates/service.yaml";
  const own = "tide/templates/net/web.yaml";
  const newer = new Map([...first, [service, "kind: Service\nspec:\n  ports: [80]\n"]]);
  const renamed = (words = "") => {
    const charts = written();
    charts.edit({ [own]: `${charts.text(service)}${words}` });
    rmSync(join(charts.folder, service));
    return charts;
  };

  test.each([
    { name: "as it was", words: "", outcome: "merged" },
    { name: "edited as well", words: "# Mine.\n", outcome: "merged" },
    { name: "with other line ends", words: "# Mine.\r\n", outcome: "merged" },
  ])("is followed: $name", ({ words, outcome }) => {
    const { compare, write, text } = renamed(words);
    expect(compare(first)).toMatchObject({
      changes: [],
      handEdits: [{ path: own, renamedFrom: service, outcome: "kept" }],
    });
    expect(compare(newer).handEdits).toEqual([{ path: own, renamedFrom: service, outcome }]);
    expect(write(newer)).toMatchObject({
      created: 0,
      replaced: 1,
      removed: 0,
      unchanged: 2,
      diagnostics: [],
    });
    expect(text(service)).toBeUndefined();
    expect(text(own)?.replaceAll("\r", "")).toBe(
      `kind: Service\nspec:\n  ports: [80]\n${words.replaceAll("\r", "")}`,
    );
    expect(compare(newer)).toMatchObject({ changes: [], handEdits: [{ outcome: "kept" }] });
  });

  test("goes with its object, or stays where it was edited", () => {
    const only = renamed();
    expect(only.write(second)).toMatchObject({ removed: 1 });
    expect(only.text(own)).toBeUndefined();
    const edited = renamed("# Mine.\n");
    edited.write(second);
    expect(edited.compare(second)).toMatchObject({
      changes: [],
      handEdits: [{ path: own, outcome: "orphaned" }],
    });
    expect(edited.text(own)).toContain("# Mine.");
  });

  test("has its own name again with --force, and stands there once", () => {
    const { write, text } = renamed("# Mine.\n");
    write(newer, { force: true });
    expect(text(service)).toBe(newer.get(service));
    expect(text(own)).toBeUndefined();
  });

  test("is told from a file of their own, of another object or of other lines", () => {
    const { folder, edit, compare } = written();
    rmSync(join(folder, service));
    edit({
      "tide/templates/other.yaml": "kind: Deployment\nspec:\n  ports: []\n",
      "tide/templates/own.yaml":
        "kind: Service\nmetadata:\n  labels: {}\n  annotations: {}\nspec:\n  type: NodePort\n  selector: {}\n",
    });
    expect(outcomes(compare(newer))).toEqual({ [service]: "deleted" });
  });
});

test("the markers of a merge in a file of their own are noticed, and no title of seven letters", () => {
  const { edit, compare, write } = written();
  edit({ "tide/files/own.txt": "Tidings\n=======\n", "tide/README-own.md": "Tidings\n=======\n" });
  expect(compare(first).handEdits).toEqual([]);
  edit({ "tide/files/own.txt": "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> theirs\n" });
  const refused = write(first, { force: true }).diagnostics;
  expect(refused.map(renderDiagnostic)).toEqual([
    `charts/tide/files/own.txt:2:1: error: "charts/tide/files/own.txt" holds a merge that nobody has decided. [write/unresolved]
  2 | <<<<<<< HEAD
    | ^
  found:    the marker of a conflict
  expected: one of both sides, or what both mean, without markers
  hint:     Edit the file: keep one side or make one of both, and remove the markers.`,
  ]);
});

test("a chart without its Chart.yaml gets it again", () => {
  const { folder, compare, write, text } = written();
  rmSync(join(folder, "tide/Chart.yaml"));
  expect(compare(first).handEdits).toEqual([]);
  write(first);
  expect(text("tide/Chart.yaml")).toBe(first.get("tide/Chart.yaml"));
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
