// Charts compiled by a test itself, from manifests to files that Helm can install.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Operator } from "../../../src/classify/operator.ts";
import { type ConvertOptions, convert, fileTree } from "../../../src/convert.ts";

/** A set of charts on disk. */
export interface CompiledCharts {
  /** The folder of the chart of this name. */
  chart(name: string): string;
  /** What the manifests were understood to be. */
  readonly operator: Operator;
}

/** Compiles manifests into a folder that the caller removes. */
export async function compileCharts(
  folder: string,
  manifests: readonly string[],
  options: ConvertOptions,
): Promise<CompiledCharts> {
  const { chartSet, diagnostics } = await convert(
    manifests.map((path) => ({ path })),
    options,
  );
  if (chartSet === undefined) throw new Error(JSON.stringify(diagnostics, undefined, 2));
  for (const [path, text] of fileTree(chartSet)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return { chart: (name) => join(folder, name), operator: chartSet.plan.operator };
}
