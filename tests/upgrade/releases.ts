// Releases of charts whose templates are rendered already: they hold no expression.

import { openFiles } from "../../src/archive/archive.ts";
import { foundChart } from "../../src/archive/found-chart.ts";
import type { ChartRelease } from "../../src/upgrade/chart-release.ts";
import { releasedCharts } from "../../src/upgrade/released-chart.ts";
import { RenderedReader } from "../../src/verify/rendered.ts";

/** The files of a chart, by their paths in it; a `Chart.yaml` is made where there is none. */
export type ChartTexts = Readonly<Record<string, string>>;

/** A release of charts by their names, in install order. */
export function releaseOf(charts: Readonly<Record<string, ChartTexts>>, version = "1.0.0"): ChartRelease {
  const reader = new RenderedReader();
  const rendered = Object.entries(charts).map(([name, texts]) => {
    const files = { "Chart.yaml": `apiVersion: v2\nname: ${name}\nversion: ${version}\n`, ...texts };
    const bytes = Object.entries(files).map(
      ([path, text]) => [path, new TextEncoder().encode(text)] as const,
    );
    const opened = openFiles(new Map(bytes));
    if (!opened.ok) throw new Error(opened.fault.message);
    const documents = Object.entries(texts)
      .filter(([path]) => /^(?:templates|crds)\//.test(path))
      .flatMap(([path, text]) =>
        text
          .split(/^---$/m)
          .filter((part) => part.trim() !== "")
          .flatMap((part) => reader.read(`# Source: ${name}/${path}\n${part.trimStart()}`)),
      );
    return { chart: foundChart(opened.identity, opened.files, { path: name, location: name }), documents };
  });
  return { charts: releasedCharts(rendered, "tides") };
}
