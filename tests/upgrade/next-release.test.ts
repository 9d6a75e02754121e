// The next release of real operators: whatever both releases have keeps the path of its values.
import { expect, test } from "vitest";
import { convert } from "../../src/convert.ts";
import type { ChartSet } from "../../src/emit/chart.ts";
import { withoutContentHash } from "../../src/kubernetes/names.ts";
import { formatReference, type ObjectReference } from "../../src/kubernetes/object.ts";
import { objectKeyOf } from "../../src/plan/lookup.ts";
import { compareValues } from "../../src/upgrade/compare-values.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { type ReleaseStep, releaseSteps } from "../support/corpus-steps.ts";

/** What an operator has, by what it is and with the path of its values. */
function namedThings({ plan }: ChartSet): ReadonlyMap<string, string> {
  const named = ({ name, namespace, ...reference }: ObjectReference) =>
    formatReference({ ...reference, name: withoutContentHash(name), ...(namespace ? { namespace } : {}) });
  const things: [string, readonly string[]][] = plan.charts.flatMap((chart) => [
    ...chart.blocks.flatMap(({ workload, path, containers }): [string, readonly string[]][] => [
      [named(workload.manifest.reference), path],
      ...containers.map((block): [string, readonly string[]] => [
        `${named(workload.manifest.reference)} container ${block.container.name}`,
        block.path,
      ]),
    ]),
    ...chart.webhooks.map(({ webhook, path }): [string, readonly string[]] => [
      `${named(webhook.manifest.reference)} webhook ${webhook.name}`,
      path,
    ]),
    ...chart.customResources.map(({ customResource, specPath }): [string, readonly string[]] => [
      named(customResource.manifest.reference),
      specPath,
    ]),
  ]);
  const { configMaps, secrets } = plan.operator;
  for (const [family, list] of Object.entries({ configMaps, secrets })) {
    for (const manifest of list)
      things.push([named(manifest.reference), [family, objectKeyOf(list, manifest)]]);
  }
  return new Map(things.map(([name, path]) => [name, path.join(".")]));
}

describeWithCorpus("the next release", (corpus) => {
  const compiled = async (path: string, { operator }: ReleaseStep): Promise<ChartSet> => {
    const { chartSet, diagnostics } = await convert([{ path: corpus.path(path) }], { name: operator });
    if (!chartSet) throw new Error(`${path}: ${diagnostics.map(({ message }) => message).join(" ")}`);
    return chartSet;
  };

  test("keeps the paths of what both releases have", { timeout: 300_000 }, async () => {
    const steps = await releaseSteps(corpus);
    expect(steps.length).toBeGreaterThan(30);
    const moved: string[] = [];
    for (const step of steps) {
      const [older, newer] = [await compiled(step.older, step), await compiled(step.newer, step)];
      const now = namedThings(newer);
      for (const [name, path] of namedThings(older)) {
        const after = now.get(name);
        // A workload whose sidecar is gone, or came, has its containers where they were.
        if (after !== undefined && after !== path) moved.push(`${step.newer}: ${name}: ${path} → ${after}`);
      }
    }
    expect(moved).toEqual([]);
  });

  test("is told by what is new, gone and other among the values", async () => {
    const [older, newer] = await Promise.all(
      ["v1.8.4", "v1.9.0"].map((version) =>
        compiled(`corpus/kubevirt/${version}`, { operator: "kubevirt", older: "", newer: "" }),
      ),
    );
    const valuesOf = (set: ChartSet | undefined) => {
      const files = set?.charts.find(({ plan }) => plan.name === "kubevirt")?.files;
      return { values: files?.get("values.yaml") ?? "", schema: files?.get("values.schema.json") ?? "" };
    };
    const changes = compareValues(valuesOf(older), valuesOf(newer));
    const told = changes.map(({ kind, path }) => `${kind} ${path.join(".")}`);
    // What the CRD of 1.9.0 has and that of 1.8.4 has not, by their own texts.
    expect(told).toEqual(
      expect.arrayContaining([
        "added kubeVirt.configuration.confidentialCompute",
        "added kubeVirt.configuration.migrations.maxDowntimeMs",
        "added kubeVirt.configuration.persistentReservationConfiguration",
        "default virtOperator.image.tag",
      ]),
    );
    expect(told.filter((line) => line.startsWith("removed"))).toEqual([]);
  });
});
