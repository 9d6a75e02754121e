// A chart's folder as it stands on the disk.
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { HelmError } from "./run-helm.ts";

/** The files of a chart's folder as text, by their paths in it. Throws HelmError when there is no such folder. */
export async function readChartFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const isChart = await stat(join(folder, "Chart.yaml")).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isChart) {
    throw new HelmError({
      code: "verify/no-chart",
      message: `"${folder}" holds no chart`,
      expected: "a Chart.yaml",
      hint: "Build the chart first.",
    });
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const files = new Map<string, string>();
  for (const path of paths) {
    files.set(relative(folder, path).split(sep).join("/"), await readFile(path, "utf8"));
  }
  return files;
}
