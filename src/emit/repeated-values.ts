// Which values a README need not tell again: empty settings that every container has, trees of one kind.
import { groupBy } from "../classify/group-by.ts";
import { once } from "../classify/once.ts";
import type { Json } from "../kubernetes/object.ts";
import type { Value } from "../transform/value.ts";
import type { ChartFacts } from "./chart-facts.ts";

/** The empty settings of all containers but the first workload's main one, where the same keys stand. */
export function repeatedKeys({ chart, values }: ChartFacts): ReadonlySet<Value> {
  const [first] = chart.blocks;
  const repeated = new Set<Value>();
  if (!first) return repeated;
  const places = new Set(
    chart.blocks
      .flatMap(({ path, containers }) => [path, ...containers.map((container) => container.path)])
      .map(keyOf),
  );
  places.delete(keyOf(first.path));
  const placeOf = ({ path }: Value) => {
    for (let length = path.length; length > 0; length -= 1) {
      if (places.has(keyOf(path.slice(0, length)))) return length;
    }
    return undefined;
  };
  const known = new Set(values.map(({ path }) => keyOf(path)));
  for (const value of values) {
    const place = placeOf(value);
    if (place === undefined || value.role !== undefined || !isEmpty(value.default)) continue;
    // The parts of an image are told together.
    const inImage = value.path.at(-2) === "image" && value.path.at(-1) !== "pullPolicy";
    const same = [...first.path, ...value.path.slice(place)];
    if (!inImage && known.has(keyOf(same))) repeated.add(value);
  }
  return repeated;
}

/** For the tree of a CR: the earlier tree of the same kind, if any, and the first tree of each kind. */
export function repeatedTrees(
  facts: ChartFacts,
  tree: Value,
): { readonly sameAs: readonly string[] | undefined; readonly first: readonly Value[] } {
  const { firstPaths, first } = firstTrees(facts);
  const earlier = firstPaths.get(keyOf(tree.path));
  return { sameAs: earlier && keyOf(earlier) !== keyOf(tree.path) ? earlier : undefined, first };
}

/** For each tree the place of the first of its kind, and those first trees. */
const firstTrees = once(({ chart, values }: ChartFacts) => {
  const byCrd = groupBy(chart.customResources, ({ customResource }) => customResource.crd);
  const firstPaths = new Map(
    [...byCrd.values()].flatMap((blocks) =>
      blocks.map(({ specPath }) => [keyOf(specPath), blocks[0]?.specPath] as const),
    ),
  );
  const first = values.filter(
    ({ role, path }) => role === "tree" && keyOf(firstPaths.get(keyOf(path)) ?? path) === keyOf(path),
  );
  return { firstPaths, first };
});

function keyOf(path: readonly string[]): string {
  return path.join("\0");
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === "" || ["{}", "[]", "null"].includes(JSON.stringify(value));
}
