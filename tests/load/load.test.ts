import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { type LoadInput, load } from "../../src/load/load.ts";
import { writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: tide\n";

async function* streamOf(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* chunks;
}

test.each<{
  name: string;
  files: Record<string, string | Uint8Array>;
  inputs: readonly (string | LoadInput)[];
  sources: readonly string[];
  customResources?: readonly string[];
  warnings?: string;
}>([
  {
    name: "files are read in the order given and keep the names given",
    files: { "b.yaml": manifest, "deep/a.yaml": manifest },
    inputs: ["./deep/../b.yaml", "deep/a.yaml"],
    sources: ["./deep/../b.yaml", "deep/a.yaml"],
  },
  {
    name: "a source may hold comments only as long as another one holds more",
    files: { "a.yaml": "# Nothing yet\n", "b.yaml": '--- {"kind": "A"}\n' },
    inputs: ["a.yaml", "b.yaml"],
    sources: ["a.yaml", "b.yaml"],
  },
  {
    name: "a file given by name may have any extension",
    files: { "release.txt": manifest },
    inputs: ["release.txt"],
    sources: ["release.txt"],
  },
  {
    name: "a folder stands for its own manifests, sorted, without subfolders and without the project file",
    files: {
      "release/b.yml": manifest,
      "release/a.yaml": manifest,
      "release/C.JSON": "{}",
      "release/README.md": "# Release",
      "release/chartwright.yaml": "kind: ChartProject",
      "release/more/d.yaml": manifest,
      "release/folder.yaml/e.yaml": manifest,
    },
    inputs: ["release/"],
    sources: ["release/C.JSON", "release/a.yaml", "release/b.yml"],
  },
  {
    name: "a file that a folder already holds is read once, with a warning",
    files: { "release/a.yaml": manifest, "release/b.yaml": manifest },
    inputs: ["release", "./release/b.yaml"],
    sources: ["release/a.yaml", "release/b.yaml"],
    warnings: `warning: "./release/b.yaml" is given twice and read once. [load/given-twice]
  note:     it was read as "release/b.yaml"`,
  },
  {
    name: "a custom resource may also be among the manifests",
    files: { "release/cr.yaml": manifest, "release/operator.yaml": manifest },
    inputs: ["release", { path: "release/cr.yaml", customResource: true }],
    sources: ["release/cr.yaml", "release/operator.yaml"],
    customResources: ["release/cr.yaml"],
  },
])("$name", async ({ files, inputs, sources, customResources = [], warnings = "" }) => {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const loaded = await load(
    inputs.map((input) => (typeof input === "string" ? { path: input } : input)),
    { folder },
  );
  expect(loaded.diagnostics.map(renderDiagnostic).join("\n")).toBe(warnings);
  expect(loaded.sources.map((source) => source.name)).toEqual(sources);
  expect(loaded.customResources).toEqual(customResources);
});

test("standard input is read whole, across chunks that cut a character", async () => {
  const bytes = Buffer.from("kind: Fuß\n");
  const { sources, diagnostics } = await load([{ path: "-" }], {
    standardInput: streamOf(bytes.subarray(0, 5), bytes.subarray(5)),
  });
  expect(diagnostics).toEqual([]);
  expect(sources).toEqual([{ name: "-", text: "kind: Fuß\n" }]);
});

test("the text is the file's, byte-order mark and CRLF included", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "bom.yaml": "\ufeffkind: A\r\n" });
  const { sources } = await load([{ path: "bom.yaml" }], { folder });
  expect(sources).toEqual([{ name: "bom.yaml", text: "\ufeffkind: A\r\n" }]);
});

test.each<{
  name: string;
  files?: Record<string, string | Uint8Array>;
  inputs: readonly string[];
  rendered: string;
}>([
  {
    name: "a missing file has the nearest name of its folder as hint",
    files: { "release/operator.yaml": manifest },
    inputs: ["release/oprator.yaml"],
    rendered: `error: "release/oprator.yaml" does not exist. [load/not-found]
  found:    no file or folder of that name
  expected: a file, a folder, or - for standard input
  hint:     Did you mean "release/operator.yaml"?`,
  },
  {
    name: "a missing folder has the nearest folder as hint",
    files: { "release/operator.yaml": manifest },
    inputs: ["relase/operator.yaml"],
    rendered: `error: "relase/operator.yaml" does not exist. [load/not-found]
  found:    no file or folder of that name
  expected: a file, a folder, or - for standard input
  hint:     Did you mean "release/operator.yaml"?`,
  },
  {
    name: "a missing file with no name near says where paths start",
    files: { "operator.yaml": manifest },
    inputs: ["elsewhere.json"],
    rendered: `error: "elsewhere.json" does not exist. [load/not-found]
  found:    no file or folder of that name
  expected: a file, a folder, or - for standard input
  hint:     Check the path; relative paths start at the current folder.`,
  },
  {
    name: "a path through a file does not exist",
    files: { "operator.yaml": manifest },
    inputs: ["operator.yaml/tide.yaml"],
    rendered: `error: "operator.yaml/tide.yaml" does not exist. [load/not-found]
  found:    no file or folder of that name
  expected: a file, a folder, or - for standard input
  hint:     Check the path; relative paths start at the current folder.`,
  },
  {
    name: "a file of 0 bytes is empty",
    files: { "empty.yaml": "" },
    inputs: ["empty.yaml"],
    rendered: `empty.yaml:1:1: error: "empty.yaml" is empty. [load/empty]
  found:    0 bytes
  expected: YAML or JSON with at least one Kubernetes object
  hint:     Download or generate the file again, or leave it out.`,
  },
  {
    name: "standard input without a byte is empty",
    inputs: ["-"],
    rendered: `-:1:1: error: Standard input is empty. [load/empty]
  found:    0 bytes
  expected: YAML or JSON with at least one Kubernetes object
  hint:     Check that the command before the pipe succeeds and prints manifests.`,
  },
  {
    name: "a binary file is refused at its first zero byte",
    files: { "tool.yaml": Buffer.from("\u007fELF: text\n\u0002\u0001\u0001\u0000\u0000") },
    inputs: ["tool.yaml"],
    rendered: `tool.yaml:2:4: error: "tool.yaml" is not UTF-8 text. [load/not-text]
  found:    a zero byte at offset 14
  expected: YAML or JSON as UTF-8 text
  hint:     Give the YAML or JSON file itself; this is a binary file or a damaged download.`,
  },
  {
    name: "a gzip archive is named as such",
    files: { "release.yaml": Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0x00]) },
    inputs: ["release.yaml"],
    rendered: `release.yaml:1:1: error: "release.yaml" is not UTF-8 text. [load/not-text]
  found:    a gzip archive
  expected: YAML or JSON as UTF-8 text
  hint:     Unpack it first and give the manifests inside.`,
  },
  {
    name: "UTF-16 with a byte-order mark is named, with the way to convert it",
    files: { "windows.yaml": Buffer.from("\ufeffkind: A\n", "utf16le") },
    inputs: ["windows.yaml"],
    rendered: `windows.yaml:1:1: error: "windows.yaml" is not UTF-8 text. [load/not-text]
  found:    UTF-16 text, little-endian
  expected: YAML or JSON as UTF-8 text
  hint:     Convert it: \`iconv -f UTF-16LE -t UTF-8 windows.yaml > utf8.yaml\`.`,
  },
  {
    name: "UTF-16 without a byte-order mark is known by its zero bytes",
    files: { "windows.yaml": Buffer.from("kind: A\n", "utf16le").swap16() },
    inputs: ["windows.yaml"],
    rendered: `windows.yaml:1:1: error: "windows.yaml" is not UTF-8 text. [load/not-text]
  found:    UTF-16 text, big-endian
  expected: YAML or JSON as UTF-8 text
  hint:     Convert it: \`iconv -f UTF-16BE -t UTF-8 windows.yaml > utf8.yaml\`.`,
  },
  {
    name: "text in Latin-1 is refused at the first byte that is not UTF-8",
    files: { "latin.yaml": Buffer.from("# Caféhaus\n# Größe\n", "latin1") },
    inputs: ["latin.yaml"],
    rendered: `latin.yaml:1:6: error: "latin.yaml" is not UTF-8 text. [load/not-text]
  1 | # Caf\ufffdhaus
    |      ^
  found:    byte 0xe9 at offset 5, which is not UTF-8
  expected: YAML or JSON as UTF-8 text
  hint:     Save it as UTF-8; if it is Latin-1, \`iconv -f ISO-8859-1 -t UTF-8\` converts it.`,
  },
  {
    name: "a character cut off at the end of the file is not UTF-8",
    files: { "cut.yaml": Buffer.from("# é\n# Fuß").subarray(0, -1) },
    inputs: ["cut.yaml"],
    rendered: `cut.yaml:2:5: error: "cut.yaml" is not UTF-8 text. [load/not-text]
  2 | # Fu\ufffd
    |     ^
  found:    byte 0xc3 at offset 9, which is not UTF-8
  expected: YAML or JSON as UTF-8 text
  hint:     Save it as UTF-8; if it is Latin-1, \`iconv -f ISO-8859-1 -t UTF-8\` converts it.`,
  },
  {
    name: "a folder without manifests names what it holds",
    files: { "docs/README.md": "#", "docs/notes.txt": "", "docs/tidy.sh": "" },
    inputs: ["docs"],
    rendered: `error: The folder "docs" holds no manifests. [load/no-manifests]
  found:    README.md, notes.txt, tidy.sh
  expected: at least one .yaml, .yml or .json file directly in the folder
  hint:     Give the folder or the files that hold the operator's release manifests.`,
  },
  {
    name: "a folder whose manifests lie one level down names the subfolder",
    files: { "operator/release/operator.yaml": manifest },
    inputs: ["operator"],
    rendered: `error: The folder "operator" holds no manifests. [load/no-manifests]
  found:    release
  expected: at least one .yaml, .yml or .json file directly in the folder
  hint:     Give "operator/release" itself; subfolders are not read.`,
  },
  {
    name: "sources with comments only hold no manifests",
    files: { "a.yaml": "# To be written\n---\n...\n", "b.yaml": "%YAML 1.2\n--- # nothing\n  \n" },
    inputs: ["a.yaml", "b.yaml"],
    rendered: `a.yaml:1:1: error: The sources hold no manifests. [load/no-manifests]
  1 | # To be written
    | ^
  found:    comments and blank lines only
  expected: at least one Kubernetes object
  hint:     Give the files that hold the operator's release manifests.`,
  },
  {
    name: "a URL is not downloaded",
    inputs: ["https://example.org/operator.yaml"],
    rendered: `error: "https://example.org/operator.yaml" is a URL where a path must be. [load/remote]
  found:    a URL
  expected: a file, a folder, or - for standard input
  hint:     Pipe it in: \`curl -fsSL https://example.org/operator.yaml | chartwright convert - …\`; a project file can name it as \`url\`.`,
  },
  {
    name: "every fault of a folder is reported, each file for itself",
    files: { "release/a.yaml": "", "release/b.yaml": manifest, "release/c.yaml": "" },
    inputs: ["release"],
    rendered: `release/a.yaml:1:1: error: "release/a.yaml" is empty. [load/empty]
  found:    0 bytes
  expected: YAML or JSON with at least one Kubernetes object
  hint:     Download or generate the file again, or leave it out.
release/c.yaml:1:1: error: "release/c.yaml" is empty. [load/empty]
  found:    0 bytes
  expected: YAML or JSON with at least one Kubernetes object
  hint:     Download or generate the file again, or leave it out.`,
  },
])("$name", async ({ files = {}, inputs, rendered }) => {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const { diagnostics } = await load(
    inputs.map((path) => ({ path })),
    { folder },
  );
  expect(diagnostics.map(renderDiagnostic).join("\n")).toBe(rendered);
});

test("a path that the file system refuses is unreadable", async () => {
  const folder = temporaryFolder();
  symlinkSync("loop.yaml", join(folder, "loop.yaml"));
  const { diagnostics } = await load([{ path: "loop.yaml" }], { folder });
  expect(diagnostics.map(renderDiagnostic).join("\n")).toBe(
    `error: "loop.yaml" cannot be read. [load/unreadable]
  found:    ELOOP: too many symbolic links encountered
  expected: a readable file, a folder, or - for standard input
  hint:     Check what the path leads to.`,
  );
});

test("a link in a folder is followed, a broken one reported", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "target.txt": manifest, "release/a.yaml": manifest });
  symlinkSync("../target.txt", join(folder, "release/b.yaml"));
  symlinkSync("../gone.txt", join(folder, "release/c.yaml"));
  const { sources, diagnostics } = await load([{ path: "release" }], { folder });
  expect(sources.map(({ name }) => name)).toEqual(["release/a.yaml", "release/b.yaml"]);
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ["load/not-found", '"release/c.yaml" does not exist.'],
  ]);
});

test("a fault of a path that a project file names is placed there", async () => {
  const position = { source: "chartwright.yaml", line: 5, column: 11, text: "  - path: gone.yaml" };
  const { diagnostics } = await load([{ path: "gone.yaml", position }], { folder: temporaryFolder() });
  expect(diagnostics.map(renderDiagnostic).join("\n")).toBe(
    `chartwright.yaml:5:11: error: "gone.yaml" does not exist. [load/not-found]
  5 |   - path: gone.yaml
    |           ^
  found:    no file or folder of that name
  expected: a file, a folder, or - for standard input
  hint:     Check the path; relative paths start at the project file's folder.`,
  );
});
