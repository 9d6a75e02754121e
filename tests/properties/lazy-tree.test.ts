// A tree whose collections are built when they are asked for is the one that is built at once.
import fc from "fast-check";
import { parseEvents } from "js-yaml";
import { expect, test } from "vitest";
import { buildTree } from "../../src/yaml/build-tree.ts";
import type { Node } from "../../src/yaml/tree.ts";
import { jsonValue, styledMapping } from "./styled-yaml.ts";

/** The tree as data; what ends a collection is asked before what it holds. */
function plain(node: Node | undefined): unknown {
  if (node === undefined) return undefined;
  const { kind, start, end } = node;
  switch (node.kind) {
    case "scalar":
      return { kind, start, end, style: node.style, value: node.value };
    case "alias":
      return { kind, start, end };
    case "mapping":
      return {
        ...{ kind, start, end, flow: node.flow },
        entries: node.entries.map(({ value, ...entry }) => ({ ...entry, value: plain(value) })),
      };
    case "sequence":
      return { kind, start, end, flow: node.flow, items: node.items.map(plain) };
  }
}

function expectSameTree(text: string): void {
  const events = parseEvents(text, { maxDepth: 500 });
  const whole = plain(buildTree(text, events, Number.POSITIVE_INFINITY));
  for (const atOnce of [0, 3, 10]) expect(plain(buildTree(text, events, atOnce))).toEqual(whole);
}

test("for data in any style", () => {
  fc.assert(
    fc.property(styledMapping(jsonValue), ({ text }) => expectSameTree(text)),
    { numRuns: 1000 },
  );
});

test.each([
  { name: "nothing", text: "" },
  { name: "comments behind the end", text: "a:\n  b: c # d\n# e\n\n\nf: [g, h] # i\n" },
  { name: "empty values", text: "a:\n  b:\n    c:\nd:\n- \n- e:\n-\n" },
  { name: "explicit keys", text: "? a\n: ? b\n  : c\n? [d]\n:\n" },
  { name: "block strings", text: "a:\n  b: |+\n    c\n\n\nd:\n  - >-\n    e\n    f\n  - |2\n     g\n" },
  { name: "block strings of nothing", text: "a:\n  b: |\nc:\n  - >\n\n\n  - |-\n" },
  { name: "strings of several lines", text: "a:\n  b: c\n    d\ne:\n  - 'f\n    g'\n  - \"h\n    i\"\n" },
  { name: "anchors, tags and aliases", text: "a: &x\n  b: !!str 1\nc: !!map\n  d: *x\ne: &y [*x]\n" },
  { name: "flow inside of blocks", text: "a:\n  b: {c: [d, {e: f}], g}\nh:\n  - [i]\n" },
])("for $name", ({ text }) => expectSameTree(text));
