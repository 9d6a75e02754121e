// Whatever the style that objects are written in, and however they are spread over files, parsing finds the same data.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/kubernetes/object.ts";
import { type ParseResult, parse } from "../../src/parse/parse.ts";
import { objects } from "./kubernetes-objects.ts";
import { type StyledYaml, styledMapping } from "./styled-yaml.ts";

const documents = objects.chain((drawn) =>
  fc.tuple(...drawn.map((object) => styledMapping(fc.constant(object as Json)))),
) as fc.Arbitrary<readonly StyledYaml[]>;

function byName({ manifests }: ParseResult): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    manifests.map(({ object, reference, document }) => {
      // The text that templates are made from says the same as the data.
      expect(document.data).toEqual(object);
      return [`${reference.kind} ${reference.name}`, object];
    }),
  );
}

test("objects in any style are found with their data", () => {
  fc.assert(
    fc.property(documents, (drawn) => {
      const text = drawn.map((document) => document.text).join("---\n");
      const result = parse([{ name: "a.yaml", text }]);
      expect(result.diagnostics).toEqual([]);
      expect(Object.values(byName(result))).toEqual(drawn.map(({ data }) => data));
    }),
    { numRuns: 400 },
  );
});

test("in a List, they are the same objects", () => {
  fc.assert(
    fc.property(
      objects.chain((drawn) => styledMapping(fc.constant(listOf(drawn)))),
      ({ data, text }) => {
        const result = parse([{ name: "a.yaml", text }]);
        expect(result.diagnostics).toEqual([]);
        expect(Object.values(byName(result))).toEqual((data as { readonly items: unknown }).items);
      },
    ),
    { numRuns: 400 },
  );
});

test("the order of files changes nothing but the order", () => {
  fc.assert(
    fc.property(documents, fc.nat(), (drawn, turn) => {
      const sources = drawn.map(({ text }, index) => ({ name: `${index}.yaml`, text }));
      const half = turn % sources.length;
      const turned = [...sources.slice(half), ...sources.slice(0, half)];
      expect(byName(parse(turned))).toEqual(byName(parse(sources)));
      expect(byName(parse(turned.toReversed()))).toEqual(byName(parse(sources)));
    }),
    { numRuns: 200 },
  );
});

test("Windows line ends and a byte-order mark change nothing", () => {
  fc.assert(
    fc.property(documents, (drawn) => {
      const text = drawn.map((document) => document.text).join("---\n");
      const windows = `\ufeff${text.replaceAll("\n", "\r\n")}`;
      expect(byName(parse([{ name: "a.yaml", text: windows }]))).toEqual(
        byName(parse([{ name: "a.yaml", text }])),
      );
    }),
    { numRuns: 100 },
  );
});

test("a text cut off anywhere ends with manifests or with words, never with a crash", () => {
  fc.assert(
    fc.property(documents, fc.nat(), (drawn, at) => {
      const text = drawn.map((document) => document.text).join("---\n");
      const { manifests, diagnostics } = parse([{ name: "a.yaml", text: text.slice(0, at % text.length) }]);
      expect(manifests.length + diagnostics.length).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 400 },
  );
});

function listOf(items: readonly Json[]): Json {
  return { apiVersion: "v1", kind: "List", items };
}
