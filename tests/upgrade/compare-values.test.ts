// Which changes of a chart's values are told, on small schemas.
import { expect, test } from "vitest";
import type { ChartValues } from "../../src/upgrade/chart-settings.ts";
import { compareValues } from "../../src/upgrade/compare-values.ts";

function chart(values: object, properties: object, more: object = {}): ChartValues {
  return {
    values: JSON.stringify(values),
    schema: JSON.stringify({ type: "object", additionalProperties: false, properties, ...more }),
  };
}

const text = { type: ["string", "null"], description: "A text." };
const block = (properties: object) => ({ type: "object", additionalProperties: false, properties });

test.each([
  ["nothing", chart({ a: "x" }, { a: text }), chart({ a: "x" }, { a: text }), []],
  [
    "a new setting",
    chart({}, {}),
    chart({ a: "x" }, { a: text }),
    [{ kind: "added", path: ["a"], after: "x" }],
  ],
  [
    "a setting without a default that is gone",
    chart({}, { a: block({ b: text, c: text }) }),
    chart({}, { a: block({ b: text }) }),
    [{ kind: "removed", path: ["a", "c"] }],
  ],
  [
    "a whole block, once",
    chart({}, {}),
    chart({ a: { b: "x", c: { d: 1 } } }, { a: block({ b: text, c: block({ d: {}, e: {} }) }) }),
    [{ kind: "added", path: ["a"], count: 3 }],
  ],
  [
    "another default",
    chart({ a: { b: "x" } }, { a: block({ b: text }) }),
    chart({ a: { b: "y" } }, { a: block({ b: text }) }),
    [{ kind: "default", path: ["a", "b"], before: "x", after: "y" }],
  ],
  [
    "a default that is gone",
    chart({ a: "x" }, { a: text }),
    chart({}, { a: text }),
    [{ kind: "default", path: ["a"], before: "x" }],
  ],
  [
    "another type",
    chart({}, { a: text }),
    chart({}, { a: { type: ["integer", "null"], description: "A number." } }),
    [
      {
        kind: "type",
        path: ["a"],
        before: { type: ["string", "null"] },
        after: { type: ["integer", "null"] },
      },
    ],
  ],
  [
    "not another description",
    chart({}, { a: text }),
    chart({}, { a: { ...text, description: "Another one.", default: "x" } }),
    [],
  ],
  [
    "the order of keys neither",
    chart({ a: "x", b: "y" }, { a: text, b: text }),
    chart({ b: "y", a: "x" }, { b: text, a: text }),
    [],
  ],
  [
    "a map of the user's is one setting",
    chart({ a: { x: "1" } }, { a: { type: "object", additionalProperties: text } }),
    chart({ a: { x: "1", y: "2" } }, { a: { type: "object", additionalProperties: text } }),
    [{ kind: "default", path: ["a"], before: { x: "1" }, after: { x: "1", y: "2" } }],
  ],
  [
    "behind a reference",
    chart({}, { a: { $ref: "#/definitions/one~1two" } }, { definitions: { "one/two": block({ b: text }) } }),
    chart(
      {},
      { a: { $ref: "#/definitions/three" } },
      { definitions: { three: block({ b: text, c: text }) } },
    ),
    [{ kind: "added", path: ["a", "c"] }],
  ],
  [
    "a schema that has a setting called as a keyword",
    chart({}, { a: { type: "array", items: block({ description: text }) } }),
    chart({}, { a: { type: "array", items: block({}) } }),
    [expect.objectContaining({ kind: "type", path: ["a"] })],
  ],
  [
    "a chart without a schema",
    { values: "a: { b: 1, c: 2 }\n", schema: "" },
    { values: "a: { b: 2 }\nd: []\n", schema: "" },
    [
      { kind: "default", path: ["a", "b"], before: 1, after: 2 },
      { kind: "removed", path: ["a", "c"], before: 2 },
      { kind: "added", path: ["d"], after: [] },
    ],
  ],
])("%s", (_, older, newer, changes) => {
  expect(compareValues(older, newer)).toEqual(changes);
});
