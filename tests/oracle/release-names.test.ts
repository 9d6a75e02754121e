// Releases and namespaces whose names are no texts in YAML: every object is as for any other name.
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import { kitchenSink } from "./kitchen-sink.ts";
import { type CompiledCharts, compileCharts, type Objects, renderChart } from "./rendered-charts.ts";

const names = ["123", "0x1f", "1e3", "1.5", "true", "on", "null"];

describeWithEachHelm("a release and a namespace", (helm) => {
  let charts: CompiledCharts;
  beforeAll(() => {
    charts = compileCharts(kitchenSink, { layout: "one-chart" });
  });
  afterAll(() => charts.remove());

  const render = (release: string, namespace: string): Promise<Objects> => {
    const flags = ["--set", "tests.enabled=true,uninstall.strategy=job"];
    return renderChart(helm, charts, { release, namespace, flags });
  };

  test.each(names)("called %s", async (name) => {
    const namespace = name.replaceAll(".", "");
    const usual = JSON.stringify(await render("some-release", "some-place"));
    const expected = usual.replaceAll("some-release", name).replaceAll("some-place", namespace);
    expect(await render(name, namespace)).toEqual(JSON.parse(expected));
    expect(expected).toContain(`"app.kubernetes.io/instance":"${name}"`);
  });
});
