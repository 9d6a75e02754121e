// Helm's words about values that a schema refuses, of the oldest and the newest Helms that are supported.
import { expect, test } from "vitest";
import { readRefusals } from "../../src/upgrade/schema-refusals.ts";

const values = { a: { "b.c": { d: "x" } }, moon: 1 };

test.each([
  [
    "of Helm 3.18 and later, and of 4",
    `Error: values don't meet the specifications of the schema(s) in the following chart(s):
tide:
- at '': additional properties 'moon', 'su/n' not allowed
- at '/a/b.c/d': got string, want integer
- at '/x~1y': maximum: got 9, want 8`,
    [
      { path: ["moon"], isUnknown: true, words: "additional properties 'moon', 'su/n' not allowed" },
      { path: ["su/n"], isUnknown: true, words: "additional properties 'moon', 'su/n' not allowed" },
      { path: ["a", "b.c", "d"], isUnknown: false, words: "got string, want integer" },
      { path: ["x/y"], isUnknown: false, words: "maximum: got 9, want 8" },
    ],
  ],
  [
    "of Helm 3.17",
    `Error: values don't meet the specifications of the schema(s) in the following chart(s):
tide:
- (root): Additional property moon is not allowed
- a.b.c.d: Invalid type. Expected: integer, given: string`,
    [
      { path: ["moon"], isUnknown: true, words: "Additional property moon is not allowed" },
      { path: ["a", "b.c", "d"], isUnknown: false, words: "Invalid type. Expected: integer, given: string" },
    ],
  ],
  ["about something else", "Error: execution error at (tide/templates/a.yaml:1:4): no tide", []],
])("%s", (_, message, refusals) => {
  expect(readRefusals(message, values)).toEqual(refusals);
});
