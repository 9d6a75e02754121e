// Templates whose manifests are others each time: who publishes them has to know.
import { allNodes, type ChartNode } from "../archive/chart-tree.ts";
import type { RenderedChart } from "../archive/found-chart.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { positionAt } from "../diagnostics/position.ts";
import { findChangingUses } from "../verify/changing-functions.ts";

/** What a chart's templates use whose result changes with the time, the cluster or chance. */
export function changingDiagnostics(
  { chart, documents }: RenderedChart,
  tree: ChartNode,
): readonly Diagnostic[] {
  const files = templatesOf(tree);
  const rendered = new Set(documents.map(({ templatePath }) => templatePath));
  return findChangingUses(files, rendered).map(({ file, name, offset }) => ({
    severity: "warning",
    code: "manifests/changing",
    message: `"${name}" gives another result each time, or in each cluster.`,
    position: positionAt(`${chart.path}/${file}`, files.get(file) ?? "", offset),
    hint: "Give it as a value, if the chart takes one.",
  }));
}

/** By the paths that Helm has for them. */
function templatesOf(tree: ChartNode): ReadonlyMap<string, string> {
  const decoder = new TextDecoder();
  return new Map(
    allNodes(tree).flatMap(({ path, files }) =>
      [...files]
        .filter(([file]) => file.startsWith("templates/"))
        .map(([file, bytes]): [string, string] => [
          [...path.map((key) => `charts/${key}/`), file].join(""),
          decoder.decode(bytes),
        ]),
    ),
  );
}
