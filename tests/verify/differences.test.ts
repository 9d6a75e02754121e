// Listed differences, applied to the source.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/kubernetes/object.ts";
import type { Difference } from "../../src/transform/chart-template.ts";
import { applyDifferences } from "../../src/verify/differences.ts";

const source: JsonObject = { spec: { args: ["a", "b", "c"], replicas: 2 }, metadata: { name: "x" } };
const reason = "by design";

describe("a difference shows in what is expected", () => {
  test.each<{ name: string; differences: readonly Difference[]; expected: JsonObject }>([
    {
      name: "a changed field",
      differences: [{ path: ["spec", "replicas"], source: 2, rendered: 3, reason }],
      expected: { ...source, spec: { args: ["a", "b", "c"], replicas: 3 } },
    },
    {
      name: "a field that is gone",
      differences: [{ path: ["spec", "replicas"], source: 2, reason }],
      expected: { ...source, spec: { args: ["a", "b", "c"] } },
    },
    {
      name: "a field below maps that the source lacks",
      differences: [{ path: ["metadata", "annotations", "helm.sh/hook"], rendered: "post-install", reason }],
      expected: { ...source, metadata: { name: "x", annotations: { "helm.sh/hook": "post-install" } } },
    },
    {
      name: "two items that are gone, by their places in the source",
      differences: [
        { path: ["spec", "args", 0], source: "a", reason },
        { path: ["spec", "args", 2], source: "c", reason },
      ],
      expected: { ...source, spec: { args: ["b"], replicas: 2 } },
    },
    {
      name: "items that are added, by their places in the rendering",
      differences: [
        { path: ["spec", "args", 1], rendered: "x", reason },
        { path: ["spec", "args", 4], rendered: "y", reason },
      ],
      expected: { ...source, spec: { args: ["a", "x", "b", "c", "y"], replicas: 2 } },
    },
  ])("$name", ({ differences, expected }) => {
    const { object, stale } = applyDifferences(source, differences, expected);
    expect(object).toEqual(expected);
    expect(stale).toEqual([]);
    expect(source["spec"]).toEqual({ args: ["a", "b", "c"], replicas: 2 });
  });
});

describe("a difference that cannot be right is stale", () => {
  test("the source holds another value", () => {
    const difference = { path: ["spec", "replicas"], source: 1, rendered: 3, reason };
    expect(applyDifferences(source, [difference], source).stale).toEqual([
      { difference, side: "source", found: 2 },
    ]);
  });

  test("the source has what is to be added", () => {
    const difference = { path: ["metadata", "name"], rendered: "y", reason };
    expect(applyDifferences(source, [difference], source).stale).toEqual([
      { difference, side: "source", found: "x" },
    ]);
  });

  test("the rendering is as the source", () => {
    const difference = { path: ["spec", "replicas"], source: 2, rendered: 3, reason };
    const { object, stale } = applyDifferences(source, [difference], source);
    expect(stale).toEqual([{ difference, side: "rendered", found: 2 }]);
    expect(object).toEqual(source);
  });
});
