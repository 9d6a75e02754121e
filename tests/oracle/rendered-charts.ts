// Charts compiled from sources and rendered by real Helm, as objects: what a value changes, and that it changes nothing
// else.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { type CompileOptions, compile } from "../../src/compile.ts";
import { fileTree } from "../../src/convert.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import type { ChartSet } from "../../src/emit/chart.ts";
import {
  field,
  formatReference,
  isObject,
  type KubernetesObject,
  referenceOf,
} from "../../src/kubernetes/object.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { printYaml } from "../../src/yaml/print.ts";
import { splitStream } from "../../src/yaml/stream.ts";
import { writeTree } from "../support/golden.ts";
import type { Helm } from "../support/helm.ts";
import { makeFolder } from "../support/temporary-folder.ts";

/** Objects by `Kind namespace/name`. */
export type Objects = Readonly<Record<string, KubernetesObject>>;

/** Compiled charts in a folder of their own; `remove` takes them away again. */
export interface CompiledCharts {
  readonly chartSet: ChartSet;
  readonly folder: string;
  remove(): void;
}

/** Compiles the sources, which must be fine. The chart set is called quay unless the options say otherwise. */
export function compileCharts(text: string, options: Partial<CompileOptions> = {}): CompiledCharts {
  const { chartSet, diagnostics } = compile([{ name: "source.yaml", text }], { name: "quay", ...options });
  if (!chartSet) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
  const folder = makeFolder();
  writeTree(folder, fileTree(chartSet));
  return { chartSet, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What a user gives: flags, and the content of a values file. */
export interface Given {
  readonly chart?: string;
  readonly release?: string;
  readonly namespace?: string;
  readonly flags?: readonly string[];
  readonly values?: unknown;
}

/** Renders a chart; what Helm refuses is thrown with its words. */
export async function renderChart(
  helm: Helm,
  { folder }: CompiledCharts,
  given: Given = {},
): Promise<Objects> {
  const { chart = "quay", release = "probe", namespace = "bay", flags = [], values } = given;
  const file = values === undefined ? [] : ["--values", "-"];
  const result = await helm.template(
    [release, join(folder, chart), "--namespace", namespace, ...file, ...flags],
    {
      ...(values === undefined
        ? {}
        : { stdin: typeof values === "string" ? values : `${printYaml(values)}\n` }),
    },
  );
  if (result.status !== 0) throw new Error(result.stderr);
  return objectsOf(result.stdout);
}

/** The objects of a stream of documents. A hook that has the name of an object has "(hook)" behind it. */
export function objectsOf(stream: string): Objects {
  const objects: Record<string, KubernetesObject> = {};
  for (const { text } of splitStream(stream)) {
    const result = parseDocument(text);
    if (!result.ok) throw new Error(`${result.fault.message} in\n${text}`);
    const { data } = result.document;
    if (!isObject(data)) continue;
    const object = data as KubernetesObject;
    const reference = formatReference(referenceOf(object));
    const isHook = field(object, "metadata", "annotations", "helm.sh/hook") !== undefined;
    const name = isHook && reference in objects ? `${reference} (hook)` : reference;
    if (name in objects) throw new Error(`${name} is rendered twice`);
    objects[name] = object;
  }
  return objects;
}

/** One field of one object: its new value, or undefined where it goes. */
export type Change = readonly [object: string, path: readonly (string | number)[], value: unknown];

/** The objects with these changes, and no other. An object goes where the path is empty and the value undefined. */
export function withChanges(objects: Objects, changes: readonly Change[]): Objects {
  const changed: Record<string, unknown> = structuredClone(objects);
  for (const [object, path, value] of changes) {
    const parents = [object, ...path];
    const last = parents.pop() ?? "";
    let parent: Record<string | number, unknown> = changed;
    for (const step of parents) {
      const next = parent[step] ?? {};
      parent[step] = next;
      parent = next as Record<string | number, unknown>;
    }
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
  return changed as Objects;
}
