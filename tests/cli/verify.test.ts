// `verify` and `convert --verify` with each real Helm.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { repositoryFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";
import { customResource, operator, project } from "./small-operator.ts";

function projectFolder(): string {
  const folder = temporaryFolder();
  writeFiles(folder, { "chartwright.yaml": project, "operator.yaml": operator, "cr.yaml": customResource });
  return folder;
}

describeWithEachHelm("the command line verifies", (helm) => {
  test("what convert has just written", async () => {
    const argv = ["convert", "operator.yaml", "cr.yaml", "-o", "charts", "--verify", "--helm", helm.path];
    const { code, stdout, stderr } = await call(argv, { folder: projectFolder() });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^tide: 4 objects in 2 charts/);
    expect(stdout).toMatch(/\nVerified: the charts equal their source\.\n$/);
    expect(stdout.match(/a label that Helm's conventions put on every object/g)).toHaveLength(1);
    expect(code).toBe(0);
  });

  test("and puts the proof into the document of --json", async () => {
    const argv = ["convert", "operator.yaml", "cr.yaml", "-o", "charts", "--verify", "--json"];
    const { code, stdout } = await call([...argv, "--helm", helm.path], { folder: projectFolder() });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ name: "tide", report: { summary: { passed: true } } });
  });

  test("a project whose charts are not there yet, from memory", async () => {
    const folder = projectFolder();
    const { code, stdout, stderr } = await call(["verify", "--helm", helm.path, "--verbose"], { folder });
    expect(stderr).toBe(
      "tide: charts holds no charts yet; verifying what `chartwright build .` would write.\n",
    );
    expect(stdout).toContain("Deployment tide-system/tide-operator");
    expect(code).toBe(0);
    expect(Object.keys(readFiles(folder)).toSorted()).toEqual([
      "chartwright.yaml",
      "cr.yaml",
      "operator.yaml",
    ]);
  });

  test("the charts as they stand, and ends with 1 where one differs", async () => {
    const folder = projectFolder();
    await call(["build"], { folder });
    expect(await call(["verify", "--helm", helm.path], { folder })).toMatchObject({ code: 0, stderr: "" });
    const path = "charts/tide/templates/deployment-tide-operator.yaml";
    writeFiles(folder, { [path]: (readFiles(folder)[path] ?? "").replace("app: tide", "app: ebb") });
    const { code, stdout } = await call(["verify", "--helm", helm.path, "--json"], { folder });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ summary: { passed: false, objects: { differs: 1 } } });
  });

  test("several projects into one document", async () => {
    const folder = temporaryFolder();
    for (const name of ["a", "b"]) {
      writeFiles(folder, {
        [`${name}/chartwright.yaml`]: project.replace("name: tide", `name: ${name}`),
        [`${name}/operator.yaml`]: operator,
        [`${name}/cr.yaml`]: customResource,
      });
    }
    const { code, stdout } = await call(["verify", "a", "b", "--helm", helm.path, "--json"], { folder });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { charts: [{ name: "a-crd" }, { name: "a" }] },
      { charts: [{ name: "b-crd" }, { name: "b" }] },
    ]);
  });

  test.each<{ name: string; broken: string; text: string; place: string }>([
    { name: "overlay", broken: "release/quay.yaml", text: "a: [\n", place: "release/quay.yaml:1:4" },
    {
      name: "Go file",
      broken: "src/providers/quay/manager.go",
      text: "package quay\n\nfunc (\n",
      place: "src/providers/quay/manager.go:3:1",
    },
  ])(
    "one provider, where the $name of another keeps the charts from being compiled",
    async ({ broken, text, place }) => {
      const folder = temporaryFolder();
      cpSync(join(repositoryFolder, "examples/mooring"), folder, { recursive: true });
      writeFiles(folder, { [broken]: text });
      const argv = ["verify", "--helm", helm.path, "--provider"];
      const alone = await call([...argv, "dock"], { folder });
      expect(alone.stderr).toBe(
        `The charts of all providers cannot be compiled (${place}); verifying what "dock" and the default provider have alone.\n`,
      );
      expect(alone.stdout).toContain("objects of the source, for dock");
      expect(alone.code).toBe(0);
      const own = await call([...argv, "quay"], { folder });
      expect(own.stderr).toContain(place);
      expect(own.code).toBe(2);
    },
  );
});

test("without a Helm nothing is verified, and standard output stays empty", async () => {
  const folder = projectFolder();
  await call(["build"], { folder });
  const { code, stdout, stderr } = await call(["verify", "--helm", "no-such-helm", "--json"], { folder });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^error: .*no-such-helm.* \[verify\/no-helm\]\n/);
  expect(stderr).toMatch(/^1 error; nothing was verified\.$/m);
});

test.each<{ name: string; helm: string; says: RegExp; hint: RegExp }>([
  {
    name: "a name that is on no PATH",
    helm: "h3",
    says: /there is no Helm called "h3"/,
    hint: /For the file in this folder/,
  },
  { name: "a path where nothing is", helm: "./gone/h3", says: /no such file/, hint: /Give the path/ },
  {
    name: "a file that cannot be run",
    helm: "./plain",
    says: /a file that cannot be run \(EACCES\)/,
    hint: /chmod \+x/,
  },
  { name: "a folder", helm: "./folder", says: /found: {4}a folder/, hint: /Give the path/ },
])("a Helm that is $name is bad usage, with a way out", async ({ helm, says, hint }) => {
  const folder = projectFolder();
  writeFiles(folder, { "cr.yaml": customResource, h3: "#!/bin/sh\n", plain: "#!/bin/sh\n", "folder/a": "" });
  const path = helm.startsWith("./") ? join(folder, helm) : helm;
  const before = process.cwd();
  process.chdir(folder);
  try {
    const argv = ["convert", "operator.yaml", "cr.yaml", "-o", "out", "--verify", "--helm", path];
    const { code, stdout, stderr } = await call(argv, { folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(says);
    expect(/ {2}hint: .*/.exec(stderr)?.[0]).toMatch(hint);
    expect(Object.keys(readFiles(folder)).filter((file) => file.startsWith("out/"))).toEqual([]);
  } finally {
    process.chdir(before);
  }
});
