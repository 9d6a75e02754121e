import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument } from "../../src/yaml/document.ts";
import { indent, printYaml } from "../../src/yaml/print.ts";
import { hostileText, jsonValue } from "../properties/styled-yaml.ts";

describe("data is printed", () => {
  test.each([
    {
      name: "a string that no reader mistakes, without quotes",
      data: { a: "plain text" },
      text: "a: plain text",
    },
    {
      name: "words of YAML 1.1 in quotes, as keys too",
      data: { on: "off", y: "n" },
      text: '"on": "off"\n"y": "n"',
    },
    {
      name: "text that looks like a number in quotes",
      data: ["1.10", "0o17", "1e3", "12:30"],
      text: '- "1.10"\n- "0o17"\n- "1e3"\n- "12:30"',
    },
    {
      name: "text that looks like null or a date in quotes",
      data: ["", "~", "null", "2001-01-01", "="],
      text: '- ""\n- "~"\n- "null"\n- "2001-01-01"\n- "="',
    },
    { name: "several lines as a literal string", data: { a: "b\nc\n" }, text: "a: |\n  b\n  c" },
    {
      name: "a long line on one line",
      data: { a: `${"word ".repeat(60)}end` },
      text: `a: ${"word ".repeat(60)}end`,
    },
    {
      name: "nested maps and lists in block style",
      data: { a: [{ b: 1, c: [2] }] },
      text: "a:\n  - b: 1\n    c:\n      - 2",
    },
    { name: "empty maps and lists in flow style", data: { a: {}, b: [] }, text: "a: {}\nb: []" },
    {
      name: "numbers without exponent or point where they have none",
      data: [1000000, 0.5, -3],
      text: "- 1000000\n- 0.5\n- -3",
    },
    {
      name: "a key that looks like a document marker in quotes",
      data: { "---": 1, "... a": 2, "...a": 3 },
      text: '"---": 1\n"... a": 2\n...a: 3',
    },
    { name: "null and booleans by their names", data: [null, true, false], text: "- null\n- true\n- false" },
  ])("$name", ({ data, text }) => {
    expect(printYaml(data)).toBe(text);
  });

  test("one object that stands in two places is printed twice, without anchors", () => {
    const shared = { b: 1 };
    expect(printYaml({ a: shared, c: shared })).toBe("a:\n  b: 1\nc:\n  b: 1");
  });

  test("any data is read back as it was", () => {
    fc.assert(
      fc.property(fc.oneof(jsonValue, fc.dictionary(hostileText, hostileText)), (data) => {
        const result = parseDocument(`${printYaml(data)}\n`);
        expect(result.ok && result.document.data).toEqual(data);
      }),
      { numRuns: 1500 },
    );
  });

  test("a map or list indented under a key is still the same", () => {
    const collection = jsonValue.filter((value) => typeof value === "object" && value !== null);
    fc.assert(
      fc.property(collection, fc.integer({ min: 1, max: 9 }), (data, width) => {
        const result = parseDocument(`key:\n${indent(printYaml(data), width)}\n`);
        expect(result.ok && result.document.data).toEqual({ key: data });
      }),
      { numRuns: 500 },
    );
  });
});

test("indentation leaves empty lines empty", () => {
  expect(indent("a: |\n  b\n\n  c", 2)).toBe("  a: |\n    b\n\n    c");
});
