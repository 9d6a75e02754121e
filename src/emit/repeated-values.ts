// Which values a README need not tell again: empty settings that every container has, trees of one kind.
import type { Json } from "../kubernetes/object.ts";
import type { Value } from "../transform/value.ts";
import type { ChartFacts } from "./chart-facts.ts";

/** The empty settings of all containers but the first workload's main one, where the same keys stand. */
export function repeatedKeys({ chart, values }: ChartFacts): ReadonlySet<Value> {
  const [first] = chart.blocks;
  const repeated = new Set<Value>();
  if (!first) return repeated;
  const places = chart.blocks
    .flatMap(({ path, containers }) => [path, ...containers.map((container) => container.path)])
    .filter((path) => keyOf(path) !== keyOf(first.path))
    .toSorted((a, b) => b.length - a.length);
  const known = new Set(values.map(({ path }) => keyOf(path)));
  for (const value of values) {
    const place = places.find((path) => path.every((key, index) => value.path[index] === key));
    if (!place || value.role !== undefined || !isEmpty(value.default)) continue;
    // The parts of an image are told together.
    const inImage = value.path.at(-2) === "image" && value.path.at(-1) !== "pullPolicy";
    const same = [...first.path, ...value.path.slice(place.length)];
    if (!inImage && known.has(keyOf(same))) repeated.add(value);
  }
  return repeated;
}

/** For the tree of a CR: the earlier tree of the same kind, if any, and the first tree of each kind. */
export function repeatedTrees(
  { chart, values }: ChartFacts,
  tree: Value,
): { readonly sameAs: readonly string[] | undefined; readonly first: readonly Value[] } {
  const blocks = chart.customResources;
  const blockOf = (value: Value) => blocks.find(({ specPath }) => keyOf(specPath) === keyOf(value.path));
  const firstOf = (value: Value) => {
    const crd = blockOf(value)?.customResource.crd;
    return crd && blocks.find(({ customResource }) => customResource.crd === crd)?.specPath;
  };
  const first = values.filter(
    (value) => value.role === "tree" && keyOf(firstOf(value) ?? value.path) === keyOf(value.path),
  );
  const earlier = firstOf(tree);
  return { sameAs: earlier && keyOf(earlier) !== keyOf(tree.path) ? earlier : undefined, first };
}

function keyOf(path: readonly string[]): string {
  return path.join("\0");
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === "" || ["{}", "[]", "null"].includes(JSON.stringify(value));
}
