// How what differs is put into words: enough of both sides to see it.
import { expect, test } from "vitest";
import type { Json } from "../../src/kubernetes/object.ts";
import { shownSides } from "../../src/upgrade/difference-words.ts";
import { schemaDifferenceWords } from "../../src/upgrade/value-schema-words.ts";

const long = "registry.example.org/with/a/long/path/to/the/images/of/the/operator";

test.each<readonly [string, Json | undefined, Json | undefined, readonly [string, string]]>([
  ["short values as they are", 1, undefined, ["1", "none"]],
  [
    "long ones that begin otherwise from their beginning",
    `a${long}`,
    `b${long}`,
    [`"a${long.slice(0, 57)}…`, `"b${long.slice(0, 57)}…`],
  ],
  [
    "long ones that end otherwise by their ends",
    `${long}:1`,
    `${long}:2`,
    [`"…${long.slice(-29)}:1"`, `"…${long.slice(-29)}:2"`],
  ],
  [
    "texts of many lines by the line in which they differ",
    `# a comment that is as long as a line\n# and another one of these\nlevel: 1\nmore: yes\n`,
    `# a comment that is as long as a line\n# and another one of these\nlevel: 2\nmore: yes\n`,
    ['"…level: 1\\nmore: yes\\n"', '"…level: 2\\nmore: yes\\n"'],
  ],
  [
    "a text that goes on by its end",
    `# a comment that is as long as a line, and longer than that\n`,
    `# a comment that is as long as a line, and longer than that\nmore\n`,
    ['"…"', '"…more\\n"'],
  ],
])("two values are shown: %s", (_, before, after, expected) => {
  expect(shownSides(before, after)).toEqual(expected);
});

const items = (schema: Json): Json => ({ items: { properties: { name: schema } } });

test.each<readonly [Json, Json, string]>([
  [{ maximum: 9 }, { maximum: 8 }, "maximum is 8 and was 9"],
  [{ enum: ["a", "b"] }, { enum: ["c", "b"] }, 'it can be "a" no longer, it can be "c", too'],
  [{}, { enum: ["a", "b"] }, 'it has to be one of "a", "b"'],
  [{ enum: ["a"] }, {}, 'it can be anything, not only "a"'],
  [items({ not: { enum: ["a"] } }), items({ not: { enum: ["a", "b"] } }), '[].name can be "b" no longer'],
  [items({ not: { enum: ["a", "b"] } }), items({ not: { enum: ["b"] } }), '[].name can be "a", too'],
  [items({ type: "string" }), items({ type: "integer" }), '[].name type is "integer" and was "string"'],
  [
    { properties: { enum: { maximum: 1 } } },
    { properties: { enum: { maximum: 2 } } },
    "enum maximum is 2 and was 1",
  ],
])("schemas differ: %j → %j", (before, after, words) => {
  expect(schemaDifferenceWords(before, after)).toBe(words);
});
