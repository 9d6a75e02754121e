// The keys and items of an object, with the lines of its text that they begin and end on.

import { itemIdentities } from "../kubernetes/merge-keys.ts";
import { field, type Json } from "../kubernetes/object.ts";
import type { Node, PathStep } from "../yaml/tree.ts";

/** A key of a mapping, or an item of a sequence. */
export interface Place {
  /** Keys, and what items are known by: the same in every overlay, whatever stands in front. */
  readonly path: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** The place that it stands in, as its index. */
  readonly parent: number | undefined;
  /** Whether its value is a scalar or a flow collection. */
  readonly isWhole: boolean;
}

/** The line (from 0) of an offset of `text`. */
export type LineAt = (offset: number) => number;

export function lineFinder(text: string): LineAt {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  };
}

/** All places below `root`, from the top; one stands before those in it. */
export function placesOf(root: Node | undefined, object: Json, lineAt: LineAt): readonly Place[] {
  const places: Place[] = [];
  const add = (
    node: Node,
    place: Pick<Place, "path" | "start" | "end" | "parent">,
    at: readonly PathStep[],
  ) => {
    const isWhole = !("flow" in node) || node.flow;
    places.push({ ...place, line: lineAt(place.start), isWhole });
    if (!isWhole) visit(node, place.path, places.length - 1, at);
  };
  const visit = (
    node: Node,
    path: readonly string[],
    parent: number | undefined,
    at: readonly PathStep[],
  ) => {
    if (node.kind === "mapping") {
      for (const { key, value, start, end } of node.entries) {
        add(value, { path: [...path, key], start, end, parent }, [...at, key]);
      }
    } else if (node.kind === "sequence") {
      const items = node.items.map((_, index) => field(object, ...at, index) ?? null);
      const identities = itemIdentities(path.at(-1) ?? "", items);
      for (const [index, item] of node.items.entries()) {
        const { start, end } = item;
        add(item, { path: [...path, `[${identities[index]}]`], start, end, parent }, [...at, index]);
      }
    }
  };
  if (root) visit(root, [], undefined, []);
  return places;
}
