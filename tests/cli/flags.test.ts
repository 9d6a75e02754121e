import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";
import { operator } from "./small-operator.ts";

const shared = `package main

import "flag"

func register(flags *flag.FlagSet) {
	flags.Bool("debug", false, "Say everything")
}
`;

const aws = `package aws

import (
	"time"

	"example.org/own"
)

const wait = 90 * time.Second

func Register(reg *own.FlagRegistrar) {
	reg.StringWithEnv(&c.key, "key", "", "AWS_KEY", "The key", own.Secret())
	reg.StringWithEnv(&c.image, "image", "", "AWS_IMAGE", "The image", own.Required())
	reg.DurationWithEnv(&c.wait, "wait", wait, "AWS_WAIT", "How long | to wait")
}
`;

const project = `apiVersion: chartwright/v1
kind: ChartProject
name: tide
sources: [{ path: release.yaml }]
flags:
  groups:
    shared: { files: [main.go] }
    aws: { files: [aws/manager.go], include: [shared] }
`;

function projectFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  writeFiles(folder, { "chartwright.yaml": project, "main.go": shared, "aws/manager.go": aws, ...files });
  return folder;
}

describe("flags list", () => {
  test("prints a table for each group", async () => {
    const { code, stdout, stderr } = await call(["flags", "list"], { folder: projectFolder() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`shared: 1 setting
  VARIABLE   FLAG      TYPE   DEFAULT   MARKS   GROUP    PLACE       DESCRIPTION
  -          --debug   bool   false     -       shared   main.go:6   Say everything

aws: 4 settings, with those of shared
  VARIABLE    FLAG      TYPE       DEFAULT   MARKS      GROUP    PLACE               DESCRIPTION
  AWS_IMAGE   --image   string     ""        required   aws      aws/manager.go:13   The image
  AWS_KEY     --key     string     ""        secret     aws      aws/manager.go:12   The key
  AWS_WAIT    --wait    duration   1m30s     -          aws      aws/manager.go:14   How long | to wait
  -           --debug   bool       false     -          shared   main.go:6           Say everything
`);
  });

  test("prints one group as JSON, seen from the working folder", async () => {
    const folder = projectFolder();
    const { code, stdout } = await call(["flags", "list", "a/..", "--group", "shared", "--json"], { folder });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      {
        name: "shared",
        includes: [],
        settings: [
          {
            flag: "debug",
            type: "bool",
            default: "false",
            required: false,
            secret: false,
            hidden: false,
            description: "Say everything",
            group: "shared",
            place: "main.go:6:2",
          },
        ],
      },
    ]);
  });

  test("prints a page of Markdown", async () => {
    const { stdout } = await call(["flags", "list", "--group", "aws", "--markdown"], {
      folder: projectFolder(),
    });
    expect(stdout).toBe(`# Settings

Each setting is an environment variable, a flag of the program, or both. Written by \`chartwright flags\` from the Go sources.

## \`aws\`

It has the settings of \`shared\` as well.

| Variable | Flag | Type | Default | Description | Registered in |
| --- | --- | --- | --- | --- | --- |
| \`AWS_IMAGE\` | \`--image\` | \`string\` |  | **Required.** The image | \`aws/manager.go\` |
| \`AWS_KEY\` | \`--key\` | \`string\` |  | **Secret.** The key | \`aws/manager.go\` |
| \`AWS_WAIT\` | \`--wait\` | \`duration\` | \`1m30s\` | How long \\| to wait | \`aws/manager.go\` |
`);
  });

  test("reads Go files without a project", async () => {
    const { code, stdout } = await call(["flags", "list", "main.go", "aws/manager.go", "--group", "all"], {
      folder: projectFolder(),
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^all: 4 settings\n/);
  });

  test("shows what is unresolved, and says so", async () => {
    const folder = projectFolder({ "main.go": shared.replace("false", "debug()") });
    const { code, stdout, stderr } = await call(["flags", "list", "--group", "shared"], { folder });
    expect(code).toBe(0);
    expect(stdout).toContain("(unresolved: debug())");
    expect(stderr).toMatch(/^main\.go:6:22: warning: The default of --debug cannot be told: /);
  });

  test.each<{
    name: string;
    argv: readonly string[];
    files?: Readonly<Record<string, string>>;
    stderr: string;
  }>([
    {
      name: "an unknown group",
      argv: ["flags", "list", "--group", "awz"],
      stderr: 'error: there is no group "awz"\n  expected: one of shared, aws',
    },
    {
      name: "an unknown action",
      argv: ["flags", "lst"],
      stderr: "error: command-argument value 'lst' is invalid for argument 'action'.",
    },
    {
      name: "a project without the section",
      argv: ["flags", "list"],
      files: { "chartwright.yaml": project.slice(0, project.indexOf("flags:")) },
      stderr: 'chartwright.yaml:1:1: error: "chartwright.yaml" names no Go sources. [flags/no-flags]',
    },
    {
      name: "a call that is not described",
      argv: ["flags", "list"],
      files: { "main.go": shared.replace("Bool", "Boolean") },
      stderr: 'main.go:6:2: error: The call of "flags.Boolean" is not described. [flags/unknown-call]',
    },
    {
      name: "a Go file that is not there",
      argv: ["flags", "list", "gone.go"],
      stderr: 'error: "gone.go" cannot be read. [flags/not-found]',
    },
  ])("refuses $name", async ({ argv, files = {}, stderr: expected }) => {
    const { code, stdout, stderr } = await call(argv, { folder: projectFolder(files) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(expected);
  });
});

test("a project in another folder is shown as seen from here", async () => {
  const folder = temporaryFolder();
  writeFiles(join(folder, "deep"), { "chartwright.yaml": project, "main.go": shared, "aws/manager.go": aws });
  const { stdout } = await call(["flags", "list", "deep", "--group", "shared"], { folder });
  expect(stdout).toContain("deep/main.go:6");
});

test("flags values --json prints what it wrote, as flags check does", async () => {
  const folder = projectFolder();
  const { code, stdout, stderr } = await call(["flags", "values", "--json"], { folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({
    folder: ".",
    changes: [
      { path: "providers/aws.yaml", change: "create" },
      { path: "providers/aws-secrets.yaml", change: "create" },
    ],
  });
  const checked = await call(["flags", "check", "--json"], { folder });
  expect(JSON.parse(checked.stdout)).toEqual({ folder: ".", changes: [], settings: [] });
});

describe("an absolute path of the project file", () => {
  test("leads there", async () => {
    const elsewhere = temporaryFolder();
    const folder = projectFolder({
      "chartwright.yaml": `${project}  output: ${elsewhere}/values\n  reference: ${elsewhere}/settings.md\n`,
    });
    expect(await call(["flags", "values"], { folder })).toMatchObject({ code: 0, stderr: "" });
    expect(Object.keys(readFiles(elsewhere)).toSorted()).toEqual([
      "settings.md",
      "values/aws-secrets.yaml",
      "values/aws.yaml",
    ]);
    expect(await call(["flags", "check"], { folder })).toMatchObject({ code: 0, stdout: "" });
  });
});

describe("flags values and flags check", () => {
  async function written(): Promise<string> {
    const folder = projectFolder({ "chartwright.yaml": `${project}  reference: docs/settings.md\n` });
    const { code, stdout, stderr } = await call(["flags", "values"], { folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`3 files of settings written:
  providers/aws.yaml created
  providers/aws-secrets.yaml created
  docs/settings.md created
`);
    return folder;
  }

  test("write a file for each group that no other includes, and find them up to date", async () => {
    const folder = await written();
    expect(Object.keys(readFiles(folder)).filter((path) => !path.endsWith(".go"))).toEqual([
      ...["chartwright.yaml", "docs/settings.md", "providers/aws-secrets.yaml", "providers/aws.yaml"],
    ]);
    expect(readFiles(folder)["providers/aws.yaml"]).toContain(`    ## How long | to wait
    ## Type: duration.
    ## Default: "1m30s"
    # AWS_WAIT: "1m30s"
`);
    const upToDate = { code: 0, stdout: "", stderr: "3 files of settings up to date.\n" };
    expect(await call(["flags", "check"], { folder })).toEqual(upToDate);
    expect((await call(["flags", "values"], { folder })).stdout).toBe(upToDate.stderr);
  });

  test("tell which file, which setting, old and new, when a default changes", async () => {
    const folder = await written();
    const before = readFiles(folder);
    writeFiles(folder, { "aws/manager.go": aws.replace("90 * time.Second", "2 * time.Minute") });
    const { code, stdout, stderr } = await call(["flags", "check", "--group", "aws"], { folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^--- providers\/aws\.yaml\n\+\+\+ providers\/aws\.yaml\n@@ /);
    expect(stdout).toContain(`-    ## Default: "1m30s"
-    # AWS_WAIT: "1m30s"
+    ## Default: "2m0s"
+    # AWS_WAIT: "2m0s"
`);
    expect(stderr).toBe(`providers/aws.yaml: AWS_WAIT
  old: Default: "1m30s" AWS_WAIT: "1m30s"
  new: Default: "2m0s" AWS_WAIT: "2m0s"
1 file of settings not up to date:
  providers/aws.yaml
Run \`chartwright flags values\`, and commit what it writes.
`);
    expect(readFiles(folder)["providers/aws.yaml"]).toBe(before["providers/aws.yaml"]);
    expect((await call(["flags", "check"], { folder })).stderr).toContain(
      "2 files of settings not up to date",
    );
    const report = JSON.parse(
      (await call(["flags", "check", "--group", "aws", "--json"], { folder })).stdout,
    );
    expect(report).toMatchObject({
      changes: [{ path: "providers/aws.yaml", change: "replace" }],
      settings: [{ file: "providers/aws.yaml", variable: "AWS_WAIT" }],
    });
    expect((await call(["flags", "values"], { folder })).code).toBe(0);
    expect((await call(["flags", "check"], { folder })).code).toBe(0);
  });

  test("look at one group alone, and at what it includes", async () => {
    const folder = await written();
    const gcp = "    gcp: { files: [gcp/manager.go], include: [shared] }\n";
    writeFiles(folder, {
      "chartwright.yaml": project + gcp,
      "gcp/manager.go": aws.replace("Register(", "Register(("),
      "providers/gcp.yaml": "a: [",
    });
    const check = async (...args: string[]) => (await call(["flags", "check", ...args], { folder })).code;
    expect(await check()).toBe(2);
    expect(await check("--group", "gcp")).toBe(2);
    expect(await check("--group", "aws")).toBe(0);
    writeFiles(folder, { "gcp/manager.go": aws.replace("wait, ", "waiting(), "), "providers/gcp.yaml": "" });
    expect(await check("--group", "gcp")).toBe(1);
    expect(await check("--group", "aws")).toBe(0);
    writeFiles(folder, { "main.go": shared.replace("false", "debug()") });
    expect(await check("--group", "aws")).toBe(1);
    expect((await call(["flags", "values", "--group", "shared"], { folder })).stdout).toBe(
      "0 files of settings up to date.\n",
    );
  });

  test("keep what somebody wrote", async () => {
    const folder = await written();
    const edited = (readFiles(folder)["providers/aws.yaml"] ?? "").replace(
      '# AWS_WAIT: "1m30s"',
      "# our cluster is slow\n    AWS_WAIT: 10m",
    );
    writeFiles(folder, { "providers/aws.yaml": edited });
    expect((await call(["flags", "check"], { folder })).code).toBe(0);
    writeFiles(folder, { "aws/manager.go": aws.replace("90 * time.Second", "time.Minute") });
    expect((await call(["flags", "check"], { folder })).code).toBe(1);
    await call(["flags", "values"], { folder });
    expect(readFiles(folder)["providers/aws.yaml"]).toBe(edited.replace('"1m30s"', '"1m0s"'));
  });

  test("end with 1 for a finding, and with 2 for a file that cannot be read", async () => {
    const folder = await written();
    writeFiles(folder, { "main.go": shared.replace("false", "debug()") });
    await call(["flags", "values"], { folder });
    const finding = await call(["flags", "check"], { folder });
    expect(finding.code).toBe(1);
    expect(finding.stderr).toContain("[flags/unresolved-default]");
    writeFiles(folder, { "providers/aws.yaml": "a: [" });
    const unreadable = await call(["flags", "values"], { folder });
    expect(unreadable.code).toBe(2);
    expect(unreadable.stderr).toContain("[flags/values-file]");
  });

  test("need a project", async () => {
    const { code, stderr } = await call(["flags", "values", "main.go"], { folder: projectFolder() });
    expect(code).toBe(2);
    expect(stderr).toContain("error: values files need a project; Go files can be listed");
  });
});

describe("build", () => {
  test("writes the files of settings beside the charts, and --check tells what is stale", async () => {
    const folder = projectFolder({ "release.yaml": operator });
    const built = await call(["build"], { folder });
    expect({ code: built.code, stderr: built.stderr }).toEqual({ code: 0, stderr: "" });
    expect(built.stdout).toContain("2 files of settings written:\n  providers/aws.yaml created\n");
    expect((await call(["build", "--check"], { folder })).code).toBe(0);
    writeFiles(folder, { "aws/manager.go": aws.replace("90", "95") });
    const { code, stdout, stderr } = await call(["build", "--check"], { folder });
    expect(code).toBe(1);
    expect(stdout).toContain('+    ## Default: "1m35s"');
    expect(stderr).toContain(`tide: charts is up to date.
providers/aws.yaml: AWS_WAIT
  old: Default: "1m30s" AWS_WAIT: "1m30s"
  new: Default: "1m35s" AWS_WAIT: "1m35s"
`);
  });
});
