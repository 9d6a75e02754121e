// A chart with the charts inside it, each under the name that Helm has for it there.
import { type JsonObject, listField, stringField } from "../kubernetes/object.ts";
import { type ChartFiles, openArchive, openFiles } from "./archive.ts";
import type { FoundChart } from "./found-chart.ts";

/** One chart of the tree. */
export interface ChartNode {
  /** Where its values stand, from the root of the outermost chart: the names or aliases on the way. */
  readonly path: readonly string[];
  readonly name: string;
  /** All of Chart.yaml. */
  readonly metadata: JsonObject;
  readonly files: ChartFiles;
  readonly children: readonly ChartNode[];
}

/** The tree below `chart`. A chart in `charts/` that nobody can read is left out: Helm says what is wrong with it. */
export function chartTree({ name, metadata, files }: FoundChart): Promise<ChartNode> {
  return nodeOf([], name, metadata, files);
}

/** The chart that a template belongs to, and its path there. `templatePath` is as Helm prints it: by aliases. */
export function nodeOfTemplate(
  root: ChartNode,
  templatePath: string,
): { readonly node: ChartNode; readonly path: string } {
  const [, key, rest] = /^charts\/([^/]+)\/(.+)$/.exec(templatePath) ?? [];
  const child = root.children.find(({ path }) => path.at(-1) === key);
  return child && rest !== undefined ? nodeOfTemplate(child, rest) : { node: root, path: templatePath };
}

/** The chart and all below it. */
export function allNodes(node: ChartNode): readonly ChartNode[] {
  return [node, ...node.children.flatMap(allNodes)];
}

async function nodeOf(
  path: readonly string[],
  name: string,
  metadata: JsonObject,
  files: ChartFiles,
): Promise<ChartNode> {
  const inner = new Map<string, Map<string, Uint8Array>>();
  for (const [file, bytes] of files) {
    const [, folder = "", rest = ""] = /^charts\/([^/]+)(?:\/(.+))?$/.exec(file) ?? [];
    // As Helm does with what is no chart there.
    if (folder === "" || /^[._]/.test(folder)) continue;
    inner.set(folder, (inner.get(folder) ?? new Map()).set(rest, bytes));
  }
  const children: ChartNode[] = [];
  for (const [folder, content] of inner) {
    const child = await openInner(folder, content);
    if (!child) continue;
    for (const key of keysOf(metadata, child.name))
      children.push(await nodeOf([...path, key], child.name, child.metadata, child.files));
  }
  return { path, name, metadata, files, children };
}

interface OpenedChart {
  readonly name: string;
  readonly metadata: JsonObject;
  readonly files: ChartFiles;
}

async function openInner(
  folder: string,
  content: ReadonlyMap<string, Uint8Array>,
): Promise<OpenedChart | undefined> {
  const archive = content.get("");
  if (archive) {
    const opened = /\.(?:tgz|tar\.gz)$/.test(folder) ? await openArchive(archive) : undefined;
    return opened?.ok ? { ...opened.archive, files: opened.files } : undefined;
  }
  const opened = openFiles(content);
  return opened.ok ? { ...opened.identity, files: opened.files } : undefined;
}

/** What the chart is called inside: its aliases, or its name. */
function keysOf(outer: JsonObject, name: string): readonly string[] {
  const own = listField(outer, "dependencies").filter((entry) => stringField(entry, "name") === name);
  return own.length === 0 ? [name] : own.map((entry) => stringField(entry, "alias") || name);
}
