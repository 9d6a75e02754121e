import { expect, test } from "vitest";
import { layoutNames } from "../../src/project/project.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";

test.each([
  { name: "without arguments", argv: [] },
  { name: "with --help", argv: ["--help"] },
  { name: "with help", argv: ["help"] },
])("the commands are listed $name", async ({ argv }) => {
  const { code, stdout, stderr } = await call(argv, { folder: temporaryFolder() });
  expect(code).toBe(0);
  expect(stderr).toBe("");
  expect(stdout).toContain("Usage: chartwright [options] [command]");
  for (const command of ["convert", "init", "build", "inspect", "flags", "verify"]) {
    expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
  }
  expect(stdout).toContain("Exit codes:\n  0  fine");
});

const commands = [
  "convert",
  "init",
  "build",
  "update",
  "inspect",
  "layouts",
  "flags",
  "verify",
  "adopt",
  "manifests",
  "images",
  "package",
  "push",
  "index",
];

test.each(commands)("the examples of %s are right usage", async (name) => {
  const folder = temporaryFolder();
  const { stdout } = await call([name, "--help"], { folder });
  const examples = [...stdout.matchAll(/(?:^ {2}|\| )chartwright (.*?)(?: {2,}.*| \| .*)?$/gm)];
  expect(examples.length).toBeGreaterThan(1);
  for (const [, words = ""] of examples) {
    const { stderr } = await call(words.split(" "), { folder });
    expect(stderr).not.toContain("Run `chartwright");
  }
});

test("only commands that read standard input offer it", async () => {
  const offers = await Promise.all(
    commands.map(async (name) => {
      const { stdout } = await call([name, "--help"], { folder: temporaryFolder() });
      return [name, /standard\s+input/.test(stdout)];
    }),
  );
  expect(Object.fromEntries(offers)).toEqual({
    convert: true,
    init: false,
    build: false,
    update: false,
    inspect: true,
    layouts: true,
    flags: false,
    verify: false,
    adopt: true,
    manifests: true,
    images: true,
    package: true,
    push: true,
    index: false,
  });
});

test.each(commands)("%s explains itself with examples", async (name) => {
  const { code, stdout, stderr } = await call([name, "--help"], { folder: temporaryFolder() });
  expect(code).toBe(0);
  expect(stderr).toBe("");
  expect(stdout).toMatch(new RegExp(`^Usage: chartwright ${name} `));
  expect(stdout).toMatch(new RegExp(`^Examples:\n(?:.*\n)*  .*chartwright ${name} `, "m"));
  expect(await call(["help", name], { folder: temporaryFolder() })).toEqual({ code, stdout, stderr });
});

test.each(["convert", "init"])("%s tells every layout that it takes", async (name) => {
  const { stdout } = await call([name, "--help"], { folder: temporaryFolder() });
  const [, list = ""] = /^Layouts:\n((?: {2}.*\n)*)/m.exec(stdout) ?? [];
  expect(list.split("\n").flatMap((line) => /^ {2}(\S+) {2,}\S/.exec(line)?.[1] ?? [])).toEqual(layoutNames);
});

test("--version prints the package's version", async () => {
  const { code, stdout } = await call(["--version"], { folder: temporaryFolder() });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
});

test.each<{ name: string; argv: readonly string[]; stderr: string }>([
  {
    name: "an unknown command has the nearest one as hint",
    argv: ["convrt", "a.yaml"],
    stderr: "error: unknown command 'convrt'\n(Did you mean convert?)\n",
  },
  {
    name: "an unknown command is refused when its help is asked for",
    argv: ["convrt", "--help"],
    stderr: "error: unknown command 'convrt'\n(Did you mean convert?)\n",
  },
  {
    name: "help for an unknown command is refused",
    argv: ["help", "convrt"],
    stderr: "error: unknown command 'convrt'\n(Did you mean convert?)\n",
  },
  {
    name: "a Helm is for verifying",
    argv: ["convert", "a.yaml", "-o", "charts", "--helm", "helm3"],
    stderr: `error: option '--helm <path>' cannot be used without option '--verify'
Run \`chartwright convert --help\` for its options and examples.
`,
  },
  {
    name: "an unknown option has the nearest one as hint",
    argv: ["build", "--chek"],
    stderr: `error: unknown option '--chek'
(Did you mean --check?)
Run \`chartwright build --help\` for its options and examples.
`,
  },
  {
    name: "convert needs a folder to write to",
    argv: ["convert", "a.yaml"],
    stderr: `error: required option '-o, --output <folder>' not specified
Run \`chartwright convert --help\` for its options and examples.
`,
  },
  {
    name: "convert writes to no folder without name",
    argv: ["convert", "a.yaml", "-o", ""],
    stderr: `error: option '-o, --output <folder>' argument '' is invalid.
  expected: a path
Run \`chartwright convert --help\` for its options and examples.
`,
  },
  {
    name: "init writes no file without name",
    argv: ["init", "a.yaml", "-o", ""],
    stderr: `error: option '-o, --output <file>' argument '' is invalid.
  expected: a path
Run \`chartwright init --help\` for its options and examples.
`,
  },
  {
    name: "convert needs manifests",
    argv: ["convert", "-o", "charts"],
    stderr: `error: missing required argument 'manifest'
Run \`chartwright convert --help\` for its options and examples.
`,
  },
  {
    name: "a name is checked before anything is read",
    argv: ["convert", "a.yaml", "-o", "charts", "--name", "../Tide"],
    stderr: `error: option '--name <name>' argument '../Tide' is invalid.
  expected: at most 48 lower-case letters, digits and dashes, with a letter or digit at both ends
Run \`chartwright convert --help\` for its options and examples.
`,
  },
  {
    name: "a chart version is checked before anything is read",
    argv: ["convert", "a.yaml", "-o", "charts", "--chart-version", "v1.0"],
    stderr: `error: option '--chart-version <version>' argument 'v1.0' is invalid.
  expected: a SemVer 2 version such as 1.8.4, without a leading v
Run \`chartwright convert --help\` for its options and examples.
`,
  },
  {
    name: "a layout is one of those that exist",
    argv: ["convert", "a.yaml", "-o", "charts", "--layout", "two-charts"],
    stderr: `error: option '--layout <layout>' argument 'two-charts' is invalid. Allowed choices are crds-and-main, one-chart, single, operator-and-cr, crds-operator-cr, post-install-cr.
Run \`chartwright convert --help\` for its options and examples.
`,
  },
  {
    name: "a project cannot be made from standard input",
    argv: ["init", "-"],
    stderr: `error: a project cannot read standard input; save the manifests to a file beside it
Run \`chartwright init --help\` for its options and examples.
`,
  },
])("$name", async ({ argv, stderr }) => {
  expect(await call(argv, { folder: temporaryFolder() })).toEqual({ code: 2, stdout: "", stderr });
});
