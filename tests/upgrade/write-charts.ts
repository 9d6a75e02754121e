// Small charts on the disk.

import { join } from "node:path";
import { writeFiles } from "../support/folder-content.ts";
import type { Charts } from "./made-up-upgrades.ts";

/** Writes the charts of a set below `folder` and returns their folders, in their order. */
export function writeCharts(
  folder: string,
  side: string,
  version: string,
  charts: Charts,
): readonly string[] {
  return Object.entries(charts).map(([name, template]) => {
    const path = join(folder, side, name);
    writeFiles(path, {
      "Chart.yaml": `apiVersion: v2\nname: ${name}\nversion: ${version}\n`,
      "values.yaml": "{}\n",
      "templates/all.yaml": template,
    });
    return path;
  });
}
