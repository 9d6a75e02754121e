// Operators without custom resources of their own need no Job of Helm's: an install of peer pods, or of the example of
// its shape, runs no kubectl in the cluster.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../src/build.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { repositoryFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { peerPods } from "./peer-pods-projects.ts";

/** The templates of a project's chart and of its components that name a hook, or kubectl. */
async function hooksOf(project: string, folder: string): Promise<readonly string[]> {
  const { chartSet, diagnostics } = await build(project, folder);
  if (!chartSet) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
  const templates = chartSet.charts
    .flatMap(({ files }) => [...files])
    .filter(([path]) => /(?:^|\/)templates\/.*\.yaml$/.test(path));
  expect(templates.length).toBeGreaterThan(20);
  const isHook = (text: string) => /helm\.sh\/hook|kubectl/.test(text);
  return templates.flatMap(([path, text]) => (isHook(text) ? [path] : []));
}

/** What `helm test` runs, once somebody has switched it on. */
const tests = (...folders: readonly string[]) =>
  folders.map((folder) => `${folder}templates/tests/ready.yaml`);

describe("charts without hooks that call kubectl", () => {
  test("are those of the example with providers and components", async () => {
    const found = await hooksOf("examples/mooring", repositoryFolder);
    expect(found).toEqual(tests("", "charts/mooring-controller/", "charts/mooring-webhook/"));
  });
});

describeWithCorpus("charts without hooks that call kubectl", (corpus) => {
  test.each(["v0.17.0", "v0.18.0"])("are those of peer pods %s", async (version) => {
    const folder = temporaryFolder();
    writeFiles(folder, peerPods(corpus, version));
    const found = await hooksOf("peer-pods", folder);
    expect(found).toEqual(tests("", "charts/peerpod-ctrl/", "charts/peer-pods-webhook/"));
  });
});

describeWithEachHelm("charts without hooks that call kubectl", (helm) => {
  test("render no hook before somebody asks for a test", async () => {
    const chart = join(repositoryFolder, "examples/mooring/charts/mooring");
    const rendered = async (...flags: readonly string[]) => {
      const { status, stdout } = await helm.template(["mooring", chart, ...flags]);
      expect(status).toBe(0);
      return stdout;
    };
    expect(await rendered("--set", "webhook.enabled=true")).not.toMatch(/helm\.sh\/hook|kubectl/);
    expect(await rendered("--set", "tests.enabled=true")).toMatch(/helm\.sh\/hook: "?test/);
  });
});
