// The values.yaml of a chart as it stands: what it sets, and where.
import { positionAt } from "../diagnostics/position.ts";
import { isObject, type Json } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import { type Node, nodeAt, type PathStep } from "../yaml/tree.ts";
import { type CheckedChart, filePath, toPlace } from "./place.ts";
import type { Place } from "./report.ts";

/** The chart's values.yaml; one that is no YAML sets nothing. */
export class ValuesFile {
  readonly #path: string;
  readonly #text: string;
  readonly data: Json;
  readonly #root: Node | undefined;

  constructor(checked: CheckedChart) {
    this.#path = filePath(checked, "values.yaml");
    this.#text = checked.files.get("values.yaml") ?? "";
    const result = parseDocument(this.#text);
    this.data = result.ok ? (result.document.data as Json) : null;
    this.#root = result.ok ? result.document.root : undefined;
  }

  /** The paths of everything that is no map, or an empty one. */
  leaves(): readonly (readonly string[])[] {
    return [...leavesOf(this.data, [])];
  }

  has(path: readonly string[]): boolean {
    let current: Json | undefined = this.data;
    for (const key of path) {
      current = isObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
      if (current === undefined) return false;
    }
    return true;
  }

  /** Where the value stands, or the nearest map that it would stand in. */
  place(path: readonly PathStep[]): Place {
    let length = path.length;
    while (length > 0 && !nodeAt(this.#root, path.slice(0, length))) length -= 1;
    const node = length > 0 ? nodeAt(this.#root, path.slice(0, length)) : undefined;
    return toPlace(positionAt(this.#path, this.#text, node?.start ?? 0));
  }
}

function* leavesOf(value: Json, path: readonly string[]): Generator<readonly string[]> {
  const keys = isObject(value) ? Object.keys(value) : [];
  if (isObject(value) && keys.length > 0) {
    for (const key of keys) yield* leavesOf(value[key] ?? null, [...path, key]);
  } else if (path.length > 0) yield path;
}

/** Where the source has the value at `path`, or the one that it stands in; undefined for our own values. */
export function sourceOfValue({ chart }: CheckedChart, path: readonly PathStep[]): Place | undefined {
  const entry = chart.values.find(
    (value) =>
      value.role !== "section" && path.length > 0 && value.path.every((key, index) => path[index] === key),
  );
  return entry?.position && toPlace(entry.position);
}
