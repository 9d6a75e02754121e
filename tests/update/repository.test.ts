// The repository of charts that `chartwright init repository` begins: its files, and the way through all releases of the
// corpus from cached sources.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseProject } from "../../src/project/parse-project.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { call } from "../cli/called.ts";
import { type Corpus, describeWithCorpus } from "../support/corpus.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { helms } from "../support/helm.ts";
import { describeWithEachKustomize, pathWith } from "../support/kustomize.ts";
import { runProcess } from "../support/process.ts";
import { filledCache, publishedOperators } from "../support/published-releases.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const everything = ["virtualization", "peer-pods"];

test("a repository has projects, a README, a workflow and what Artifact Hub wants", async () => {
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await call(["init", "repository", ...everything], { folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(
    /\n\nNext: sh peer-pods\/sources.sh, then chartwright update --pin, then chartwright build\n$/,
  );
  const files = readFiles(folder);
  expect(Object.keys(files)).toEqual([
    ".github/workflows/charts.yaml",
    ".gitignore",
    "README.md",
    "artifacthub-repo.yml",
    "cdi/chartwright.yaml",
    "kubevirt/chartwright.yaml",
    "peer-pods/chartwright.yaml",
    "peer-pods/sources.sh",
    "peer-pods-webhook/chartwright.yaml",
    "peerpod-ctrl/chartwright.yaml",
    "virtualization/chartwright.yaml",
    "virtualization-crd/chartwright.yaml",
  ]);
  for (const [path, text] of Object.entries(files)) {
    expect(text).not.toContain("<!--");
    if (path.endsWith("chartwright.yaml")) {
      expect((await parseProject(path, text)).diagnostics).toEqual([]);
    } else if (/\.ya?ml$/.test(path)) expect(parseDocument(text).ok).toBe(true);
  }
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(files[".github/workflows/charts.yaml"]).toContain(`CHARTWRIGHT: chartwright@${version}\n`);
});

describeWithEachKustomize("the script of peer pods", (program) => {
  test("makes what the projects name, of a release that git has", async () => {
    const [folder, origin] = [temporaryFolder(), temporaryFolder()];
    await call(["init", "repository", "peer-pods"], { folder });
    const deployment = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;
    const overlay = (name: string, secrets = "") => ({
      [`src/cloud-api-adaptor/install/overlays/${name}/kustomization.yaml`]: `resources: [object.yaml]\n${secrets}`,
      [`src/cloud-api-adaptor/install/overlays/${name}/object.yaml`]: deployment(name),
    });
    const secretOf = (file: string) => `secretGenerator: [{ name: peer-pods-secret, envs: [${file}] }]\n`;
    writeFiles(origin, {
      ...overlay("libvirt"),
      ...overlay("aws", secretOf("aws-cred.env")),
      ...overlay("alibabacloud", secretOf("alibabacloud-cred.env")),
      "src/cloud-api-adaptor/install/overlays/alibabacloud/alibabacloud-cred.env.template": "KEY_ID=\n",
      "src/peerpod-ctrl/config/default/kustomization.yaml": "resources: [object.yaml]\n",
      "src/peerpod-ctrl/config/default/object.yaml": deployment("controller"),
    });
    const git = "git -c user.name=a -c user.email=a@example.org";
    const commit = `git init -q . && git add -A && ${git} commit -qm one && git tag v0.18.0`;
    expect(await runProcess("sh", ["-c", commit], { cwd: origin })).toMatchObject({ status: 0 });
    const run = (...argv: readonly string[]) =>
      runProcess("sh", ["peer-pods/sources.sh", ...argv], {
        cwd: folder,
        env: {
          PATH: `${pathWith(program)}:/usr/bin:/bin`,
          CLOUD_API_ADAPTOR: `file://${origin}`,
          HOME: folder,
        },
      });
    const { status, stderr } = await run();
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const files = readFiles(folder);
    expect(Object.keys(files).filter((path) => path.includes("v0.18.0"))).toEqual([
      "peer-pods/overlays/v0.18.0/alibabacloud.yaml",
      "peer-pods/overlays/v0.18.0/aws.yaml",
      "peer-pods/overlays/v0.18.0/libvirt.yaml",
      "peerpod-ctrl/release/v0.18.0/peerpod-ctrl.yaml",
    ]);
    expect(files["peer-pods/overlays/v0.18.0/aws.yaml"]).toContain("AWS_SECRET_ACCESS_KEY:");
    expect(files["peer-pods/overlays/v0.18.0/alibabacloud.yaml"]).toContain("KEY_ID:");
    const missing = await run("v0.19.0");
    expect(missing.status).not.toBe(0);
    expect(missing.stderr).toContain("v0.19.0");
  });
});

test("sources that are not made yet are named with what makes them", async () => {
  const folder = temporaryFolder();
  await call(["init", "repository", "peer-pods"], { folder });
  const { code, stderr } = await call(["update", "peerpod-ctrl", "--pin"], { folder });
  expect(code).toBe(2);
  expect(stderr).toContain("peerpod-ctrl/chartwright.yaml:11:11: error:");
  expect(stderr).toContain("the project file may say how they are made");
  expect(readFiles(folder)["peerpod-ctrl/chartwright.yaml"]).toContain("sh peer-pods/sources.sh");
});

test("what is there stays, and another operator joins", async () => {
  const folder = temporaryFolder();
  await call(["init", "repository", "kubevirt", "-o", "charts"], { folder });
  writeFiles(folder, { "charts/README.md": "ours\n" });
  const { code, stdout } = await call(["init", "repository", "cdi", "-o", "charts"], { folder });
  expect(code).toBe(0);
  expect(stdout).toContain("Left  charts/README.md\n");
  expect(stdout).toContain("Wrote charts/cdi/chartwright.yaml\n");
  expect(readFiles(folder)["charts/README.md"]).toBe("ours\n");
});

test.each([
  { argv: ["kubevirtt"], words: 'hint:     Write "kubevirt".' },
  { argv: ["harbour"], words: "`chartwright init MANIFEST… -o harbour/chartwright.yaml`" },
  { argv: [], words: "found:    no name" },
])("without a known operator there is none: $argv", async ({ argv, words }) => {
  const folder = temporaryFolder();
  const { code, stderr } = await call(["init", "repository", ...argv], { folder });
  expect(code).toBe(2);
  expect(stderr).toContain(words);
  expect(readFiles(folder)).toEqual({});
});

const atVersion = (text: string, version: string) => text.replace(/^version: .*$/m, `version: ${version}`);

describeWithCorpus("a repository of charts", (corpus) => {
  test.each(publishedOperators)(
    "$name goes from release to release without a network, with parity in the end",
    { timeout: 600_000 },
    async ({ name, versions }) => {
      const [folder, home] = [temporaryFolder(), temporaryFolder()];
      const environment = filledCache(corpus, home);
      const run = (...argv: readonly string[]) => call([...argv, "--offline"], { folder, environment });
      await call(["init", "repository", name], { folder });
      const [oldest = "", ...later] = versions;
      const [helm] = helms();
      const project = `${name}/chartwright.yaml`;
      const template = readFiles(folder)[project] ?? "";
      writeFiles(folder, { [project]: atVersion(template, oldest) });
      expect(await run("update", "--pin")).toMatchObject({ code: 0, stderr: "" });
      expect(await run("build")).toMatchObject({ code: 0 });
      for (const version of later) {
        const updated = await run("update", "--to", version, "--helm", helm?.path ?? "helm");
        expect(updated).toMatchObject({ code: 0 });
        expect(updated.stdout).toContain(` → ${version}\n`);
        expect(updated.stdout).toContain("\nWhat it means for a cluster:\n");
        expect(await run("build", "--check")).toMatchObject({ code: 0, stdout: "" });
      }
      const files = readFiles(folder);
      const entries = [...(files[`${name}/CHANGELOG.md`] ?? "").matchAll(/^## (\S+)/gm)].map(
        ([, one]) => one,
      );
      expect(entries.length).toBe(2);
      // Only the release and the charts' version are other in the project file.
      expect(files[project]?.replace(/^( {2}version: ).*$/m, "$10.1.0")).toBe(template);
      expect(files[project]).toContain(`\n  version: ${entries[0]}\n`);
      const verified = await run("verify", "--helm", helm?.path ?? "helm");
      expect(verified.stdout).toContain("Verified: the charts equal their source.");
    },
  );

  test("an umbrella over KubeVirt and CDI follows each of them, and equals both in the end", {
    timeout: 600_000,
  }, async () => {
    const [folder, home] = [temporaryFolder(), temporaryFolder()];
    const environment = filledCache(corpus, home);
    const run = (...argv: readonly string[]) => call([...argv, "--offline"], { folder, environment });
    await call(["init", "repository", "virtualization"], { folder });
    for (const [project, version] of [
      ["kubevirt", "v1.8.4"],
      ["cdi", "v1.65.0"],
    ] as const) {
      const path = `${project}/chartwright.yaml`;
      writeFiles(folder, { [path]: atVersion(readFiles(folder)[path] ?? "", version) });
    }
    expect(await run("update", "--pin")).toMatchObject({ code: 0, stderr: "" });
    expect(await run("build")).toMatchObject({ code: 0 });
    const flags = helms().flatMap(({ path }) => ["--helm", path]);
    for (const [project, version] of [
      ["kubevirt", "v1.9.0"],
      ["cdi", "v1.66.0"],
    ] as const) {
      const updated = await run("update", project, "--to", version, ...flags.slice(0, 2));
      expect(updated).toMatchObject({ code: 0 });
      expect(updated.stdout).toContain(`\nvirtualization-crd follows ${project}\n`);
      expect(updated.stdout).toContain(`\nvirtualization follows ${project}\n`);
      expect(await run("build", "--check")).toMatchObject({ code: 0, stdout: "" });
    }
    const changelog = readFiles(folder)["virtualization/CHANGELOG.md"] ?? "";
    expect(changelog).toMatch(/- Component `kubevirt` 0\.1\.0 → 0\.\d\.\d: kubevirt v1\.8\.4 → v1\.9\.0\.\n/);
    expect(changelog.match(/^## /gm)?.length).toBe(2);
    const verified = await run("verify", ...flags);
    expect(verified.stdout.match(/Verified: the charts equal their source\./g)?.length).toBe(4);
  });

  test("peer pods are built from what kustomize made, with their webhook from its address", {
    timeout: 600_000,
  }, async () => {
    const [folder, home] = [temporaryFolder(), temporaryFolder()];
    const environment = filledCache(corpus, home);
    const run = (...argv: readonly string[]) => call([...argv, "--offline"], { folder, environment });
    await call(["init", "repository", "peer-pods"], { folder });
    writeFiles(folder, peerPodsSources(corpus));
    const webhook = "peer-pods-webhook/chartwright.yaml";
    writeFiles(folder, { [webhook]: atVersion(readFiles(folder)[webhook] ?? "", "v0.21.1") });
    expect(await run("update", "--pin")).toMatchObject({ code: 0, stderr: "" });
    expect(await run("build")).toMatchObject({ code: 0 });
    const [helm] = helms();
    const updated = await run(
      "update",
      "peer-pods-webhook",
      "--to",
      "v0.22.0",
      "--helm",
      helm?.path ?? "helm",
    );
    expect(updated).toMatchObject({ code: 0 });
    expect(updated.stdout).toContain("\npeer-pods follows peer-pods-webhook\n");
    expect(await run("build", "--check")).toMatchObject({ code: 0 });
    const verified = await run("verify", "--helm", helm?.path ?? "helm");
    expect(verified.stdout.match(/Verified: the charts equal their source\./g)?.length).toBe(3);
    // The order is that in which they are needed.
    const packaged = await run("package", "-d", "dist");
    expect([...packaged.stdout.matchAll(/^Packaged dist\/(\S+)-\d/gm)].map(([, chart]) => chart)).toEqual([
      "peerpod-ctrl",
      "peer-pods-webhook",
      "peer-pods",
    ]);
  });
});

/** The files that the project files of peer pods tell to make. */
function peerPodsSources(corpus: Corpus): Readonly<Record<string, string>> {
  const version = "v0.18.0";
  const source = (name: string) => readFileSync(corpus.path(`corpus/peerpods/${version}/${name}`), "utf8");
  const overlays = corpus
    .list(`corpus/peerpods/${version}`)
    .flatMap((name) => /^caa-(.*\.yaml)$/.exec(name)?.[1] ?? [])
    .map((name) => [join("peer-pods/overlays", version, name), source(`caa-${name}`)]);
  return {
    ...Object.fromEntries(overlays),
    [`peerpod-ctrl/release/${version}/peerpod-ctrl.yaml`]: source("peerpod-ctrl.yaml"),
  };
}
