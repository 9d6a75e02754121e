// Flow collections (`{a: b}`, `[x, y]`, a whole JSON document) written out as blocks where templates insert
// lines. Comments and every other line of the text stay; the data stays equal.
import { invariant } from "../diagnostics/internal-error.ts";
import { jsonEqual } from "../kubernetes/object.ts";
import { type Container, podSpecPathOf } from "../kubernetes/pod-spec.ts";
import { parseDocument, type YamlDocument } from "../yaml/document.ts";
import { indent, printYaml } from "../yaml/print.ts";
import { type Node, nodeAt, type PathStep } from "../yaml/tree.ts";

/** A document in block style, and the line (from 0) of the old text that each line of its text came from. */
export interface BlockDocument {
  readonly document: YamlDocument;
  readonly lines: readonly number[];
}

/** The document with its structural flow collections as blocks, or undefined when it has none. */
export function toBlockStyle(document: YamlDocument, kind: string): BlockDocument | undefined {
  const { root } = document;
  if (!root) return undefined;
  if (document.repeatsKey) return reprint(document);
  if (document.hasAliases && kind !== "CustomResourceDefinition") return reprint(document);
  const paths = structuralPaths(root, kind).filter((path) => isFilledFlow(nodeAt(root, path)));
  if (paths.length === 0) return undefined;
  if (paths.some((path) => path.length === 0)) return reprint(document);
  let { text } = document;
  let lines = text.split("\n").map((_, line) => line);
  // From the last to the first, so that earlier ranges stay valid; a nested one is inside its parent's.
  const flows = outermost(paths).flatMap((path) => {
    const node = nodeAt(root, path);
    return node ? [{ path, node }] : [];
  });
  for (const { path, node } of flows.toSorted((a, b) => b.node.start - a.node.start)) {
    const block = blockText(document, node, path);
    const firstLine = countLines(text.slice(0, node.start));
    const lastLine = countLines(text.slice(0, node.end));
    const added = block.text.split("\n").map(() => lines[firstLine] ?? 0);
    lines = [...lines.slice(0, firstLine), ...added, ...lines.slice(lastLine + 1)];
    text = text.slice(0, block.start) + block.text + text.slice(node.end);
  }
  return reparse(text, document, lines);
}

/** Everything printed anew: for JSON, for anchors, whose edits would show in every alias, and for lost keys. */
function reprint(document: YamlDocument): BlockDocument {
  const text = `${printYaml(document.data)}\n`;
  return reparse(
    text,
    document,
    text.split("\n").map(() => 0),
  );
}

function reparse(text: string, original: YamlDocument, lines: readonly number[]): BlockDocument {
  const result = parseDocument(text);
  invariant(result.ok && jsonEqual(result.document.data, original.data), "block style changed a document");
  return { document: result.document, lines };
}

function isFilledFlow(node: Node | undefined): boolean {
  if (node?.kind === "mapping") return node.flow && node.entries.length > 0;
  return node?.kind === "sequence" && node.flow && node.items.length > 0;
}

/** Where transforms insert lines: metadata, the way to the pod spec, containers and their lists, webhooks. */
function structuralPaths(root: Node, kind: string): readonly (readonly PathStep[])[] {
  const paths: PathStep[][] = [[], ["metadata"], ["metadata", "labels"], ["metadata", "annotations"]];
  const withItems = (path: PathStep[], inner: readonly string[]) => {
    paths.push(path);
    const node = nodeAt(root, path);
    if (node?.kind !== "sequence") return;
    node.items.forEach((_, index) => {
      paths.push([...path, index], ...inner.map((key) => [...path, index, key]));
    });
  };
  withItems(["webhooks"], []);
  const podSpec = podSpecPathOf(kind);
  if (!podSpec) return paths;
  paths.push(...podSpec.map((_, length) => podSpec.slice(0, length + 1)));
  const template = podSpec.slice(0, -1);
  paths.push(
    [...template, "metadata"],
    [...template, "metadata", "labels"],
    [...template, "metadata", "annotations"],
  );
  for (const key of ["volumes", "imagePullSecrets"]) paths.push([...podSpec, key]);
  for (const list of ["containers", "initContainers"] satisfies Container[]) {
    withItems([...podSpec, list], ["env", "args", "volumeMounts"]);
  }
  return paths;
}

function outermost(paths: readonly (readonly PathStep[])[]): readonly (readonly PathStep[])[] {
  return paths.filter(
    (path) =>
      !paths.some(
        (other) => other.length < path.length && other.every((step, index) => step === path[index]),
      ),
  );
}

/** The node as block text; it replaces the node and the blank in front of it. */
function blockText(
  document: YamlDocument,
  node: Node,
  path: readonly PathStep[],
): { readonly start: number; readonly text: string } {
  const { text } = document;
  const lineStart = text.lastIndexOf("\n", node.start - 1) + 1;
  const printed = printYaml(dataAt(document.data, path));
  if (typeof path.at(-1) === "number") {
    const column = node.start - lineStart;
    return { start: node.start, text: indent(printed, column).trimStart() };
  }
  const column = /^[ -]*/.exec(text.slice(lineStart, node.start))?.[0].length ?? 0;
  const start = text.slice(0, node.start).trimEnd().length;
  return { start, text: `\n${indent(printed, column + 2)}` };
}

function dataAt(data: unknown, path: readonly PathStep[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<PathStep, unknown>)[step], data);
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
