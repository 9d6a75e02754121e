// Groups: what they include, what is registered twice, what the project file adds.
import { describe, expect, test } from "vitest";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import type { ProjectFlags } from "../../src/project/flags.ts";
import { readProjectFlags } from "./settings.ts";

/** A Go file that registers `env default` pairs; a third word is the flag, a fourth the description. */
function registering(...settings: readonly string[]): string {
  const lines = settings.map((setting) => {
    const [env = "", value = "", flag = env.toLowerCase(), words = ""] = setting.split(" ");
    return `\treg.StringWithEnv(&x, "${flag}", "${value}", "${env}", "${words}")`;
  });
  return `package main\n\nimport "example.org/own"\n\nfunc register(reg *own.FlagRegistrar) {\n${lines.join("\n")}\n}\n`;
}

function read(content: Readonly<Record<string, string>>, groups: ProjectFlags["groups"]) {
  const result = readProjectFlags(content, { groups });
  const shown = Object.fromEntries(
    result.groups.map(({ name, settings }) => [
      name,
      settings.map((setting) => `${setting.env ?? "-"}=${setting.default} (${setting.group})`),
    ]),
  );
  return { ...result, shown, reported: result.diagnostics.map(renderDiagnostic) };
}

describe("a group", () => {
  test("has its own settings and those that it includes, sorted, each once; its own win", () => {
    const { shown, reported } = read(
      {
        "shared.go": registering("B shared", "A shared", "C shared flag-c", " shared only-a-flag"),
        "aws.go": registering("B own", "Z own", "OTHER own flag-c"),
      },
      { shared: { files: ["shared.go"] }, aws: { files: ["aws.go"], include: ["shared"] } },
    );
    expect(reported).toEqual([]);
    expect(shown).toEqual({
      shared: ["A=shared (shared)", "B=shared (shared)", "C=shared (shared)", "-=shared (shared)"],
      aws: [...["A=shared (shared)", "B=own (aws)", "OTHER=own (aws)", "Z=own (aws)", "-=shared (shared)"]],
    });
  });

  test("includes what its groups include", () => {
    const { shown } = read(
      { "a.go": registering("A a"), "b.go": registering("B b") },
      { a: { files: ["a.go"] }, b: { files: ["b.go"], include: ["a"] }, c: { include: ["b"] } },
    );
    expect(shown["c"]).toEqual(["A=a (a)", "B=b (b)"]);
  });

  test("takes all files of a folder that belong to the build", () => {
    const { shown } = read(
      {
        "go.mod": "module example.org/a\n",
        "cmd/main.go": registering("A a"),
        "cmd/more_linux.go": registering("B b"),
        "cmd/more_windows.go": registering("C c"),
        "cmd/main_test.go": registering("D d"),
      },
      { all: { files: ["cmd"] } },
    );
    expect(shown["all"]).toEqual(["A=a (all)", "B=b (all)"]);
  });

  test("may have no Go files, but settings of the project file", () => {
    const { groups, reported } = read(
      { "shared.go": registering("A shared") },
      {
        shared: { files: ["shared.go"] },
        docker: {
          include: ["shared"],
          settings: [
            { env: "DOCKER_HOST", default: "unix:///run/docker.sock", description: "The daemon" },
            { env: "A", secret: true, description: "Said better", deprecated: "use B" },
          ],
        },
      },
    );
    expect(reported).toEqual([]);
    expect(groups[1]?.settings).toEqual([
      {
        env: "A",
        flag: "a",
        type: "string",
        default: "shared",
        required: false,
        secret: true,
        hidden: false,
        deprecated: "use B",
        description: "Said better",
        group: "shared",
        position: expect.objectContaining({ source: "shared.go", line: 6 }),
      },
      {
        env: "DOCKER_HOST",
        type: "string",
        default: "unix:///run/docker.sock",
        required: false,
        secret: false,
        hidden: false,
        description: "The daemon",
        group: "docker",
        position: expect.objectContaining({ source: "project:groups.docker.settings.0" }),
      },
    ]);
  });

  test("takes a default of the project file for one that the source does not tell", () => {
    const content = { "a.go": registering("A x").replace('"x"', "variable") };
    const groups = { a: { files: ["a.go"], settings: [{ env: "A", default: "given" }] } };
    const { shown, reported } = read(content, groups);
    expect(reported).toEqual([]);
    expect(shown["a"]).toEqual(["A=given (a)"]);
    expect(read(content, { a: { files: ["a.go"] } }).reported).toEqual([
      expect.stringContaining(
        'a.go:6:29: warning: The default of A cannot be told: "variable" is not declared',
      ),
    ]);
  });
});

describe("a finding tells of", () => {
  test.each<{ name: string; files: readonly string[]; report: string | undefined }>([
    { name: "nothing where the second says the same", files: ["A x", "A x"], report: undefined },
    {
      name: "another default",
      files: ["A x", "A y"],
      report: `a.go:7:2: warning: A is registered twice and not the same: the first one counts. [flags/duplicate]
  7 |  reg.StringWithEnv(&x, "a", "y", "A", "")
    |  ^
  found:    the defaults x and y
  expected: one registration, or two that say the same
  note:     first here (a.go:6:2)
  hint:     Take one of them out, or give the second another name.`,
    },
    {
      name: "one variable of two flags",
      files: ["A x one", "A x two"],
      report: "A is registered twice and not the same: the first one counts. [flags/duplicate]",
    },
    {
      name: "one flag of two variables",
      files: ["A x one", "B x one"],
      report: "--one is registered twice and not the same: the first one counts. [flags/duplicate]",
    },
    {
      name: "another meaning",
      files: ["A x one This", "A x one That"],
      report: 'found:    the descriptions "This" and "That"',
    },
  ])("$name", ({ files, report }) => {
    const { shown, reported } = read({ "a.go": registering(...files) }, { a: { files: ["a.go"] } });
    expect(shown["a"]).toEqual(["A=x (a)"]);
    expect(reported).toEqual(report === undefined ? [] : [expect.stringContaining(report)]);
  });

  test("two included groups that disagree", () => {
    const { reported } = read(
      { "a.go": registering("A x"), "b.go": registering("A y") },
      { a: { files: ["a.go"] }, b: { files: ["b.go"] }, c: { include: ["a", "b"] } },
    );
    expect(reported).toEqual([expect.stringContaining("b.go:6:2: warning: A is registered twice")]);
  });
});

describe("a mistake in the project file is told:", () => {
  test.each<{ name: string; flags: ProjectFlags; report: string }>([
    {
      name: "a group that is not there",
      flags: { groups: { shared: { files: ["a.go"] }, aws: { include: ["share"] } } },
      report: `project:groups.aws.include.0:1:1: error: There is no group "share". [flags/unknown-group]
  found:    share
  expected: one of shared
  hint:     Write "shared".`,
    },
    {
      name: "groups that include each other",
      flags: { groups: { a: { include: ["b"] }, b: { include: ["a"] } } },
      report: 'error: The group "a" includes itself. [flags/unknown-group]',
    },
    {
      name: "a file that is not there",
      flags: { groups: { a: { files: ["b.go"] } } },
      report: 'project:groups.a.files.0:1:1: error: "b.go" cannot be read. [flags/not-found]',
    },
    {
      name: "a folder without Go files",
      flags: { groups: { a: { files: ["folder"] } } },
      report: "found:    no Go file of this build",
    },
    {
      name: "a file that the build leaves out",
      flags: { build: { os: "darwin" }, groups: { a: { files: ["a_linux.go"] } } },
      report: 'warning: "a_linux.go" is not part of the build. [flags/not-in-build]',
    },
    {
      name: "a registrar that is not built in",
      flags: { registrar: "env-registrer", groups: {} },
      report: 'hint:     Write "env-registrar".',
    },
  ])("$name", ({ flags, report }) => {
    const { diagnostics } = readProjectFlags(
      { "a.go": registering("A x"), "a_linux.go": registering("B x") },
      flags,
    );
    expect(diagnostics.map(renderDiagnostic).join("\n")).toContain(report);
  });
});

describe("variables by a prefix", () => {
  test("belong to the group's own flags that have none", () => {
    const { groups } = readProjectFlags(
      {
        "shared.go": registering(" shared verbose"),
        "aws.go": registering("OWN own", " own dry-run", " own log.level"),
      },
      {
        groups: {
          shared: { files: ["shared.go"] },
          aws: { files: ["aws.go"], include: ["shared"], envPrefix: "APP_" },
        },
      },
    );
    expect(groups[1]?.settings.map(({ env, flag }) => [env, flag])).toEqual([
      ["APP_DRY_RUN", "dry-run"],
      ["APP_LOG_LEVEL", "log.level"],
      ["OWN", "own"],
      [undefined, "verbose"],
    ]);
  });
});

describe("a default that the project file gives", () => {
  test.each([
    ["bool", "perhaps", false],
    ["bool", "true", true],
    ["int", "0x1F", true],
    ["int", "1.5", false],
    ["uint", "-1", false],
    ["duration", "5 minutes", false],
    ["duration", "1h30m", true],
    ["float64", "1e-3", true],
    ["string", "perhaps", true],
    ["bool", "", true],
  ])("as %s, %s", (type, text, isFine) => {
    const { reported } = read({}, { all: { settings: [{ env: "X", type, default: text }] } });
    if (isFine) expect(reported).toEqual([]);
    else
      expect(reported).toEqual([expect.stringContaining(`project:groups.all.settings.0.default:1:1: error`)]);
  });
});

test("a setting that the project file gives twice, and not the same, is told", () => {
  const settings = [{ env: "X", default: "a" }, { env: "X", default: "b" }, { env: "Y" }, { env: "Y" }];
  const { shown, reported } = read({}, { all: { settings } });
  expect(shown["all"]).toEqual(["X=a (all)", "Y= (all)"]);
  expect(reported).toEqual([
    expect.stringContaining("project:groups.all.settings.1:1:1: warning: X is registered twice"),
  ]);
  expect(reported[0]).toContain("found:    the defaults a and b");
});
