import { expect, test } from "vitest";
import { compareValues } from "../../src/upgrade/compare-values.ts";
import { movedBlocks, withMoves } from "../../src/upgrade/moved-blocks.ts";

/** A chart of these blocks, each a map of defaults. */
function chart(blocks: Readonly<Record<string, unknown>>): {
  readonly values: string;
  readonly schema: string;
} {
  const schemaOf = (value: unknown): unknown =>
    typeof value === "object" && value !== null
      ? {
          type: "object",
          properties: Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, schemaOf(inner)])),
        }
      : {};
  return { values: JSON.stringify(blocks), schema: JSON.stringify(schemaOf(blocks)) };
}

const workload = (repository: string, more = {}) => ({
  image: { registry: "r", repository },
  replicas: 1,
  ...more,
});

test.each<{
  name: string;
  older: Readonly<Record<string, unknown>>;
  newer: Readonly<Record<string, unknown>>;
  moves: readonly string[];
}>([
  {
    name: "a workload with the same image, whatever its defaults",
    older: { a: workload("x") },
    newer: { b: workload("x", { replicas: 3 }) },
    moves: ["a -> b"],
  },
  {
    name: "none with another image",
    older: { a: workload("x") },
    newer: { b: workload("y") },
    moves: [],
  },
  {
    name: "a workload whose image comes from another registry or organisation",
    older: { a: workload("old/x"), c: workload("y") },
    newer: { b: { image: { registry: "mirror", repository: "new/deep/x" } }, d: workload("y") },
    moves: ["c -> d", "a -> b"],
  },
  {
    name: "none by an image's name that two have",
    older: { a: workload("old/x") },
    newer: { b: workload("new/x"), c: workload("other/x") },
    moves: [],
  },
  {
    name: "none by an image's name where the same image could be meant",
    older: { a: workload("x"), c: workload("x") },
    newer: { b: workload("new/x") },
    moves: [],
  },
  {
    name: "none of two that could be meant",
    older: { a: workload("x") },
    newer: { b: workload("x"), c: workload("x") },
    moves: [],
  },
  {
    name: "none of two that are gone and alike",
    older: { a: workload("x"), c: workload("x") },
    newer: { b: workload("x") },
    moves: [],
  },
  {
    name: "each by its image",
    older: { a: workload("x"), b: workload("y") },
    newer: { c: workload("y"), d: workload("x") },
    moves: ["a -> d", "b -> c"],
  },
  {
    name: "a container that a workload has more is another workload",
    older: { a: workload("x") },
    newer: { b: workload("x", { containers: { proxy: { image: { registry: "r", repository: "p" } } } }) },
    moves: [],
  },
  {
    name: "a block of a family by what it holds",
    older: { webhooks: { a: { failurePolicy: "Fail", timeoutSeconds: 5 }, keep: { x: 1 } } },
    newer: { webhooks: { b: { failurePolicy: "Fail", timeoutSeconds: 5 }, keep: { x: 1 } } },
    moves: ["webhooks.a -> webhooks.b"],
  },
  {
    name: "none where it stays",
    older: { a: workload("x") },
    newer: { a: workload("x"), b: workload("x") },
    moves: [],
  },
])("moved: $name", ({ older, newer, moves }) => {
  const found = movedBlocks(chart(older), chart(newer));
  expect(found.map(({ from, to }) => `${from.join(".")} -> ${to.join(".")}`)).toEqual(moves);
});

test("what is declared counts where the older chart had it and the newer has not", () => {
  const [older, newer] = [chart({ a: { x: 1, y: 2 } }), chart({ b: { x: 1, y: 2 } })];
  const declared = [
    { from: ["a"], to: ["b"] },
    { from: ["c"], to: ["b"] },
  ];
  expect(movedBlocks(older, newer, declared)).toEqual([{ from: ["a"], to: ["b"] }]);
});

test("with what moved where it is now, only what else changed is other", () => {
  const older = chart({ old: workload("a"), kept: { size: 1 } });
  const newer = chart({ parts: { now: { ...workload("a"), replicas: 2 } }, kept: { size: 1 } });
  const moved = withMoves(older, [
    { from: ["old"], to: ["parts", "now"] },
    { from: ["absent"], to: ["nowhere"] },
  ]);
  expect(compareValues(moved, newer)).toEqual([
    { kind: "default", path: ["parts", "now", "replicas"], before: 1, after: 2 },
  ]);
  const withoutSchema = withMoves({ ...older, schema: "" }, [{ from: ["old"], to: ["now"] }]);
  expect(withoutSchema).toEqual({
    values: JSON.stringify({ kept: { size: 1 }, now: workload("a") }),
    schema: "",
  });
});
