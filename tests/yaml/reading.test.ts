// Our reader against the rows of readings.ts, and what it says about texts that are not strict.

import { describe, expect, test } from "vitest";
import { parseDocument } from "../../src/yaml/document.ts";
import { resolvePlainScalar } from "../../src/yaml/kubernetes-scalars.ts";
import { documents, lenient, plainScalars } from "./readings.ts";

for (const [kind, rows] of Object.entries(plainScalars)) {
  describe(`a plain scalar that is ${kind}`, () => {
    test.each(rows)("%j is %j", (written, value) => {
      expect(resolvePlainScalar(written)).toBe(value);
      expect(dataOf(`key: ${written}\n`)).toEqual({ key: value });
    });
  });
}

test.each([".inf", "-.inf", "+.Inf", ".nan", ".NAN"])(
  "%s is a number that JSON cannot hold; kubectl refuses the whole manifest",
  (written) => {
    expect(Number.isFinite(resolvePlainScalar(written))).toBe(false);
  },
);

describe("a document", () => {
  test.each(documents)("$name", ({ text, data }) => {
    expect(dataOf(text)).toEqual(data);
  });

  test("has the key __proto__ like any other", () => {
    const data = dataOf("__proto__: {a: 1}\nb: {<<: {__proto__: 1}}\n");
    expect(JSON.stringify(data)).toBe('{"__proto__":{"a":1},"b":{"__proto__":1}}');
  });
});

describe("a text that is not strict", () => {
  test.each(lenient)("$name", ({ text, data }) => {
    const result = parseDocument(text);
    expect(result.ok && result.document.data).toEqual(data);
    expect(result.ok && result.faults.map(({ kind }) => kind)).toContain("mended");
  });

  test("keeps its lines and every character but blanks", () => {
    for (const { text } of lenient) {
      const result = parseDocument(text);
      const mended = result.ok ? result.document.text : "";
      expect(mended.split("\n")).toHaveLength(text.split("\n").length);
      expect(mended.replaceAll(/[ \t]/g, "")).toBe(text.replaceAll(/[ \t]/g, ""));
    }
  });

  test("names each place in the source, also behind one that was mended", () => {
    const text = 'a: "b\nc"\nd: "e\nf"\na: 2\n';
    const result = parseDocument(text);
    expect(result.ok && result.faults.map(({ kind, offset }) => [kind, text.slice(offset)])).toEqual([
      ["mended", 'c"\nd: "e\nf"\na: 2\n'],
      ["mended", 'f"\na: 2\n'],
      ["duplicate-key", "a: 2\n"],
    ]);
  });

  test("names the place of a fault behind one that was mended", () => {
    const text = 'a: "b\nc"\nd: }\n';
    const result = parseDocument(text);
    expect(!result.ok && text.slice(result.fault.offset)).toBe("}\n");
  });
});

describe("keys that stand twice", () => {
  test.each([
    { name: "in a block", text: "a: 1\nb: 2\na: 3\n", places: ["a: 3\n"] },
    { name: "quoted", text: "a: {b: 1, 'b': 2}\n", places: ["'b': 2}\n"] },
    { name: "after a nested mapping", text: "a:\n  b: 1\n  c: {b: 1}\n  b: 2\n", places: ["b: 2\n"] },
    { name: "written in two ways", text: "on: 1\n'true': 2\n", places: ["'true': 2\n"] },
    { name: "three times", text: "a: 1\na: 2\na: 3\n", places: ["a: 2\na: 3\n", "a: 3\n"] },
    { name: "with a merge between, which counts for nothing", text: "<<: {b: 1}\nb: 2\n", places: [] },
  ])("$name", ({ text, places }) => {
    const result = parseDocument(text);
    const found = result.ok ? result.faults.map(({ offset }) => text.slice(offset)) : undefined;
    expect(found).toEqual(places);
  });
});

describe("a fault", () => {
  test.each([
    {
      name: "a double quote that never closes",
      text: 'a: b\nc: "d\ne: f\n',
      at: '"d\ne: f\n',
      message: "a double quoted string is not closed",
    },
    {
      name: "a single quote that never closes",
      text: "a: 'b''c\nd: 1\n",
      at: "'b''c\nd: 1\n",
      message: "a single quoted string is not closed",
    },
    {
      name: "an unclosed quote behind closed ones",
      text: "a: 'b'\nc: \"d\"\ne: 'f\n",
      at: "'f\n",
      message: "a single quoted string is not closed",
    },
    {
      name: "a quote that closes in another string's place",
      text: 'a: "b\nc: "d"\ne: 1\n',
      at: '"b\nc: "d"\ne: 1\n',
      message: "a double quoted string is not closed",
    },
    {
      name: "a tab as indentation",
      text: "a:\n\tb: 1\n",
      at: "\tb: 1\n",
      message: "tab characters must not be used in indentation",
    },
    {
      name: "an alias without anchor",
      text: "a: 1\nb: *c\n",
      at: "*c\n",
      message: 'there is no anchor "c" above',
    },
    {
      name: "an anchor inside itself",
      text: "a: &b\n  c: *b\n",
      at: "*b\n",
      message: 'the anchor "b" contains itself',
    },
    {
      name: "a key that is a list",
      text: "a: 1\n? [b]\n: 2\n",
      at: "[b]\n: 2\n",
      message: "a list cannot be a key",
    },
    {
      name: "a merge of text",
      text: "a:\n  <<: b\n",
      at: "b\n",
      message: "a merge key takes a mapping or a list of mappings",
    },
  ])("points at $name", ({ text, at, message }) => {
    const result = parseDocument(text);
    expect(!result.ok && text.slice(result.fault.offset)).toBe(at);
    expect(!result.ok && result.fault.message).toBe(message);
  });
});

describe("a document that is made to hurt ends soon", () => {
  const wide = (name: string, of: string) => `${name}: &${name} [${Array(10).fill(of).join(", ")}]\n`;
  const letters = "abcdefghij".split("");
  test.each([
    {
      name: "aliases of aliases",
      text:
        wide("a", "x") +
        letters
          .slice(1)
          .map((letter, index) => wide(letter, `*${letters[index]}`))
          .join(""),
    },
    {
      name: "merges of merges",
      text: `a: &a {${Array.from({ length: 1000 }, (_, index) => `k${index}: 1`).join(", ")}}\n${Array.from({ length: 1000 }, (_, index) => `m${index}: {<<: [*a, *a, *a]}\n`).join("")}`,
    },
    { name: "nesting in flow style", text: "[".repeat(100_000) },
    {
      name: "nesting in block style",
      text: Array.from({ length: 3000 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join(""),
    },
    { name: "nesting of dashes", text: `${"- ".repeat(50_000)}a\n` },
    { name: "a quote that never closes in a large text", text: `a: "${"b c\n".repeat(100_000)}` },
    { name: "an unclosed quote after many closed ones", text: `${'a: "b"\n'.repeat(20_000)}c: "d\n` },
  ])("$name", ({ text }) => {
    const started = performance.now();
    expect(parseDocument(text).ok).toBe(false);
    expect(performance.now() - started).toBeLessThan(4000);
  });

  test("as many aliases as a manifest may have are fine", () => {
    const text = `a: &a {b: 1}\nc:\n${"- *a\n".repeat(30_000)}`;
    expect(parseDocument(text).ok).toBe(true);
  });
});

function dataOf(text: string): unknown {
  const result = parseDocument(text);
  return result.ok ? result.document.data : undefined;
}
