// The charts that Chart.yaml names against those that are in the chart: Helm renders nothing while one is missing.
import { listField, stringField } from "../kubernetes/object.ts";
import type { ArchiveFault, ChartFiles, ChartIdentity } from "./archive.ts";

/** The fault of a chart that depends on charts which it does not hold; undefined where all are there. */
export function missingDependencies(
  { metadata }: Pick<ChartIdentity, "metadata">,
  files: ChartFiles,
): ArchiveFault | undefined {
  const held = new Set([...files.keys()].flatMap((path) => /^charts\/([^/]+)/.exec(path)?.[1] ?? []));
  const missing = listField(metadata, "dependencies")
    .flatMap((dependency) => stringField(dependency, "name") ?? [])
    .filter((name) => !held.has(name) && ![...held].some((file) => isArchiveOf(file, name)));
  if (missing.length === 0) return undefined;
  return {
    message: "The chart depends on charts that it does not hold.",
    found: `nothing in charts/ for ${missing.join(", ")}`,
    expected: "each dependency of Chart.yaml in charts/",
    hint: "Run `helm dependency build` on the chart first.",
  };
}

/** Whether `file` is `<name>-<version>.tgz`; names may hold hyphens themselves. */
function isArchiveOf(file: string, name: string): boolean {
  return file.startsWith(`${name}-`) && /^\d/.test(file.slice(name.length + 1)) && file.endsWith(".tgz");
}
