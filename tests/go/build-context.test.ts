// Which files belong to a build. The second suite asks `go list` the same.
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type BuildContext, defaultBuild, isInBuild } from "../../src/go/build-context.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithGo, runGo } from "../support/go.ts";
import { makeFolder } from "../support/temporary-folder.ts";

/** A file's name, what stands above its package clause, and whether Linux on amd64 builds it. */
type Row = readonly [name: string, header: string, isBuilt: boolean];

const rows: readonly Row[] = [
  ["plain.go", "", true],
  ["plain_test.go", "", false],
  ["_hidden.go", "", false],
  [".hidden.go", "", false],
  ["a_linux.go", "", true],
  ["a_windows.go", "", false],
  ["a_amd64.go", "", true],
  ["a_arm64.go", "", false],
  ["a_linux_amd64.go", "", true],
  ["a_linux_arm64.go", "", false],
  ["a_windows_amd64.go", "", false],
  ["a_b_linux.go", "", true],
  ["a_linux_b.go", "", true],
  ["linux.go", "", true],
  ["windows.go", "", true],
  ["a_unix.go", "", true],
  ["a_windows_b_test.go", "", false],
  ["a_freebsd.x.go", "", false],
  ["c01.go", "//go:build linux", true],
  ["c02.go", "//go:build !linux", false],
  ["c03.go", "//go:build windows || (linux && !arm64)", true],
  ["c04.go", "//go:build windows || linux && arm64", false],
  ["c05.go", "//go:build ignore", false],
  ["c06.go", "//go:build cgo && unix && gc", true],
  ["c07.go", "//go:build !cgo", false],
  ["c08.go", "//go:build go1.18", true],
  ["c09.go", "//go:build !go1.18", false],
  ["c10.go", "//go:build special.tag", true],
  ["c11.go", "//go:build !!linux", false],
  ["c12.go", "//go:build linux extra", false],
  ["c13.go", "// words\n\n/* more\nwords */\n\n//go:build windows", false],
  ["c14.go", "//go:buildwindows", true],
  ["c15.go", "// +build windows", false],
  ["c16.go", "// +build windows linux,!arm64", true],
  ["c17.go", "// +build linux\n// +build arm64", false],
  ["c18.go", "//go:build linux\n// +build windows", true],
  ["c19.go", "//go:build linux && (amd64 || arm64)", true],
];

const build: BuildContext = { ...defaultBuild, tags: ["special.tag"] };

test.each(rows.map(([name, header, isBuilt]) => ({ name, header, isBuilt })))(
  "$name with $header",
  ({ name, header, isBuilt }) => {
    expect(isInBuild(name, `${header}\n\npackage a\n`, build)).toBe(isBuilt);
  },
);

test("another machine has other files", () => {
  const arm: BuildContext = { os: "darwin", arch: "arm64", cgo: false, tags: [] };
  const text = "//go:build darwin && !cgo && unix\n\npackage a\n";
  expect(isInBuild("a_darwin_arm64.go", text, arm)).toBe(true);
  expect(isInBuild("a_linux.go", text, arm)).toBe(false);
});

describeWithGo("go list", () => {
  // A malformed constraint is an error of `go list`, not a file that is left out.
  const accepted = rows.filter(([name]) => name !== "c11.go" && name !== "c12.go");

  test("takes the same files", async () => {
    const folder = makeFolder();
    try {
      writeFiles(folder, {
        // Files of an old module, for which the old form of constraints counts.
        "go.mod": "module example.org/a\n\ngo 1.16\n",
        ...Object.fromEntries(accepted.map(([name, header]) => [name, `${header}\n\npackage a\n`])),
      });
      const listed = await runGo(folder, [
        "list",
        "-tags",
        "special.tag",
        "-f",
        '{{join .GoFiles " "}}',
        ".",
      ]);
      expect(listed.trim().split(" ").toSorted()).toEqual(
        accepted.flatMap(([name, , isBuilt]) => (isBuilt ? [name] : [])).toSorted(),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("a header ends at the package clause", () => {
  test("a constraint below it does not count", () => {
    expect(isInBuild("a.go", "package a\n\n//go:build windows\n", build)).toBe(true);
  });
});
