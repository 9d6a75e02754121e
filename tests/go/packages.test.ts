// Where names of other packages lead: modules, replacements, workspaces, vendored code, scopes.
import { describe, expect, test } from "vitest";
import { readModuleFile } from "../../src/go/module-file.ts";
import { joinPath } from "../../src/go/paths.ts";
import { settingsOf } from "../flags/settings.ts";

function mainImporting(imported: string, expression: string, top = ""): string {
  return `package main

import (
	"flag"
	${imported}
)
${top}
func register(flags *flag.FlagSet) {
	flags.String("x", ${expression}, "")
}
`;
}

const value = (text: string, name = "Value") => `package other\n\nconst ${name} = "${text}"\n`;

describe("a constant of another package is found", () => {
  test.each<{ name: string; files: Readonly<Record<string, string>>; printed: string }>([
    {
      name: "in the same module",
      files: {
        "go.mod": "module example.org/a // words\n",
        "other/other.go": value("own"),
        "main.go": mainImporting('"example.org/a/other"', "other.Value"),
      },
      printed: "own",
    },
    {
      name: "under the package's own name, which the path does not tell",
      files: {
        "go.mod": "module example.org/a\n",
        "go-else/other.go": value("named"),
        "main.go": mainImporting('"example.org/a/go-else"', "other.Value"),
      },
      printed: "named",
    },
    {
      name: "under the name that the import gives",
      files: {
        "go.mod": "module example.org/a\n",
        "other/other.go": value("renamed"),
        "main.go": mainImporting('words "example.org/a/other"', "words.Value"),
      },
      printed: "renamed",
    },
    {
      name: "without a name, imported with a dot",
      files: {
        "go.mod": "module example.org/a\n",
        "other/other.go": value("dot"),
        "main.go": mainImporting('. "example.org/a/other"', "Value"),
      },
      printed: "dot",
    },
    {
      name: "through other packages, each with its own imports",
      files: {
        "go.mod": "module example.org/a\n",
        "other/other.go":
          'package other\n\nimport o "example.org/a/other/deep"\n\nconst Value = o.Value + "!"\n',
        "other/deep/deep.go": value("deep"),
        "main.go": mainImporting('"example.org/a/other"', "other.Value"),
      },
      printed: "deep!",
    },
    {
      name: "in a sibling module, by a replacement",
      files: {
        "go.mod": "module example.org/a\nreplace example.org/b v1.2.3 => ./siblings/b\n",
        "siblings/b/go.mod": "module example.org/b\n",
        "siblings/b/other/other.go": value("sibling"),
        "main.go": mainImporting('"example.org/b/other"', "other.Value"),
      },
      printed: "sibling",
    },
    {
      name: "in the module with the longest path",
      files: {
        "go.mod": "module example.org/a\nreplace (\n\texample.org/a/b => ./elsewhere\n)\n",
        "b/other/other.go": value("wrong"),
        "elsewhere/go.mod": "module example.org/a/b\n",
        "elsewhere/other/other.go": value("longest"),
        "main.go": mainImporting('"example.org/a/b/other"', "other.Value"),
      },
      printed: "longest",
    },
    {
      name: "by the replacements of the main module, from a package of another one",
      files: {
        "go.mod": "module example.org/a\nreplace example.org/b => ./b\nreplace example.org/c => ./c\n",
        "b/go.mod": "module example.org/b\n",
        "b/b.go": 'package b\n\nimport "example.org/c"\n\nconst Value = c.Value\n',
        "c/go.mod": "module example.org/c\n",
        "c/c.go": 'package c\n\nconst Value = "main"\n',
        "main.go": mainImporting('"example.org/b"', "b.Value"),
      },
      printed: "main",
    },
    {
      name: "in a workspace",
      files: {
        "go.work": "go 1.22\n\nuse (\n\t.\n\t./b\n)\n",
        "go.mod": "module example.org/a\n",
        "b/go.mod": "module example.org/b\n",
        "b/other/other.go": value("workspace"),
        "main.go": mainImporting('"example.org/b/other"', "other.Value"),
      },
      printed: "workspace",
    },
    {
      name: "in vendored code",
      files: {
        "go.mod": "module example.org/a\n",
        "vendor/example.org/b/other/other.go": value("vendored"),
        "main.go": mainImporting('"example.org/b/other"', "other.Value"),
      },
      printed: "vendored",
    },
    {
      name: "in the file that this build takes",
      files: {
        "go.mod": "module example.org/a\n",
        "other/other_linux.go": value("linux"),
        "other/other_windows.go": value("windows"),
        "other/other_test.go": value("test"),
        "other/ignored.go": `//go:build ignore\n\n${value("ignored")}`,
        "main.go": mainImporting('"example.org/a/other"', "other.Value"),
      },
      printed: "linux",
    },
    {
      name: "beside the file, without any module",
      files: {
        "words.go": 'package main\n\nconst words = "beside"\n',
        "main.go": mainImporting('_ "embed"', "words"),
      },
      printed: "beside",
    },
    {
      name: "in the standard library",
      files: { "main.go": mainImporting('"net/http"\n\t"time"', "http.MethodGet + time.DateOnly") },
      printed: "GET2006-01-02",
    },
  ])("$name", ({ files, printed }) => {
    const { settings, reported } = settingsOf(files);
    expect(reported).toEqual([]);
    expect(settings[0]?.default).toBe(printed);
  });
});

describe("a constant of another package is unresolved", () => {
  test.each<{ name: string; files: Readonly<Record<string, string>>; reason: string }>([
    {
      name: "when the package is not in the repository",
      files: {
        "go.mod": "module example.org/a\n",
        "main.go": mainImporting('"example.org/b/other"', "other.Value"),
      },
      reason: 'the package "example.org/b/other" is not in the repository',
    },
    {
      name: "when a replacement is a module of the network",
      files: {
        "go.mod": "module example.org/a\nreplace example.org/b => example.org/c v1.0.0\n",
        "main.go": mainImporting('"example.org/b"', "b.Value"),
      },
      reason: 'the package "example.org/b" is not in the repository',
    },
    {
      name: "when the package has no such name",
      files: {
        "go.mod": "module example.org/a\n",
        "other/other.go": value("x"),
        "main.go": mainImporting('"example.org/a/other"', "other.Vale"),
      },
      reason: '"example.org/a/other.Vale" is not declared in the files of this build',
    },
    {
      name: "when it stands in the way of another name",
      files: { "main.go": mainImporting('"time"', "time.Value", "\nvar time struct{ Value string }\n") },
      reason: "a field or a method's result is known to the running program alone",
    },
  ])("$name", ({ files, reason }) => {
    expect(settingsOf(files).settings[0]?.unresolved?.reason).toBe(reason);
  });
});

describe("a local name", () => {
  const printed = (body: string) =>
    settingsOf(
      `package main\n\nimport "flag"\n\nconst word = "package"\n\nfunc register(flags *flag.FlagSet, more string) {\n${body}\n}\n`,
    ).settings.map((setting) => setting.default);

  test.each<{ name: string; body: string; defaults: readonly (string | undefined)[] }>([
    {
      name: "hides that of the package from its declaration to the end of its block",
      body: `	flags.String("a", word, "")
	const word = word + "+"
	flags.String("b", word, "")
	{
		const word = "inner"
		flags.String("c", word, "")
	}
	flags.String("d", word, "")`,
      defaults: ["package", "package+", "inner", "package+"],
    },
    {
      name: "counts on in its parentheses",
      body: `	const (
		zero = iota + 1
		one  = zero * 10
	)
	flags.Int("a", one, "")`,
      defaults: ["10"],
    },
    {
      name: "of a parameter has no value",
      body: '	flags.String("a", more, "")',
      defaults: [undefined],
    },
    {
      name: "of a loop, a condition or a switch has no value and is gone behind it",
      body: `	for word := range more {
		flags.String("a", word, "")
	}
	if word := more; word != "" {
		flags.String("b", word, "")
	}
	switch word := any(more).(type) {
	case string:
		flags.String("c", word, "")
	}
	flags.String("d", word, "")`,
      defaults: [undefined, undefined, undefined, "package"],
    },
  ])("$name", ({ body, defaults }) => {
    expect(printed(body)).toEqual(defaults);
  });
});

test("a module file is read with comments, quotes and blocks", () => {
  expect(
    readModuleFile(`// words
module "example.org/a" // more

go 1.22

require (
	example.org/b v1.0.0 // indirect
)

replace (
	example.org/b => ../b
	example.org/c v1.0.0 => "./with blank"
	example.org/d => example.org/e v1.0.0
)
replace example.org/f => /abs/f
use ./g
`),
  ).toEqual({
    module: "example.org/a",
    replaced: new Map([
      ["example.org/b", "../b"],
      ["example.org/c", "./with blank"],
      ["example.org/f", "/abs/f"],
    ]),
    used: ["./g"],
  });
});

test.each([
  ["/a/b", "../c", "/a/c"],
  ["/a", "./", "/a"],
  ["/", "b", "/b"],
  [".", "b/../..", ".."],
  [".", ".", "."],
  ["/a", "/b//c", "/b/c"],
  ["C:/a", "../b", "C:/b"],
])("%s and %s make %s", (folder, path, joined) => {
  expect(joinPath(folder, path)).toBe(joined);
});
