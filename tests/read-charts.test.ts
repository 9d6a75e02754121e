// Charts from folders, archives, projects and a registry, rendered by both Helms.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { chartText, type FoundChart, type RenderedChart } from "../src/archive/found-chart.ts";
import { hookEventsOf } from "../src/kubernetes/helm-hooks.ts";
import { findCredentials } from "../src/publish/credentials.ts";
import type { RegistryAccess } from "../src/publish/registry-client.ts";
import { type ReadChartsResult, readCharts, renderCharts } from "../src/read-charts.ts";
import { Workbench } from "../src/verify/helm.ts";
import { call } from "./cli/called.ts";
import { writeFiles } from "./support/folder-content.ts";
import { describeWithEachHelm } from "./support/helm.ts";
import { describeWithRegistry, startRegistry } from "./support/registry.ts";
import { repositoryFolder } from "./support/repository.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const example = join(repositoryFolder, "examples/tidegate");
const noAccess: RegistryAccess = { credentials: async () => undefined, connection: { environment: {} } };

/** What somebody else may have: a folder `crds/`, a subchart, a hook, a test, an ignored file. */
function foreignChart(): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "foreign/Chart.yaml":
      "apiVersion: v2\nname: foreign\nversion: 1.0.0\nappVersion: 7\ndependencies: [{ name: inner, version: 0.1.0 }]\n",
    "foreign/.helmignore": "*.bak\n",
    "foreign/values.yaml": "word: ebb\n",
    "foreign/values.yaml.bak": "word: old\n",
    "foreign/crds/tides.yaml":
      "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: tides.example.com }\n",
    "foreign/charts/inner/Chart.yaml": "apiVersion: v2\nname: inner\nversion: 0.1.0\n",
    "foreign/charts/inner/templates/map.yaml":
      "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: inner-{{ .Release.Name }}, namespace: {{ .Release.Namespace }} }\n",
    "foreign/templates/map.yaml":
      "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: foreign }\ndata: { word: {{ .Values.word | quote }} }\n",
    "foreign/templates/hook.yaml":
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: hook\n  annotations: { helm.sh/hook: "pre-install, Test" }\nspec: { containers: [] }\n',
  });
  return folder;
}

function read(references: readonly string[], folder: string): Promise<ReadChartsResult> {
  return Workbench.with((workbench) => readCharts(references, folder, { workbench, access: noAccess }));
}

describe("reading", () => {
  test("takes a folder and an archive of it for the same chart", async () => {
    const folder = foreignChart();
    expect(await call(["package", "foreign"], { folder })).toMatchObject({ code: 0 });
    const { charts, diagnostics } = await read(["foreign", "foreign-1.0.0.tgz"], folder);
    expect(diagnostics).toEqual([]);
    const [unpacked, packed] = charts as [FoundChart, FoundChart];
    const texts = (chart: FoundChart) =>
      [...chart.files.keys()].map((path) => [path, chartText(chart, path)]);
    expect(texts(packed)).toEqual(texts(unpacked));
    expect([...packed.files.keys()]).not.toContain("values.yaml.bak");
    expect(unpacked).toMatchObject({ name: "foreign", version: "1.0.0", appVersion: "7", path: "foreign" });
    expect(packed.location).toBe(join(folder, "foreign-1.0.0.tgz"));
    expect(chartText(packed, "values.yaml")).toBe("word: ebb\n");
    expect(chartText(packed, "README.md")).toBeUndefined();
  });

  test("takes a project for its charts, with what they were compiled from", async () => {
    const { charts, diagnostics } = await read([example], repositoryFolder);
    expect(diagnostics).toEqual([]);
    expect(charts.map(({ name }) => name)).toEqual(["tidegate-crd", "tidegate"]);
    expect(charts[1]?.compiled?.chart.objects.length).toBeGreaterThan(5);
  });

  test.each([
    ["a folder without a chart", "empty", { code: "project/not-found" }],
    ["an archive that is none", "broken.tgz", { code: "archive/chart" }],
    ["a chart that lacks a dependency", "lacking", { code: "archive/chart", hint: /helm dependency build/ }],
    ["a place that is no registry's", "oci://host", { code: "publish/registry" }],
  ])("tells of %s", async (_, reference, expected) => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      "empty/readme.txt": "",
      "broken.tgz": "no archive",
      "lacking/Chart.yaml":
        "apiVersion: v2\nname: lacking\nversion: 1.0.0\ndependencies: [{ name: inner, version: 0.1.0 }]\n",
    });
    const { charts, diagnostics } = await read([reference], folder);
    expect(charts).toEqual([]);
    expect(diagnostics).toHaveLength(1);
    const { hint, ...rest } = { hint: /./, ...expected };
    expect(diagnostics[0]).toMatchObject({ severity: "error", ...rest });
    if ("hint" in expected) expect(diagnostics[0]?.hint).toMatch(hint);
  });
});

describeWithEachHelm("rendering", (helm) => {
  async function rendered(
    references: readonly string[],
    folder: string,
    options: Partial<Parameters<typeof renderCharts>[2]> = {},
  ) {
    return Workbench.with(async (workbench) => {
      const [found] = await workbench.findHelms([helm.path]);
      if (!found) throw new Error("no Helm");
      const { charts } = await readCharts(references, folder, { workbench, access: noAccess });
      const rendering = { namespace: "north", ...options };
      return renderCharts({ workbench, helm: found }, charts, rendering);
    });
  }
  const named = ({ documents }: RenderedChart) =>
    documents.map(({ templatePath, object }) => [templatePath, object?.metadata["name"]]);

  test("gives objects with their templates, hooks among them", async () => {
    const { charts, diagnostics } = await rendered(["foreign"], foreignChart(), {
      set: ["word=flood"],
      releases: new Map([["foreign", "one"]]),
    });
    expect(diagnostics).toEqual([]);
    const [chart] = charts as [RenderedChart];
    expect(chart.release).toBe("one");
    expect(named(chart)).toEqual([
      ["crds/tides.yaml", "tides.example.com"],
      ["charts/inner/templates/map.yaml", "inner-one"],
      ["templates/map.yaml", "foreign"],
      ["templates/hook.yaml", "hook"],
    ]);
    expect(chart.documents[1]?.object?.metadata["namespace"]).toBe("north");
    expect(chart.documents[2]?.object?.["data"]).toEqual({ word: "flood" });
    const events = chart.documents.map(({ object }) => object && hookEventsOf(object));
    expect(events).toEqual([[], [], [], ["pre-install", "test"]]);
  });

  test("brings a set into the order of its install", async () => {
    const references = ["tidegate", "tidegate-crd"].map((name) => `examples/tidegate/charts/${name}`);
    const { charts } = await rendered(references, repositoryFolder);
    expect(charts.map(({ chart }) => chart.name)).toEqual(["tidegate-crd", "tidegate"]);
  });

  test("says what Helm says of a chart that it refuses", async () => {
    const folder = foreignChart();
    writeFiles(folder, { "foreign/templates/no.yaml": '{{ fail "no tide today" }}' });
    const { charts, diagnostics } = await rendered(["foreign"], folder);
    expect(charts).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: "charts/not-rendered", found: expect.stringContaining("no tide today") },
    ]);
  });
});

describeWithRegistry("charts of a registry", () => {
  describeWithEachHelm("rendered", (helm) => {
    test("are those that were pushed", async () => {
      const registry = await startRegistry();
      onTestFinished(() => registry.stop());
      const folder = foreignChart();
      const pushed = await call(
        ["push", "foreign", `oci://${registry.host}/charts`, ...registry.helmConnection],
        { folder, environment: { HELM_REGISTRY_CONFIG: registry.credentialsFile } },
      );
      const digest = /Digest: (\S+)/.exec(pushed.stdout)?.[1];
      const access: RegistryAccess = {
        credentials: (host) => findCredentials(host, [registry.credentialsFile], {}),
        connection: { environment: {}, ca: readFileSync(registry.certificateFile ?? "") },
      };
      await Workbench.with(async (workbench) => {
        const [found] = await workbench.findHelms([helm.path]);
        if (!found) throw new Error("no Helm");
        const reference = `oci://${registry.host}/charts/foreign@${digest}`;
        const { charts, diagnostics } = await readCharts([reference], folder, { workbench, access });
        expect(diagnostics).toEqual([]);
        expect(charts).toMatchObject([{ name: "foreign", digest, path: reference }]);
        const result = await renderCharts({ workbench, helm: found }, charts, { namespace: "north" });
        expect(result.charts[0]?.documents).toHaveLength(4);
      });
    });
  });
});
