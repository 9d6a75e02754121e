import { expect, test } from "vitest";
import { editProject, type ProjectEdit } from "../../src/project/edit-project.ts";

const text = `# The charts of the tide.
apiVersion: chartwright/v1
kind: ChartProject
name: tide # not moon
version: v1.2.3   # the newest
chart:
  # Raised by hand.
  version: "0.4.0"
  appVersion: 'v1.2.3'
`;

const versions: readonly ProjectEdit[] = [
  { path: ["version"], value: "v1.3.0", after: "name" },
  { path: ["chart", "version"], value: "0.5.0" },
  { path: ["chart", "appVersion"], value: "v1.3.0" },
];

test.each([
  { name: "values are replaced where they stand, in their quotes", before: text },
  { name: "a document marker stays", before: `---\n${text}` },
  { name: "Windows line ends stay", before: text.replaceAll("\n", "\r\n") },
  { name: "a byte-order mark stays", before: `\ufeff${text}` },
])("$name", ({ before }) => {
  expect(editProject(before, versions)).toBe(
    before
      .replace("version: v1.2.3 ", "version: v1.3.0 ")
      .replace('"0.4.0"', '"0.5.0"')
      .replace("'v1.2.3'", "'v1.3.0'"),
  );
});

test("a version that is not there yet is put behind the name, with what is said of that", () => {
  const without = text.replace(/^version: v.*\n/m, "");
  expect(editProject(without, versions.slice(0, 1))).toBe(
    without.replace("name: tide # not moon\n", "name: tide # not moon\nversion: v1.3.0\n"),
  );
  expect(editProject("name: tide", versions)).toBe("name: tide\nversion: v1.3.0");
  expect(editProject("name: tide\r\n", versions)).toBe("name: tide\r\nversion: v1.3.0\r\n");
});

test("what any reader would take for a number is quoted", () => {
  expect(editProject("version: v1\n", [{ path: ["version"], value: "1.10" }])).toBe('version: "1.10"\n');
});

test("a file in braces is edited, too", () => {
  expect(editProject('{ name: tide, version: "v1" }\n', [{ path: ["version"], value: "v2" }])).toBe(
    '{ name: tide, version: "v2" }\n',
  );
});
