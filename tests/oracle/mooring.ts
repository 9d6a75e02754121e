// The chart of the example for several providers, compiled anew, and what real Helm makes of it.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "../../src/build.ts";
import { fileTree } from "../../src/convert.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { objectField } from "../../src/kubernetes/object.ts";
import { writeTree } from "../support/golden.ts";
import type { Helm } from "../support/helm.ts";
import type { ProcessResult } from "../support/process.ts";
import { repositoryFolder } from "../support/repository.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import { type CompiledCharts, type Objects, objectsOf } from "./rendered-charts.ts";

/** Compiles the example. */
export async function compileMooring(): Promise<CompiledCharts> {
  const { chartSet, diagnostics } = await build("examples/mooring", repositoryFolder);
  if (!chartSet) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
  const folder = makeFolder();
  writeTree(folder, fileTree(chartSet));
  return { chartSet, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Asks Helm for a rendering, which it may refuse. */
export function tryMooring(
  helm: Helm,
  { folder }: CompiledCharts,
  flags: readonly string[],
  stdin?: string,
): Promise<ProcessResult> {
  const chart = join(folder, "mooring");
  return helm.template(
    ["probe", chart, "--namespace", "mooring-system", ...flags],
    stdin === undefined ? {} : { stdin },
  );
}

/** The objects of a rendering; what Helm refuses is thrown with its words. */
export async function renderMooring(
  helm: Helm,
  charts: CompiledCharts,
  flags: readonly string[] = [],
  stdin?: string,
): Promise<Objects> {
  const result = await tryMooring(helm, charts, flags, stdin);
  if (result.status !== 0) throw new Error(result.stderr);
  return objectsOf(result.stdout);
}

/** What the ConfigMap holds. */
export function settingsIn(objects: Objects): Readonly<Record<string, unknown>> {
  return objectField(objects["ConfigMap mooring-system/mooring-settings"], "data");
}

/** What a Secret holds, decoded; undefined without the Secret. */
export function secretsIn(objects: Objects, name: string): Readonly<Record<string, Buffer>> | undefined {
  const secret = objects[`Secret mooring-system/${name}`];
  if (!secret) return undefined;
  return Object.fromEntries(
    Object.entries(objectField(secret, "data")).map(([key, text]) => [
      key,
      Buffer.from(String(text), "base64"),
    ]),
  );
}
