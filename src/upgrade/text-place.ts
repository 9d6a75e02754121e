// Where a key stands in a file of a chart.
import { positionAt } from "../diagnostics/position.ts";
import { parseDocument } from "../yaml/document.ts";
import { entryOf, type Node, nodeAt, type PathStep } from "../yaml/tree.ts";
import type { Place } from "./finding.ts";

/** A text as a tree; undefined where it is no YAML. */
export function treeOf(text: string): Node | undefined {
  const parsed = parseDocument(text);
  return parsed.ok ? parsed.document.root : undefined;
}

/** The line (from 1) of the key at `path`, or of the nearest parent that is there. */
export function lineOfKey(text: string, root: Node | undefined, path: readonly PathStep[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = nodeAt(root, path.slice(0, length - 1));
    const step = path[length - 1];
    const found = typeof step === "string" ? entryOf(parent, step) : nodeAt(root, path.slice(0, length));
    if (found) return positionAt("", text, found.start).line;
  }
  return 1;
}

/** The place of the key at `path` of a file of `chart`. */
export function placeInText(chart: string, file: string, text: string, path: readonly PathStep[]): Place {
  return { chart, file, line: lineOfKey(text, treeOf(text), path) };
}
