import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { compareTree, type FileTree } from "../../src/write/compare-tree.ts";
import { printDiff } from "../../src/write/print-diff.ts";
import { parseRecord } from "../../src/write/record.ts";
import { type WriteOptions, type WriteResult, write } from "../../src/write/write.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const first: FileTree = new Map([
  ["tide/Chart.yaml", "name: tide\nversion: 1.0.0\n"],
  ["tide/templates/service.yaml", "kind: Service\n"],
  ["tide/values.yaml", "replicas: 1\n"],
  ["tide-crd/Chart.yaml", "name: tide-crd\n"],
]);

const second: FileTree = new Map([
  ["tide/Chart.yaml", "name: tide\nversion: 2.0.0\n"],
  ["tide/templates/deployment.yaml", "kind: Deployment\n"],
  ["tide/values.yaml", "replicas: 1\n"],
]);

const nothingDone = { created: 0, replaced: 0, removed: 0, unchanged: 0 };

/** The output folder, named "charts" in messages. */
function charts(): { readonly workingFolder: string; readonly folder: string } {
  const workingFolder = temporaryFolder();
  return { workingFolder, folder: join(workingFolder, "charts") };
}

function writeTo(workingFolder: string, tree: FileTree, options: WriteOptions = {}): WriteResult {
  return write(compareTree(tree, { folder: "charts", name: "tide", workingFolder }), options);
}

/** The charts without the record. */
function chartFiles(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(readFiles(folder)).filter(([path]) => !path.startsWith(".chartwright/")),
  );
}

function rendered(result: WriteResult): string {
  return result.diagnostics.map(renderDiagnostic).join("\n");
}

test("a new folder receives the charts and the record of them, and nothing else", () => {
  const { workingFolder, folder } = charts();
  expect(writeTo(workingFolder, first)).toEqual({ ...nothingDone, created: 4, diagnostics: [] });
  const files = readFiles(folder);
  expect(files).toEqual({
    ...Object.fromEntries(first),
    ".chartwright/.gitattributes": `*.base -diff -text merge=union linguist-generated
*.sha256 text merge=union linguist-generated
*.moved.yaml text merge=union
`,
    ".chartwright/tide.base": files[".chartwright/tide.base"],
    ".chartwright/tide.sha256": `# What chartwright last wrote here; it never overwrites what was edited since. Commit this file.
3f820fdae19a3fdddfaad923d101f04bc2b2a4a12c422309be8989f50e1d1dd0  tide-crd/Chart.yaml
5836508793e011cf75b8437cd2b7dca25a555cdd0d2d39284f7421372c134451  tide/Chart.yaml
0986089a4d6c36657cb202f9580c17af4d96f818afca398410926f5b9703104d  tide/templates/service.yaml
64c510504df97ba5ad76d9dab24c7550b4b53a6d31adc47a75e6efbe8851ae8c  tide/values.yaml
`,
  });
});

test("the record is what sha256sum --check reads", () => {
  const { workingFolder, folder } = charts();
  writeTo(workingFolder, first);
  const files = readFiles(folder);
  const lines = (files[".chartwright/tide.sha256"] ?? "").split("\n").filter((line) => /^[^#]/.test(line));
  expect(lines).toEqual(
    [...first.keys()].toSorted().map(
      (path) =>
        `${createHash("sha256")
          .update(files[path] ?? "")
          .digest("hex")}  ${path}`,
    ),
  );
});

test("a second run with the same charts touches no file", () => {
  const { workingFolder, folder } = charts();
  writeTo(workingFolder, first);
  const before = statSync(join(folder, "tide/values.yaml"), { bigint: true }).mtimeNs;
  const comparison = compareTree(first, { folder: "charts", name: "tide", workingFolder });
  expect(comparison.changes).toEqual([]);
  expect(write(comparison)).toEqual({ ...nothingDone, unchanged: 4, diagnostics: [] });
  expect(statSync(join(folder, "tide/values.yaml"), { bigint: true }).mtimeNs).toBe(before);
});

test("a file that is no longer emitted goes, with the folder that it leaves empty", () => {
  const { workingFolder, folder } = charts();
  writeTo(workingFolder, first);
  expect(writeTo(workingFolder, second)).toEqual({
    diagnostics: [],
    created: 1,
    replaced: 1,
    removed: 2,
    unchanged: 1,
  });
  expect(chartFiles(folder)).toEqual(Object.fromEntries(second));
});

test("files of others are neither touched nor removed", () => {
  const { workingFolder, folder } = charts();
  const own = {
    "tide/templates/extra.yaml": "kind: ConfigMap\n",
    "tide-crd/notes.txt": "keep\n",
    "README.md": "#\n",
  };
  writeFiles(folder, own);
  writeTo(workingFolder, first);
  writeTo(workingFolder, second);
  expect(chartFiles(folder)).toEqual({ ...Object.fromEntries(second), ...own });
});

test("several chart sets share a folder without touching each other's charts", () => {
  const { workingFolder, folder } = charts();
  writeTo(workingFolder, first);
  const ebb: FileTree = new Map([["ebb/Chart.yaml", "name: ebb\n"]]);
  expect(write(compareTree(ebb, { folder: "charts", name: "ebb", workingFolder }))).toMatchObject({
    created: 1,
  });
  writeTo(workingFolder, second);
  expect(chartFiles(folder)).toEqual({ ...Object.fromEntries(second), ...Object.fromEntries(ebb) });
});

/** The refusal for a file, as it is printed. */
function editedByHand(path: string): string {
  return `error: "charts/${path}" was edited by hand and would be overwritten. [write/edited-by-hand]
  found:    other content than chartwright last wrote
  expected: the file as chartwright wrote it
  hint:     What was written before is not remembered: move the edit into your values or the sources; \`--force\` writes over it.`;
}

/** What a project had that was built before texts were remembered. */
function forgetTexts(folder: string): void {
  rmSync(join(folder, ".chartwright/tide.base"));
  rmSync(join(folder, ".chartwright/.gitattributes"));
}

test.each<{
  name: string;
  edit: (folder: string) => void;
  next?: FileTree;
  refusal: string;
  /** What there is after `--force`; default: the next charts. */
  forced?: Readonly<Record<string, string>>;
}>([
  {
    name: "an edited file whose earlier text is not remembered is not overwritten",
    edit: (folder) => writeFiles(folder, { "tide/Chart.yaml": "name: tide # mine\n" }),
    refusal: editedByHand("tide/Chart.yaml"),
  },
  {
    name: "a file of somebody else that is in a new file's place is not overwritten",
    edit: (folder) => writeFiles(folder, { "tide/templates/deployment.yaml": "kind: Deployment # mine\n" }),
    refusal: `error: "charts/tide/templates/deployment.yaml" was not written by chartwright and would be overwritten. [write/foreign-file]
  found:    a file of another origin
  expected: no file, or one that chartwright wrote
  hint:     Write to another folder, or use \`--force\` to write over it.`,
  },
  {
    name: "a link in a file's place is not written through, and replaced itself by force",
    edit: (folder) => {
      writeFiles(folder, { "../outside.yaml": "mine\n" });
      rmSync(join(folder, "tide/values.yaml"));
      symlinkSync("../../outside.yaml", join(folder, "tide/values.yaml"));
    },
    refusal: editedByHand("tide/values.yaml"),
  },
])("$name", ({ edit, next = second, refusal }) => {
  const { workingFolder, folder } = charts();
  writeTo(workingFolder, first);
  forgetTexts(folder);
  edit(folder);
  const before = readFiles(workingFolder);
  const refused = writeTo(workingFolder, next);
  expect(rendered(refused)).toBe(refusal);
  expect(refused).toMatchObject(nothingDone);
  expect(readFiles(workingFolder)).toEqual(before);

  expect(writeTo(workingFolder, next, { force: true }).diagnostics).toEqual([]);
  expect(chartFiles(folder)).toEqual(Object.fromEntries(next));
  expect(readFiles(workingFolder)["outside.yaml"]).toBe(before["outside.yaml"]);
});

test("all refused files are named at once", () => {
  const { workingFolder, folder } = charts();
  writeTo(workingFolder, first);
  forgetTexts(folder);
  writeFiles(folder, { "tide/Chart.yaml": "mine\n", "tide/templates/deployment.yaml": "mine\n" });
  expect(writeTo(workingFolder, second).diagnostics.map(({ message }) => message)).toEqual([
    '"charts/tide/Chart.yaml" was edited by hand and would be overwritten.',
    '"charts/tide/templates/deployment.yaml" was not written by chartwright and would be overwritten.',
  ]);
});

test("charts without a record are taken over where they are equal", () => {
  const { workingFolder, folder } = charts();
  writeFiles(folder, Object.fromEntries(first));
  expect(writeTo(workingFolder, first)).toEqual({ ...nothingDone, unchanged: 4, diagnostics: [] });
  expect(writeTo(workingFolder, second)).toMatchObject({
    created: 1,
    replaced: 1,
    removed: 2,
    diagnostics: [],
  });
});

test("line breaks that git turned into CRLF are no edit", () => {
  const { workingFolder, folder } = charts();
  writeTo(workingFolder, first);
  for (const [path, text] of Object.entries(readFiles(folder))) {
    writeFiles(folder, { [path]: text.replaceAll("\n", "\r\n") });
  }
  expect(compareTree(first, { folder: "charts", name: "tide", workingFolder }).changes).toEqual([]);
  expect(writeTo(workingFolder, second)).toMatchObject({
    created: 1,
    replaced: 1,
    removed: 2,
    diagnostics: [],
  });
});

test("a record with an unresolved merge in it counts both sides", () => {
  const { workingFolder, folder } = charts();
  writeTo(workingFolder, second);
  const theirs = readFiles(folder)[".chartwright/tide.sha256"] ?? "";
  writeTo(workingFolder, first);
  const ours = readFiles(folder)[".chartwright/tide.sha256"] ?? "";
  writeFiles(folder, {
    ".chartwright/tide.sha256": `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`,
    // What git takes from the other side without asking.
    "tide/templates/deployment.yaml": second.get("tide/templates/deployment.yaml") ?? "",
  });
  expect(writeTo(workingFolder, second)).toMatchObject({
    created: 0,
    replaced: 1,
    removed: 2,
    diagnostics: [],
  });
});

test("a record cannot lead out of the folder", () => {
  const hash = "0".repeat(64);
  const lines = [
    "../out",
    "/etc/out",
    "a/../../out",
    "a//b",
    ".",
    ".chartwright/tide.sha256",
    "a\\..\\out",
    "C:/out",
  ];
  expect(parseRecord(lines.map((path) => `${hash}  ${path}\n`).join(""))).toEqual(new Map());
  expect(parseRecord(`${hash}  a/b.yaml\n`)).toEqual(
    new Map([["a/b.yaml", { hashes: new Set([hash]), isOrphan: false }]]),
  );
});

test.each<{ name: string; prepare: (folder: string) => void; message: string }>([
  {
    name: "a chart's folder that is a link is not followed",
    prepare: (folder) => {
      mkdirSync(join(folder, "../elsewhere"));
      symlinkSync("../elsewhere", join(folder, "tide"));
    },
    message: `error: "charts/tide" is in the way of the charts. [write/obstacle]
  found:    a symbolic link
  expected: a folder
  hint:     Move "charts/tide" away, or write to another folder.`,
  },
  {
    name: "a file where a chart's folder must be is in the way",
    prepare: (folder) => writeFiles(folder, { tide: "a file\n" }),
    message: `error: "charts/tide" is in the way of the charts. [write/obstacle]
  found:    a file
  expected: a folder
  hint:     Move "charts/tide" away, or write to another folder.`,
  },
  {
    name: "a folder where a file must be is in the way",
    prepare: (folder) => mkdirSync(join(folder, "tide/values.yaml"), { recursive: true }),
    message: `error: "charts/tide/values.yaml" is in the way of the charts. [write/obstacle]
  found:    a folder
  expected: a file
  hint:     Move "charts/tide/values.yaml" away, or write to another folder.`,
  },
  {
    name: "chartwright's own folder that is a link is not followed",
    prepare: (folder) => {
      mkdirSync(join(folder, "../elsewhere"));
      symlinkSync("../elsewhere", join(folder, ".chartwright"));
    },
    message: `error: "charts/.chartwright" is in the way of the charts. [write/obstacle]
  found:    a symbolic link
  expected: a folder
  hint:     Move "charts/.chartwright" away, or write to another folder.`,
  },
])("$name, not even by force", ({ prepare, message }) => {
  const { workingFolder, folder } = charts();
  mkdirSync(folder);
  prepare(folder);
  const before = readFiles(workingFolder);
  expect(rendered(writeTo(workingFolder, first, { force: true }))).toBe(message);
  expect(readFiles(workingFolder)).toEqual(before);
});

test("an output folder that is a file is in the way", () => {
  const { workingFolder } = charts();
  writeFiles(workingFolder, { charts: "a file\n" });
  expect(rendered(writeTo(workingFolder, first, { force: true }))).toBe(
    `error: "charts" is in the way of the charts. [write/obstacle]
  found:    a file
  expected: a folder
  hint:     Move "charts" away, or write to another folder.`,
  );
});

test("the output folder itself may be a link", () => {
  const { workingFolder, folder } = charts();
  mkdirSync(join(workingFolder, "real"));
  symlinkSync("real", folder);
  expect(writeTo(workingFolder, first)).toMatchObject({ created: 4, diagnostics: [] });
});

test("a failure in the middle leaves everything as it was", () => {
  const { workingFolder, folder } = charts();
  writeTo(workingFolder, first);
  const comparison = compareTree(second, { folder: "charts", name: "tide", workingFolder });
  // What appears between comparing and writing: the rename onto a folder fails, after tide/Chart.yaml was replaced.
  writeFiles(folder, { "tide/templates/deployment.yaml/in-the-way.txt": "x\n" });
  const before = readFiles(folder);
  const failed = write(comparison);
  expect(failed.diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ["write/failed", 'The output folder "charts" cannot be written; it is as it was.'],
  ]);
  expect(failed).toMatchObject(nothingDone);
  expect(readFiles(folder)).toEqual(before);
});

test("a failure in a new folder leaves no folder behind", () => {
  const { workingFolder, folder } = charts();
  const tooLong: FileTree = new Map([...first, [`tide/z${"z".repeat(300)}`, "x\n"]]);
  const comparison = compareTree(first, { folder: "charts/deep/er", name: "tide", workingFolder });
  const change = { path: [...tooLong.keys()].at(-1) ?? "", kind: "create", after: "x\n" } as const;
  const failed = write({ ...comparison, changes: [...comparison.changes, change] });
  expect(failed.diagnostics.map(({ code }) => code)).toEqual(["write/failed"]);
  expect(existsSync(folder)).toBe(false);
});

test("what a killed run left is cleared away, and its files are not mistaken for edits", () => {
  const { workingFolder, folder } = charts();
  writeTo(workingFolder, first);
  // Killed after the second charts' files were renamed into place and before the record was.
  writeFiles(folder, {
    "tide/Chart.yaml": second.get("tide/Chart.yaml") ?? "",
    ".chartwright/staging-999999999/new/0": "x\n",
  });
  expect(writeTo(workingFolder, second)).toMatchObject({
    diagnostics: [],
    created: 1,
    replaced: 0,
    removed: 2,
  });
  expect(Object.keys(readFiles(folder))).toEqual([
    ".chartwright/.gitattributes",
    ".chartwright/tide.base",
    ".chartwright/tide.sha256",
    ...[...second.keys()].toSorted(),
  ]);
});

test("a link where the new files are prepared is not followed", () => {
  const { workingFolder, folder } = charts();
  writeTo(workingFolder, first);
  mkdirSync(join(workingFolder, "elsewhere"));
  symlinkSync("../../elsewhere", join(folder, `.chartwright/staging-${process.pid}`));
  expect(writeTo(workingFolder, second).diagnostics).toEqual([]);
  expect(chartFiles(folder)).toEqual(Object.fromEntries(second));
  expect(readFiles(join(workingFolder, "elsewhere"))).toEqual({});
});

test("a folder that cannot be read is reported", () => {
  const { workingFolder } = charts();
  symlinkSync("charts", join(workingFolder, "charts"));
  expect(rendered(writeTo(workingFolder, first))).toBe(
    `error: The output folder "charts" cannot be read. [write/failed]
  found:    ELOOP: too many symbolic links encountered, stat '${join(workingFolder, "charts")}'
  expected: a folder that can be read and written
  hint:     Mend what the message names, or write to another folder.`,
  );
});

test("the diff shows what a build would do, and comparing writes nothing", async () => {
  const { workingFolder, folder } = charts();
  writeTo(workingFolder, first);
  writeFileSync(join(folder, "tide/values.yaml"), "replicas: 1\nmine: true\n");
  const before = readFiles(workingFolder);
  const diff = await printDiff(compareTree(second, { folder: "charts", name: "tide", workingFolder }));
  expect(readFiles(workingFolder)).toEqual(before);
  expect(diff).toBe(`--- charts/tide-crd/Chart.yaml
+++ /dev/null
@@ -1,1 +0,0 @@
-name: tide-crd
--- charts/tide/Chart.yaml
+++ charts/tide/Chart.yaml
@@ -1,2 +1,2 @@
 name: tide
-version: 1.0.0
+version: 2.0.0
--- /dev/null
+++ charts/tide/templates/deployment.yaml
@@ -0,0 +1,1 @@
+kind: Deployment
--- charts/tide/templates/service.yaml
+++ /dev/null
@@ -1,1 +0,0 @@
-kind: Service
`);
});

test("the diff of charts that are up to date is empty", async () => {
  const { workingFolder } = charts();
  writeTo(workingFolder, first);
  expect(await printDiff(compareTree(first, { folder: "charts", name: "tide", workingFolder }))).toBe("");
});
