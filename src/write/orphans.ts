// Edited files that the charts have no more: somebody has to decide about them, and until then Helm sees none of them.
import { groupBy } from "../classify/group-by.ts";

/** Whether Helm acts on a chart's file by itself: on templates, but for partials, and on CRDs. */
function isActedOn(pathInChart: string): boolean {
  const [, folder, name = ""] = /(?:^|\/)(templates|crds)\/(?:.*\/)?([^/]+)$/.exec(pathInChart) ?? [];
  return folder === "crds" || (folder === "templates" && !name.startsWith("_"));
}

const heading =
  "# Edited by hand, and without an object in the sources: no part of the chart until somebody decides.";

/**
 * The files of the charts, with the rules that keep `orphans` out of them, in the .helmignore of the outermost chart: Helm
 * reads no other. They may read values that are gone, so that nothing would render.
 */
export function withoutOrphans(
  tree: ReadonlyMap<string, string>,
  orphans: readonly string[],
): ReadonlyMap<string, string> {
  const files = new Map(tree);
  for (const [chart, paths] of groupBy(orphans, (path) => path.split("/")[0] ?? "")) {
    const ignoreFile = `${chart}/.helmignore`;
    const text = files.get(ignoreFile);
    const rules = paths
      .map((path) => path.slice(chart.length + 1))
      .filter(isActedOn)
      .map((path) => `/${path.replace(/[\\*?[]/g, "\\$&")}`);
    if (text === undefined || rules.length === 0) continue;
    files.set(ignoreFile, `${text}\n${[heading, ...rules].join("\n")}\n`);
  }
  return files;
}
