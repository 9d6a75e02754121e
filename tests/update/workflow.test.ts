// The workflow of a repository that `chartwright init repository` begins: its commands, run as GitHub would run them, with a
// real registry, a real Helm, and git.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { parseDocument } from "../../src/yaml/document.ts";
import { call } from "../cli/called.ts";
import { chartwrightProgram } from "../support/cli.ts";
import { helms } from "../support/helm.ts";
import { runProcess } from "../support/process.ts";
import { describeWithRegistry, startRegistry } from "../support/registry.ts";
import { repositoryFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A workflow, as far as this test looks at it. */
const workflow = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      steps: z.array(
        z.object({
          uses: z.string().optional(),
          run: z.string().optional(),
          with: z.object({ ref: z.string().optional(), path: z.string().optional() }).optional(),
        }),
      ),
    }),
  ),
});
type Jobs = z.infer<typeof workflow>["jobs"];

const workflowPath = ".github/workflows/charts.yaml";

function jobsOf(folder: string): Jobs {
  const parsed = parseDocument(readFileSync(join(folder, workflowPath), "utf8"));
  return workflow.parse(parsed.ok ? parsed.document.data : undefined).jobs;
}

test("every action has one version, in the workflow, in the action and on the pages", () => {
  const pages = readdirSync(join(repositoryFolder, "docs")).map((name) => `docs/${name}`);
  const texts = ["templates/repository/charts.yaml", "action.yml", "README.md", ...pages].map((path) =>
    readFileSync(join(repositoryFolder, path), "utf8"),
  );
  const used = texts.flatMap((text) => [...text.matchAll(/uses: ([\w./-]+)@(\S+)/g)]);
  const versions = new Map<string, Set<string>>();
  for (const [, action = "", version = ""] of used) {
    versions.set(action, (versions.get(action) ?? new Set()).add(version));
  }
  expect(versions.size).toBeGreaterThan(3);
  expect([...versions].filter(([, all]) => all.size > 1)).toEqual([]);
});

describeWithRegistry("the workflow of a new repository", () => {
  test("checks the charts, and at a tag releases them to the registry and to the branch of the pages", async () => {
    const registry = await startRegistry({ isPlain: true });
    onTestFinished(() => registry.stop());
    const folder = join(temporaryFolder(), "charts");
    const remote = join(temporaryFolder(), "remote.git");
    mkdirSync(folder);
    const environment = {
      ...process.env,
      NO_COLOR: "1",
      PATH: `${programs()}:${process.env["PATH"]}`,
      HOME: temporaryFolder(),
      GIT_CONFIG_GLOBAL: "/dev/null",
      CHARTWRIGHT: "chartwright@0.0.0",
      GITHUB_ACTOR: registry.user,
      GITHUB_REPOSITORY_OWNER: "Harbour",
      GITHUB_REF_NAME: "release-2026-11-30",
      TOKEN: registry.password,
    };
    const bash = async (script: string, cwd = folder) => {
      const result = await runProcess("bash", ["-eo", "pipefail", "-c", script], { cwd, env: environment });
      return { ...result, said: `${script}\n${result.stdout}\n${result.stderr}` };
    };
    const succeed = async (script: string, cwd = folder) => {
      const { status, said, stdout } = await bash(script, cwd);
      expect(status, said).toBe(0);
      return stdout;
    };
    // The repository of the example operator in place of one whose sources come from elsewhere.
    expect(await call(["init", "repository", "kubevirt"], { folder })).toMatchObject({ code: 0 });
    rmSync(join(folder, "kubevirt"), { recursive: true });
    cpSync(join(repositoryFolder, "examples/tidegate"), join(folder, "tidegate"), { recursive: true });
    const me = "git config user.name curator && git config user.email curator@example.org";
    await succeed(`git init -q --bare -b main ${remote} && git init -q -b main . && ${me}`);
    await succeed(
      `git add -A && git commit -qm "The charts" && git remote add origin ${remote} && git push -q origin main`,
    );
    // As the README says.
    await succeed(
      `git switch -q --orphan gh-pages && git commit -q --allow-empty -m "The published charts" && git push -q origin gh-pages && git switch -q main`,
    );
    const jobs = jobsOf(folder);
    const runJob = async (name: string) => {
      for (const { uses, run, with: given } of jobs[name]?.steps ?? []) {
        if (given?.ref !== undefined) {
          expect(uses).toMatch(/^actions\/checkout@/);
          await succeed(`git clone -q -b ${given.ref} ${remote} ${given.path}`);
        }
        if (run === undefined) continue;
        const result = await bash(run.replaceAll("oci://ghcr.io", `oci://${registry.host}`));
        if (result.status !== 0) return result;
      }
      return undefined;
    };
    expect(await runJob("check")).toBeUndefined();
    expect(await runJob("publish")).toBeUndefined();
    const published = await succeed("git show --stat --format=%s gh-pages --", join(folder, "published"));
    expect(published).toMatch(/^Publish release-2026-11-30\n/);
    for (const file of [
      "artifacthub-repo.yml",
      "index.yaml",
      "tidegate-0.9.2.tgz",
      "tidegate-crd-0.9.2.tgz",
    ]) {
      expect(published).toContain(` ${file} `);
    }
    const [helm] = helms();
    await succeed(
      `"${helm?.path}" pull oci://${registry.host}/harbour/charts/tidegate --version 0.9.2 --plain-http --username ${registry.user} --password ${registry.password}`,
      temporaryFolder(),
    );
    // Once more there is nothing to publish; a chart that does not render ends it before anything is published.
    rmSync(join(folder, "published"), { recursive: true });
    expect(await runJob("publish")).toBeUndefined();
    expect(await succeed("git log --oneline gh-pages --", join(folder, "published"))).toMatch(/^(.*\n){2}$/);
    rmSync(join(folder, "published"), { recursive: true });
    await succeed(`echo '{{ fail "broken" }}' >> tidegate/charts/tidegate/templates/NOTES.txt`);
    const refused = await runJob("publish");
    expect(refused?.status).toBe(1);
    expect(refused?.said).toContain("nothing was published");
    expect(existsSync(join(folder, "published/tidegate-0.9.2.tgz"))).toBe(true);
  }, 600_000);
});

/** A folder with what the workflow sets up: Helm, and npx as it runs chartwright; the registry of the test has no TLS. */
function programs(): string {
  const folder = temporaryFolder();
  const [helm] = helms();
  if (helm) symlinkSync(helm.path, join(folder, "helm"));
  const npx = `#!/bin/sh
test "$1" = --yes && test "$2" = "$CHARTWRIGHT" || exit 64
shift 2
if [ "$1" = release ]; then set -- "$@" --plain-http; fi
exec "${join(chartwrightProgram(), "chartwright")}" "$@"
`;
  writeFileSync(join(folder, "npx"), npx, { mode: 0o755 });
  return folder;
}
