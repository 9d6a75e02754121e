import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument } from "../../src/yaml/document.ts";
import { resolvePlainScalar } from "../../src/yaml/kubernetes-scalars.ts";
import { entryOf, type Node, nodeAt, type PathStep } from "../../src/yaml/tree.ts";
import { jsonValue, styledMapping } from "../properties/styled-yaml.ts";

function rootOf(text: string): Node | undefined {
  const result = parseDocument(text);
  if (!result.ok) throw new Error(`${result.fault.message}\n${text}`);
  return result.document.root;
}

interface Place {
  readonly name: string;
  readonly text: string;
  readonly path: readonly PathStep[];
  /** What the node's range covers. */
  readonly covers: string;
}

const places: readonly Place[] = [
  {
    name: "a plain scalar stops before blanks and a comment",
    text: "a: b c  # d\ne: f\n",
    path: ["a"],
    covers: "b c",
  },
  { name: "a plain scalar of two lines", text: "a: b\n  c\nd: e\n", path: ["a"], covers: "b\n  c" },
  { name: "a single-quoted scalar has its quotes", text: "a: 'b''c' # d\n", path: ["a"], covers: "'b''c'" },
  { name: "a double-quoted scalar has its quotes", text: 'a: "b\\"c"\n', path: ["a"], covers: '"b\\"c"' },
  {
    name: "a double-quoted scalar of two lines",
    text: 'a: "b\n  c"\nd: e\n',
    path: ["a"],
    covers: '"b\n  c"',
  },
  {
    name: "a literal string has its header and no break at its end",
    text: "a: |\n  b\n  c\nd: e\n",
    path: ["a"],
    covers: "|\n  b\n  c",
  },
  {
    name: "a literal string with a comment behind its header",
    text: "a: |- # b\n  c\n\n\nd: e\n",
    path: ["a"],
    covers: "|- # b\n  c",
  },
  {
    name: "a folded string with an indentation in its header",
    text: "a: >2-\n   b\n  c\n",
    path: ["a"],
    covers: ">2-\n   b\n  c",
  },
  {
    name: "a literal string that keeps its empty lines has them",
    text: "a: |+\n  b\n\n\nc: d\n",
    path: ["a"],
    covers: "|+\n  b\n\n",
  },
  {
    name: "a literal string that keeps the break of its last line only",
    text: "a: |+\n  b\nc: d\n",
    path: ["a"],
    covers: "|+\n  b",
  },
  {
    name: "a literal string of empty lines that it keeps",
    text: "a: |+\n\n\nc: d\n",
    path: ["a"],
    covers: "|+\n\n",
  },
  {
    name: "a literal string that ends with blanks",
    text: "a: |-\n  b  \n\nc: d\n",
    path: ["a"],
    covers: "|-\n  b  ",
  },
  {
    name: "a literal string that ends with a line of more blanks than it is indented",
    text: "a: |\n  b\n   \n  \nc: d\n",
    path: ["a"],
    covers: "|\n  b\n   ",
  },
  {
    name: "a literal string whose text has a header's look",
    text: "a: |\n  b: |\n    c\nd: e\n",
    path: ["a"],
    covers: "|\n  b: |\n    c",
  },
  {
    name: "a literal string that is the value of a literal key",
    text: "? |-\n  a\n: |\n  b\n",
    path: ["a"],
    covers: "|\n  b",
  },
  { name: "a map with an explicit key", text: "a:\n  ? b\n  : c\n", path: ["a"], covers: "? b\n  : c" },
  { name: "an explicit key in a flow map", text: "a: {x: y, ? b : c}\n", path: ["a", "b"], covers: "c" },
  { name: "an empty literal string", text: "a: |\nb: c\n", path: ["a"], covers: "|" },
  { name: "a literal string of blank lines only", text: "a: |\n\n  \nb: c\n", path: ["a"], covers: "|" },
  { name: "a flow list has its brackets", text: "a: [b, c]  # d\n", path: ["a"], covers: "[b, c]" },
  { name: "a flow list with a comma at its end", text: "a: [b, c, ]\n", path: ["a"], covers: "[b, c, ]" },
  { name: "an empty flow list", text: "a: [ ]\nb: c\n", path: ["a"], covers: "[ ]" },
  {
    name: "a flow map of several lines with comments that hold brackets",
    text: "a: {\n  b: 1, # } not here\n  c: '}'\n  # nor here }\n  }\nd: e\n",
    path: ["a"],
    covers: "{\n  b: 1, # } not here\n  c: '}'\n  # nor here }\n  }",
  },
  {
    name: "a node inside a flow map",
    text: "a: {b: [c, {d: e}], f: g}\n",
    path: ["a", "b", 1],
    covers: "{d: e}",
  },
  { name: "a pair inside a flow list", text: "a: [b: c, d]\n", path: ["a", 0], covers: "b: c" },
  {
    name: "a block map ends with its last value",
    text: "a:\n  b: 1\n  c: 2  # d\n\n# e\nf: g\n",
    path: ["a"],
    covers: "b: 1\n  c: 2",
  },
  {
    name: "a block list begins with its first dash",
    text: "a:\n- b\n- c\nd: e\n",
    path: ["a"],
    covers: "- b\n- c",
  },
  {
    name: "an item of a block list",
    text: "a:\n- b: 1\n  c: 2\n- d\n",
    path: ["a", 0],
    covers: "b: 1\n  c: 2",
  },
  {
    name: "an item that begins on the line below its dash",
    text: "a:\n-\n  b: 1\n",
    path: ["a", 0],
    covers: "b: 1",
  },
  { name: "a list inside a list", text: "a:\n- - b\n  - c\n", path: ["a", 0], covers: "- b\n  - c" },
  {
    name: "an anchored map does not include its anchor",
    text: "a: &x\n  b: 1\n",
    path: ["a"],
    covers: "b: 1",
  },
  { name: "an anchored scalar does not include its anchor", text: "a: &x b\n", path: ["a"], covers: "b" },
  { name: "a tagged scalar does not include its tag", text: "a: !!str 1\n", path: ["a"], covers: "1" },
  { name: "an alias has its asterisk", text: "a: &x b\nc: *x # d\n", path: ["c"], covers: "*x" },
  { name: "a value behind an explicit key", text: "? a\n: b\n", path: ["a"], covers: "b" },
  { name: "a document in flow style", text: ' {"a": [1]} \n', path: [], covers: '{"a": [1]}' },
  { name: "a value behind a quoted key", text: "'a: b': c\n", path: ["a: b"], covers: "c" },
  {
    name: "the last of two equal keys, which is the one that counts",
    text: "a: 1\na: 2\n",
    path: ["a"],
    covers: "2",
  },
];

describe("the range of a node", () => {
  test.each(places)("$name", ({ text, path, covers }) => {
    const node = nodeAt(rootOf(text), path);
    expect(node && text.slice(node.start, node.end)).toBe(covers);
  });

  test.each([
    { name: "behind the colon of its key", text: "a:\nb: 1\n", path: ["a"], before: "a:" },
    { name: "behind the colon, not behind the comment", text: "a: # b\nc: 1\n", path: ["a"], before: "a:" },
    { name: "behind the dash", text: "a:\n-\n- b\n", path: ["a", 0], before: "a:\n-" },
    { name: "behind an anchor", text: "a: &x\nb: 1\n", path: ["a"], before: "a: &x" },
    { name: "behind a tag", text: "a: !!str\nb: 1\n", path: ["a"], before: "a: !!str" },
    {
      name: "behind the colon inside a flow map",
      text: "a: {b: , c: d}\n",
      path: ["a", "b"],
      before: "a: {b:",
    },
    {
      name: "behind a key without colon inside a flow map",
      text: "a: {b, c}\n",
      path: ["a", "b"],
      before: "a: {b",
    },
    { name: "behind a quoted key", text: "'a':\nb: 1\n", path: ["a"], before: "'a':" },
    { name: "at the end of the text", text: "a: 1\nb:", path: ["b"], before: "a: 1\nb:" },
  ])("an empty value stands $name", ({ text, path, before }) => {
    const node = nodeAt(rootOf(text), path);
    expect(node?.start).toBe(node?.end);
    expect(text.slice(0, node?.start)).toBe(before);
  });

  test("an entry runs from its key to the end of its value", () => {
    const text = "a:\n  'b' : [1]  # c\n  d:\n    e: |\n      f\n";
    const entries = (key: string) => entryOf(nodeAt(rootOf(text), ["a"]), key);
    expect(text.slice(entries("b")?.start, entries("b")?.end)).toBe("'b' : [1]");
    expect(text.slice(entries("d")?.start, entries("d")?.end)).toBe("d:\n    e: |\n      f");
  });
});

describe("a path", () => {
  const root = rootOf("a: [{b: 1}]\nc: &x {d: 1}\ne: *x\n");
  test.each([
    { name: "a key that is not there", path: ["z"] },
    { name: "an index past the end", path: ["a", 1] },
    { name: "an index into a map", path: [0] },
    { name: "a key into a list", path: ["a", "b"] },
    { name: "a step into a scalar", path: ["a", 0, "b", "c"] },
    { name: "a step into an alias", path: ["e", "d"] },
  ])("that leads nowhere gives undefined: $name", ({ path }) => {
    expect(nodeAt(root, path)).toBeUndefined();
  });

  test("an empty text has no root", () => {
    expect(rootOf("")).toBeUndefined();
    expect(rootOf("# only a comment\n")).toBeUndefined();
  });
});

/** The data that a tree's scalars stand for. */
function dataOf(node: Node): unknown {
  switch (node.kind) {
    case "scalar":
      return node.style === "plain" ? resolvePlainScalar(node.value) : node.value;
    case "mapping":
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, dataOf(value)]));
    case "sequence":
      return node.items.map(dataOf);
    case "alias":
      return undefined;
  }
}

/** Every node with the path to it. */
function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  const children = node.kind === "mapping" ? node.entries.map(({ value }) => value) : [];
  for (const child of node.kind === "sequence" ? node.items : children) walk(child, visit);
}

describe("for YAML of any style", () => {
  const yaml = styledMapping(jsonValue.filter((value) => typeof value === "object" && value !== null));

  test("the data and the tree say the same", () => {
    fc.assert(
      fc.property(yaml, ({ data, text }) => {
        const result = parseDocument(text);
        expect(result).toMatchObject({ ok: true, faults: [] });
        if (!result.ok) return;
        expect(result.document.data).toEqual(data);
        const { root } = result.document;
        expect(root && dataOf(root)).toEqual(data);
      }),
      { numRuns: 1500 },
    );
  });

  test("ranges lie inside each other, in order, and begin and end with the node's own signs", () => {
    fc.assert(
      fc.property(yaml, ({ text }) => {
        const root = rootOf(text);
        if (!root) throw new Error("no root");
        walk(root, (node) => {
          expect(text.slice(node.start, node.end)).toMatch(shapeOf(node));
          expect(isInOrder(node)).toBe(true);
          // Blanks or an empty line at the end are in the range where they are in the value, and only there.
          if (node.kind === "scalar" && /^[|>]/.test(text.slice(node.start, node.end))) {
            expect(/\s$/.test(text.slice(node.start, node.end))).toBe(/[ \t]\n?$|\n\n$/.test(node.value));
          }
        });
      }),
      { numRuns: 1500 },
    );
  });
});

const scalarShapes = {
  plain: /^$|^\S(?:[\s\S]*\S)?$/,
  "single-quoted": /^'[\s\S]*'$/,
  "double-quoted": /^"[\s\S]*"$/,
  literal: /^\|[-+0-9]*[ \t]*(?:#.*)?(?:\n[\s\S]*)?$/,
  folded: /^>[-+0-9]*[ \t]*(?:#.*)?(?:\n[\s\S]*)?$/,
};

/** What the text of a node looks like. */
function shapeOf(node: Node): RegExp {
  if (node.kind === "scalar") return scalarShapes[node.style];
  if (node.kind === "mapping" && node.flow) return /^\{[\s\S]*\}$/;
  return node.kind === "sequence" && node.flow ? /^\[[\s\S]*\]$/ : /\S/;
}

/** Whether the parts of a node lie inside it, one behind the other. */
function isInOrder(node: Node): boolean {
  const parts = node.kind === "mapping" ? node.entries : node.kind === "sequence" ? node.items : [];
  const bounds = [node.start, ...parts.flatMap(({ start, end }) => [start, end]), node.end];
  return bounds.every((bound, index) => bound >= (bounds[index - 1] ?? 0));
}
