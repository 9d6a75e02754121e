// A rendering as the set of its objects, by the names that they will have in the cluster.
import { type KubernetesObject, type ObjectReference, objectKey } from "../kubernetes/object.ts";
import { installedKey, installedReference, type RenderedDocument, type Rendering } from "./rendered.ts";

/** A rendered object, and the chart that rendered it. */
export interface RenderedObject {
  readonly chart: string;
  readonly document: RenderedDocument;
  readonly object: KubernetesObject;
}

/** One rendering, asked for its objects. */
export class Comparison {
  readonly rendering: Rendering;
  readonly #objects: ReadonlyMap<string, readonly RenderedObject[]>;
  readonly #claimed: ReadonlySet<string>;

  /** `accounted`: the objects that the source or a list names; all others are `unclaimed`. */
  constructor(rendering: Rendering, accounted: readonly ObjectReference[]) {
    this.rendering = rendering;
    const objects = Array.from(rendering.charts).flatMap(([chart, documents]) =>
      documents.flatMap((document) =>
        document.object ? [{ chart, document, object: document.object }] : [],
      ),
    );
    const keyOf = ({ object }: RenderedObject) => installedKey(object, rendering.namespace);
    this.#objects = new Map(groupBy(objects, keyOf).map((group) => [keyOf(group[0]), group]));
    this.#claimed = new Set(accounted.map((reference) => this.#keyOf(reference)));
  }

  get label(): string {
    return this.rendering.label;
  }

  #keyOf(reference: ObjectReference): string {
    return objectKey(installedReference(reference, this.rendering.namespace));
  }

  /** Whether Helm rendered `chart`, so that an absent object is really absent. */
  hasChart(chart: string): boolean {
    return this.rendering.charts.has(chart);
  }

  /** Whether the values of this rendering switch on what needs `setToRender`. */
  switchesOn(chart: string, setToRender: readonly string[] = []): boolean {
    const values = this.rendering.values.get(chart) ?? [];
    return setToRender.every((value) => values.includes(value));
  }

  find(reference: ObjectReference): readonly RenderedObject[] {
    return this.#objects.get(this.#keyOf(reference)) ?? [];
  }

  /** The objects that neither the source nor a list accounts for. */
  unclaimed(): readonly RenderedObject[] {
    return Array.from(this.#objects).flatMap(([key, objects]) => (this.#claimed.has(key) ? [] : objects));
  }
}

/** The items with equal keys together, in the order of their first. */
export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly (readonly [Item, ...Item[]])[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}
