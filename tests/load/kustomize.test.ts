// Kustomize directories as sources, built by the real programs.

import { afterEach, expect, test, vi } from "vitest";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { type LoadInput, load } from "../../src/load/load.ts";
import { call } from "../cli/called.ts";
import { customResource, operator } from "../cli/small-operator.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachKustomize, pathWith } from "../support/kustomize.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: tide\n";

const files = {
  "base/kustomization.yaml": "resources:\n- map.yaml\n",
  "base/map.yaml": manifest,
  "overlay/kustomization.yml": "namespace: harbour\nresources:\n- ../base\n",
  "capital/Kustomization": "resources:\n- ../base\n",
};

afterEach(() => {
  vi.unstubAllEnvs();
});

async function loadFrom(
  tree: Readonly<Record<string, string>>,
  inputs: readonly LoadInput[],
): Promise<{ readonly sources: Readonly<Record<string, string>>; readonly said: string }> {
  const folder = temporaryFolder();
  writeFiles(folder, tree);
  const { sources, diagnostics } = await load(inputs, { folder });
  return {
    sources: Object.fromEntries(sources.map(({ name, text }) => [name, text])),
    said: diagnostics.map(renderDiagnostic).join("\n"),
  };
}

describeWithEachKustomize("a kustomize directory", (program) => {
  if (program === "kustomize") {
    test("is built by kustomize itself where kubectl is there, too", async () => {
      vi.stubEnv("PATH", pathWith("kustomize", "kubectl"));
      const { said } = await loadFrom({ "a/kustomization.yaml": "resources: [gone.yaml]\n" }, [
        { path: "a" },
      ]);
      expect(said).toContain("`kustomize build a`");
    });
  }

  test.each<{ name: string; input: string; source: string; text: string }>([
    {
      name: "stands for what kustomize makes of it",
      input: "overlay",
      source: "overlay",
      text: `${manifest}  namespace: harbour\n`,
    },
    {
      name: "is known by a kustomization file of any name",
      input: "capital",
      source: "capital",
      text: manifest,
    },
    {
      name: "is meant by its kustomization file",
      input: "overlay/kustomization.yml",
      source: "overlay",
      text: `${manifest}  namespace: harbour\n`,
    },
  ])("$name", async ({ input, source, text }) => {
    vi.stubEnv("PATH", pathWith(program));
    expect(await loadFrom(files, [{ path: input }])).toEqual({ sources: { [source]: text }, said: "" });
  });

  test("that is given twice is built once", async () => {
    vi.stubEnv("PATH", pathWith(program));
    const { sources, said } = await loadFrom(files, [{ path: "base" }, { path: "base/kustomization.yaml" }]);
    expect(sources).toEqual({ base: manifest });
    expect(said).toBe('warning: "base" is given twice and read once. [load/given-twice]');
  });

  test("that does not build has kustomize's words and the place that they speak of", async () => {
    vi.stubEnv("PATH", pathWith(program));
    const { sources, said } = await loadFrom(
      { ...files, "overlay/kustomization.yml": "resources:\n- ../base\n- gone.yaml\n" },
      [{ path: "overlay" }],
    );
    expect(sources).toEqual({});
    const command = program === "kustomize" ? "kustomize build" : "kubectl kustomize";
    expect(said).toMatch(
      /^overlay\/kustomization\.yml:3:3: error: kustomize does not build "overlay"\. \[load\/kustomization\]\n {2}3 \| - gone\.yaml\n {4}\| {3}\^\n {2}found: {4}accumulating resources: .*lstat overlay\/gone\.yaml: no such file or directory/,
    );
    expect(said).toContain(`
  expected: a kustomize directory that builds
  hint:     Mend it until \`${command} overlay\` prints the manifests.`);
  });

  test.each([
    {
      name: "that is no YAML has the line",
      text: "resources:\n- ../base\nnamespace: [\n",
      place: "overlay/kustomization.yml:3:1",
      words: "yaml: line 3",
    },
    {
      name: "with an unknown field has the field's place",
      text: "resources:\n- ../base\nnamspace: x\n",
      place: "overlay/kustomization.yml:3:1",
      words: 'unknown field "namspace"',
    },
  ])("$name", async ({ text, place, words }) => {
    vi.stubEnv("PATH", pathWith(program));
    const { said } = await loadFrom({ ...files, "overlay/kustomization.yml": text }, [{ path: "overlay" }]);
    expect(said.split(": ", 1)).toEqual([place]);
    expect(said).toContain(words);
  });

  test("that builds with a remark is a source, and the remark a warning", async () => {
    vi.stubEnv("PATH", pathWith(program));
    const { sources, said } = await loadFrom(
      { ...files, "overlay/kustomization.yml": "resources:\n- ../base\ncommonLabels: { a: b }\n" },
      [{ path: "overlay" }],
    );
    expect(Object.keys(sources)).toEqual(["overlay"]);
    expect(said).toMatch(
      /^overlay\/kustomization\.yml:3:1: warning: kustomize says of "overlay": 'commonLabels' is deprecated\./,
    );
  });

  test("is compiled by convert and by a project", async () => {
    vi.stubEnv("PATH", pathWith(program));
    const folder = temporaryFolder();
    writeFiles(folder, {
      "config/kustomization.yaml": "resources:\n- operator.yaml\n- cr.yaml\n",
      "config/operator.yaml": operator,
      "config/cr.yaml": customResource,
      "chartwright.yaml":
        "apiVersion: chartwright/v1\nkind: ChartProject\nname: tide\nsources:\n  - path: config\noutput: built\n",
    });
    const converted = await call(["convert", "config", "-o", "charts"], { folder });
    expect(converted.stderr).toBe("");
    expect(converted.stdout).toMatch(/^tide: 4 objects in 2 charts/);
    const built = await call(["build"], { folder });
    expect(built).toMatchObject({ code: 0, stderr: "" });
    expect(await call(["build", "--check"], { folder })).toMatchObject({ code: 0, stdout: "" });
  });
});

test("without a program the place in the project file and a way to get one are told", async () => {
  vi.stubEnv("PATH", pathWith());
  const position = { source: "chartwright.yaml", line: 5, column: 11, text: "  - path: overlay" };
  expect(await loadFrom(files, [{ path: "overlay", position }])).toEqual({
    sources: {},
    said: `chartwright.yaml:5:11: error: "overlay" is a kustomize directory, and there is no program that builds it. [load/no-kustomize]
  5 |   - path: overlay
    |           ^
  found:    neither kustomize nor kubectl on the PATH
  expected: one of them
  hint:     Install kustomize (https://kubectl.docs.kubernetes.io/installation/kustomize) or kubectl (https://kubernetes.io/docs/tasks/tools).`,
  });
});
