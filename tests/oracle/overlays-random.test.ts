// Random overlays of random operators: for each provider the merged chart renders, with real Helm, what the chart of its
// overlay alone renders.

import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { compileOverlays } from "../../src/compile-overlays.ts";
import { fileTree } from "../../src/convert.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { printYaml } from "../../src/yaml/print.ts";
import { overlays, type RandomOverlays } from "../properties/random-overlays.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import { comparable } from "./comparable.ts";
import { type CompiledCharts, compileCharts, renderChart } from "./rendered-charts.ts";
import { sample } from "./sample.ts";

const options = { layout: "one-chart", sourceNamespace: "quay", chart: { appVersion: "1" } } as const;

describeWithEachHelm("overlays,", (helm) => {
  test("merged into one chart, are rendered for each provider as they are alone", async () => {
    const { seed, values } = sample(overlays, 12);
    for (const drawn of values) {
      const merged = compileMerged(drawn);
      try {
        for (const [provider, objects] of Object.entries(drawn)) {
          const text = textOf(objects);
          const told = `seed ${seed}, for ${provider}:\n${text}`;
          const alone = compileCharts(text, options);
          try {
            const expected = await renderChart(helm, alone, { namespace: "quay" });
            const values = choosesProvider(merged) ? { provider } : {};
            const found = await renderChart(helm, merged, { namespace: "quay", values });
            expect(comparableObjects(found), told).toEqual(comparableObjects(expected));
          } finally {
            alone.remove();
          }
        }
      } finally {
        merged.remove();
      }
    }
  });
});

/** A chart that is the same for all providers has nothing to choose. */
function choosesProvider({ chartSet }: CompiledCharts): boolean {
  return chartSet.charts.some(({ values }) => values.some(({ path }) => path[0] === "provider"));
}

function comparableObjects(objects: Awaited<ReturnType<typeof renderChart>>) {
  return Object.fromEntries(Object.entries(objects).map(([name, object]) => [name, comparable(object)]));
}

function textOf(objects: RandomOverlays[string]): string {
  return objects.map((object) => `${printYaml(object)}\n`).join("---\n");
}

function compileMerged(drawn: RandomOverlays): CompiledCharts {
  const inputs = Object.entries(drawn).map(([provider, objects]) => ({
    provider,
    sources: [{ name: `${provider}.yaml`, text: textOf(objects) }],
  }));
  const { chartSet, diagnostics } = compileOverlays(inputs, { name: "quay", ...options });
  if (!chartSet) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
  const folder = makeFolder();
  writeTree(folder, fileTree(chartSet));
  return { chartSet, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
