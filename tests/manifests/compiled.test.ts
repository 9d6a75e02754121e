// Manifests → charts → manifests: what comes out is what went in, whatever the layout.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { convert, fileTree } from "../../src/convert.ts";
import type { ChartSet } from "../../src/emit/chart.ts";
import { objectKey } from "../../src/kubernetes/object.ts";
import { compareManifests } from "../../src/manifests/compare-manifests.ts";
import { printFiles, printStream } from "../../src/manifests/print-files.ts";
import { type LayoutName, layoutNames } from "../../src/project/project.ts";
import { type RenderedManifestSet, renderManifests } from "../../src/render-manifests.ts";
import type { ReleaseOptions } from "../../src/render-sets.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm, helms } from "../support/helm.ts";
import { releaseFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

async function compiled(source: string, name: string, layout?: LayoutName): Promise<ChartSet> {
  const { chartSet, diagnostics } = await convert([{ path: source }], {
    name,
    ...(layout === undefined ? {} : { layout }),
  });
  if (!chartSet) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return chartSet;
}

/** Of the charts as files, which is all that a user of them has. */
async function manifestsOf(
  chartSet: ChartSet,
  helm: string,
  options: Partial<ReleaseOptions> = {},
): Promise<RenderedManifestSet> {
  const folder = temporaryFolder();
  writeFiles(folder, Object.fromEntries(fileTree(chartSet)));
  const access = { credentials: async () => undefined, connection: { environment: {} } };
  const names = chartSet.charts.map(({ plan }) => plan.name);
  const { sets, diagnostics } = await renderManifests(names, folder, { helm, access, ...options });
  expect(
    diagnostics.filter(({ severity, code }) => severity === "error" || code.startsWith("manifests/")),
  ).toEqual([]);
  expect(sets).toHaveLength(1);
  return sets[0] as RenderedManifestSet;
}

const examples = ["tidegate", "harbour-lights"].map((name) => [name, releaseFolder(name)] as const);
const cases = examples.flatMap(([name, source]) =>
  layoutNames.map((layout) => [name, layout, source] as const),
);

describeWithEachHelm("manifests of charts", (helm) => {
  test.each(cases)("of %s as %s equal their sources", async (name, layout, source) => {
    const chartSet = await compiled(source, name, layout);
    const set = await manifestsOf(chartSet, helm.path);
    expect(compareManifests(chartSet, set)).toEqual([]);
    expect(set.name).toBe(name);
    expect([...printFiles(set).keys()]).toEqual(
      ["crds", "operator", "cr"].map((part) => `${name}-${part}.yaml`),
    );
    expect(printStream(set)).not.toMatch(/helm\.sh|kubectl:v|uninstall/);
  });
});

test.each(examples)(
  "manifests of %s are the same in every layout, in another namespace too",
  async (name, source) => {
    const all = await Promise.all(
      layoutNames.map(async (layout) => {
        const chartSet = await compiled(source, name, layout);
        const { manifests } = await manifestsOf(chartSet, helms()[0]?.path ?? "helm", { namespace: "north" });
        return Object.fromEntries(manifests.map(({ reference, object }) => [objectKey(reference), object]));
      }),
    );
    const [first] = all;
    expect(JSON.stringify(first)).not.toContain(`"namespace":"${name}`);
    for (const [index, objects] of all.entries()) expect(objects, layoutNames[index]).toEqual(first);
  },
);

test("both Helms give the same bytes", async () => {
  const chartSet = await compiled(releaseFolder("tidegate"), "tidegate");
  const [first, ...others] = await Promise.all(helms().map(({ path }) => manifestsOf(chartSet, path)));
  for (const other of others) expect(other).toEqual(first);
});

describe("values for a set of charts", () => {
  test("go to the charts whose schemas take them", async () => {
    const chartSet = await compiled(releaseFolder("tidegate"), "tidegate");
    const [helm] = helms();
    const set = await manifestsOf(chartSet, helm?.path ?? "helm", {
      set: ["controller.replicas=3", "commonLabels.tier=one"],
    });
    const stream = printStream(set);
    expect(stream).toContain("# Values: --set controller.replicas=3 --set commonLabels.tier=one\n");
    expect(stream).toContain("  replicas: 3\n");
    const labelled = set.manifests.filter(({ text }) => /^ {4}tier: one$/m.test(text));
    expect(labelled.length).toBe(set.manifests.length);
  });
});

/** One of each kind: with a webhook, hooks of its own, charts rendered by Helm, many objects, without a namespace. */
const sample = [
  "kubevirt/v1.9.0",
  "cdi/v1.66.0",
  "operators/cert-manager",
  "operators/gatekeeper",
  "operators/antrea",
];

describeWithCorpus("manifests of published operators", (corpus) => {
  const releases = sample.flatMap((path) => {
    if (!path.startsWith("operators/")) return [path];
    const [first] = corpus.list(join("corpus", path));
    return first === undefined ? [] : [join(path, first)];
  });
  test.each(releases)("%s come back equal", async (release) => {
    const chartSet = await compiled(corpus.path(join("corpus", release)), "operator");
    const [helm] = helms().toReversed();
    const set = await manifestsOf(chartSet, helm?.path ?? "helm");
    expect(compareManifests(chartSet, set)).toEqual([]);
  });
});
