// Flow collections (`{a: b}`, `[x, y]`, a whole JSON document) and mappings with keys of the form `? a` written out as
// plain blocks where templates insert lines. Comments and every other line of the text stay; the data stays equal.
import { invariant } from "../diagnostics/internal-error.ts";
import { jsonEqual } from "../kubernetes/object.ts";
import { type Container, podSpecPathOf } from "../kubernetes/pod-spec.ts";
import { parseDocument, type YamlDocument } from "../yaml/document.ts";
import { printYaml } from "../yaml/print.ts";
import { type Node, nodeAt, type PathStep } from "../yaml/tree.ts";
import { blockLines } from "./block-lines.ts";

/** A document in block style, and the line (from 0) of the old text that each line of its text came from. */
export interface BlockDocument {
  readonly document: YamlDocument;
  readonly lines: readonly number[];
}

/** The document with its structural collections as plain blocks, or undefined where they are. */
export function toBlockStyle(document: YamlDocument, kind: string): BlockDocument | undefined {
  const { root } = document;
  if (!root) return undefined;
  if (document.repeatsKey) return reprint(document);
  if (document.hasAliases && kind !== "CustomResourceDefinition") return reprint(document);
  const paths = structuralPaths(root, kind).filter((path) => needsBlocks(nodeAt(root, path)));
  if (paths.length === 0) return undefined;
  return splice(document, root, outermost(paths)) ?? reprint(document);
}

/** The flow collections at `paths` as blocks, in the text as it is; undefined where that would change the data. */
function splice(
  document: YamlDocument,
  root: Node,
  paths: readonly (readonly PathStep[])[],
): BlockDocument | undefined {
  let { text } = document;
  let lines = text.split("\n").map((_, line) => line);
  const flows = paths.flatMap((path) => {
    const node = nodeAt(root, path);
    return node ? [{ path, node }] : [];
  });
  // From the last to the first, so that the offsets of those in front stay valid.
  for (const { path, node } of flows.toSorted((a, b) => b.node.start - a.node.start)) {
    const block = blockOf(document.text, node, path);
    if (!block) return undefined;
    const firstLine = countLines(document.text.slice(0, block.start));
    const lastLine = countLines(document.text.slice(0, node.end));
    lines = [...lines.slice(0, firstLine), ...block.lines, ...lines.slice(lastLine + 1)];
    text = text.slice(0, block.start) + block.text + text.slice(node.end);
  }
  const result = parseDocument(text);
  return result.ok && jsonEqual(result.document.data, document.data)
    ? { document: result.document, lines }
    : undefined;
}

/** Everything printed anew: for anchors, whose edits would show in every alias, for lost keys, and for tags. */
function reprint(document: YamlDocument): BlockDocument {
  const text = `${printYaml(document.data)}\n`;
  const result = parseDocument(text);
  invariant(result.ok && jsonEqual(result.document.data, document.data), "block style changed a document");
  return { document: result.document, lines: text.split("\n").map(() => 0) };
}

function needsBlocks(node: Node | undefined): boolean {
  if (node?.kind === "mapping") {
    return node.entries.length > 0 && (node.flow || node.entries.some(({ isExplicit }) => isExplicit));
  }
  return node?.kind === "sequence" && node.flow && node.items.length > 0;
}

/** Where transforms insert lines: metadata, the way to the pod spec, containers and their lists, clients of webhooks. */
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
  withItems(["webhooks"], ["clientConfig"]);
  if (kind === "APIService") paths.push(["spec"]);
  if (kind === "ConfigMap" || kind === "Secret") paths.push(["data"], ["stringData"]);
  if (kind === "ServiceMonitor" || kind === "PodMonitor") {
    paths.push(["spec"]);
    for (const list of ["endpoints", "podMetricsEndpoints"]) withItems(["spec", list], []);
  }
  if (kind === "ServiceAccount") paths.push(["imagePullSecrets"]);
  const client = ["spec", "conversion", "webhook", "clientConfig"];
  if (kind === "CustomResourceDefinition" && nodeAt(root, client)) {
    paths.push(...client.map((_, length) => client.slice(0, length + 1)));
  }
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

/** The paths that lie inside no other one, each once: a Pod's own metadata is that of its template, too. */
function outermost(paths: readonly (readonly PathStep[])[]): readonly (readonly PathStep[])[] {
  return paths.filter(
    (path, index) =>
      !paths.some(
        (other, otherIndex) =>
          (other.length < path.length || (other.length === path.length && otherIndex < index)) &&
          other.every((step, depth) => step === path[depth]),
      ),
  );
}

/** The node as block text, which replaces the text from `start` on, with the lines that its lines come from. */
function blockOf(
  text: string,
  node: Node,
  path: readonly PathStep[],
): { readonly start: number; readonly text: string; readonly lines: readonly number[] } | undefined {
  const block = blockLines(text, node);
  if (!block) return undefined;
  const lineStart = text.lastIndexOf("\n", node.start - 1) + 1;
  const lines = block.map(({ offset }) => countLines(text.slice(0, offset)));
  if (typeof path.at(-1) !== "string") {
    // An item or the whole document begins where it stands.
    const margin = " ".repeat(node.start - lineStart);
    return { start: node.start, text: block.map((line) => line.text).join(`\n${margin}`), lines };
  }
  const start = text.slice(0, node.start).trimEnd().length;
  const column = /^[ -]*/.exec(text.slice(text.lastIndexOf("\n", start - 1) + 1))?.[0].length ?? 0;
  const margin = `\n${" ".repeat(column + 2)}`;
  const keyLine = countLines(text.slice(0, start));
  return { start, text: block.map((line) => margin + line.text).join(""), lines: [keyLine, ...lines] };
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
