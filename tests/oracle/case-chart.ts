// The chart of a small input of the shared folder, and ways to ask it.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll } from "vitest";
import type { CompileOptions } from "../../src/compile.ts";
import { objectField } from "../../src/kubernetes/object.ts";
import type { Corpus } from "../support/corpus.ts";
import { describeWithEachHelm, type Helm } from "../support/helm.ts";
import {
  type CompiledCharts,
  compileCharts,
  type Given,
  type Objects,
  objectsOf,
  renderChart,
} from "./rendered-charts.ts";

/** The chart of one case, and ways to ask it. */
export interface CaseChart {
  readonly charts: () => CompiledCharts;
  /** The source's objects. */
  readonly source: () => Objects;
  /** The rendering with defaults, in the namespace bay. */
  readonly defaults: () => Objects;
  render(given: Given): Promise<Objects>;
}

/** A suite on one case, for each Helm. */
export function describeCase(
  corpus: Corpus,
  name: string,
  body: (chart: CaseChart, helm: Helm) => void,
  options: Partial<CompileOptions> = {},
): void {
  describeWithEachHelm(name, (helm) => {
    let charts: CompiledCharts;
    let source: Objects;
    let defaults: Objects;
    beforeAll(async () => {
      const text = readFileSync(corpus.path(`cases/${name}/input.yaml`), "utf8");
      charts = compileCharts(text, options);
      source = objectsOf(text);
      defaults = await renderChart(helm, charts);
    });
    afterAll(() => charts?.remove());
    body(
      {
        charts: () => charts,
        source: () => source,
        defaults: () => defaults,
        render: (given) => renderChart(helm, charts, given),
      },
      helm,
    );
  });
}

const chartLabels = new Set([
  "helm.sh/chart",
  "app.kubernetes.io/managed-by",
  "app.kubernetes.io/instance",
  "app.kubernetes.io/version",
]);

/** The objects without the labels that Helm's conventions put on metadata. */
export function withoutChartLabels(objects: Objects): Objects {
  return Object.fromEntries(
    Object.entries(objects).map(([name, object]) => {
      const { labels: _, ...metadata } = object.metadata;
      const labels = Object.entries(objectField(object, "metadata", "labels")).filter(
        ([key]) => !chartLabels.has(key),
      );
      const own = labels.length > 0 ? { labels: Object.fromEntries(labels) } : {};
      return [name, { ...object, metadata: { ...metadata, ...own } }];
    }),
  );
}

export function namesOf(objects: Objects): readonly string[] {
  return Object.keys(objects).toSorted();
}
