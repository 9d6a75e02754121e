// The operator's idea of what is missing; its life is in tests/e2e/proving-ground.e2e.ts.

import { expect, test } from "vitest";
import { missingFields } from "./operator-stand-in.ts";

test.each([
  {
    name: "nothing, where all is there",
    found: { a: 1, b: { c: 2 } },
    wanted: { b: { c: 3 } },
    expected: undefined,
  },
  { name: "a field", found: { a: 1 }, wanted: { b: { c: 3 } }, expected: { b: { c: 3 } } },
  { name: "a field inside", found: { b: { d: 1 } }, wanted: { b: { c: 3 } }, expected: { b: { c: 3 } } },
  {
    name: "not what a user set to false or empty",
    found: { a: false, b: [] },
    wanted: { a: true, b: [1] },
    expected: undefined,
  },
])("$name", ({ found, wanted, expected }) => {
  expect(missingFields(found, wanted)).toEqual(expected);
});

test("where values count, what differs is missing too", () => {
  expect(missingFields({ a: 1, b: { c: [1] }, d: 4 }, { a: 2, b: { c: [1] } }, true)).toEqual({ a: 2 });
});
