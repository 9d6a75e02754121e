// Fields of a custom resource that hold the operator's namespace, through real Helm: they follow the release's, in lists
// too, and what only has the namespace's name stays.
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCase } from "../support/case-file.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { repositoryFolder } from "../support/repository.ts";
import { type CompiledCharts, compileCharts, type Given, renderChart } from "./rendered-charts.ts";

const path = join(repositoryFolder, "tests", "cases", "transform", "custom-resource-namespaces.case");

/** The spec of the case's CR, with `own` in every place of the namespace. */
const specWith = (own: string) => ({
  targetNamespace: own,
  keepers: [
    { name: "lock", namespace: own },
    { name: "other", namespace: own },
    { name: "far", namespace: "elsewhere" },
  ],
  watched: { namespaces: ["other", own], selector: { matchNames: [own] } },
  rows: [[{ namespace: own }]],
  kinds: ["lock"],
});

describeWithEachHelm("namespaces in a custom resource", (helm) => {
  let charts: CompiledCharts;
  const render = async (given: Given) => {
    const objects = await renderChart(helm, charts, given);
    return Object.entries(objects).find(([name]) => name.startsWith("Gate"))?.[1]?.["spec"];
  };
  beforeAll(() => {
    charts = compileCharts(readCase(path).input);
  });
  afterAll(() => charts.remove());

  test.each(["lock", "bay"])("follow a release in %s", async (namespace) => {
    expect(await render({ namespace })).toEqual(specWith(namespace));
  });

  test("follow namespaceOverride", async () => {
    const values = { namespaceOverride: "pier" };
    expect(await render({ namespace: "lock", values })).toEqual(specWith("pier"));
  });

  // What stands at the path may be of another type, or gone.
  test("take whatever is set in their place", async () => {
    const given = {
      targetNamespace: null,
      keepers: ["lock", { namespace: ["lock"] }, { namespace: 5 }, {}, [], null],
      watched: { namespaces: "lock", selector: { matchNames: [] } },
      rows: { namespace: "lock" },
    };
    const { targetNamespace: _, ...set } = given;
    expect(await render({ namespace: "bay", values: { gate: given } })).toEqual({ ...set, kinds: ["lock"] });
  });
});
