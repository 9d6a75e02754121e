// Compiling is a function of the objects: the same sources give the same bytes, and neither their order nor their style
// changes what the charts hold.

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { fileTree } from "../../src/convert.ts";
import type { Json } from "../../src/kubernetes/object.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { objects } from "./kubernetes-objects.ts";
import { styledMapping } from "./styled-yaml.ts";

const layouts = ["one-chart", "crds-and-main"];

/** Objects as documents in random styles; at most one becomes a hook, since hooks run in the order of the sources. */
const documents = objects
  .filter((drawn) => drawn.filter(({ kind }) => kind === "Pod" || kind === "Job").length <= 1)
  .chain((drawn) => fc.tuple(...drawn.map((object) => styledMapping(fc.constant(object as Json)))))
  .map((drawn) => drawn.map(({ text }) => text));

function filesOf(texts: readonly string[], layout = "one-chart"): ReadonlyMap<string, string> {
  const sources = texts.map((text, index) => ({ name: `${index}.yaml`, text }));
  // Without it, two workloads in two namespaces would be a tie.
  const { chartSet } = compile(sources, { name: "quay", layout, sourceNamespace: "quay" });
  if (!chartSet) throw new Error("does not compile");
  return fileTree(chartSet);
}

test("compiling twice gives the same bytes", () => {
  fc.assert(
    fc.property(documents, fc.constantFrom(...layouts), (texts, layout) => {
      expect([...filesOf(texts, layout)]).toEqual([...filesOf(texts, layout)]);
    }),
    { numRuns: 100 },
  );
});

test("the order of the documents changes no template and no value", () => {
  fc.assert(
    fc.property(documents, fc.nat(), (texts, turn) => {
      const half = turn % texts.length;
      const files = filesOf(texts);
      for (const other of [[...texts.slice(half), ...texts.slice(0, half)], texts.toReversed()]) {
        const turned = filesOf(other);
        expect([...turned.keys()].toSorted()).toEqual([...files.keys()].toSorted());
        for (const [path, text] of files) {
          const found = turned.get(path) ?? "";
          // README and values.yaml tell of things in the order of the sources; the values are the same.
          if (path.includes("/templates/") && !/NOTES|_helpers/.test(path)) expect(found, path).toBe(text);
          if (path.endsWith("/values.yaml")) expect(dataOf(found), path).toEqual(dataOf(text));
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("no carriage return, tab or trailing blank comes in that the sources do not have", () => {
  fc.assert(
    fc.property(documents, (texts) => {
      const hasTab = texts.some((text) => text.includes("\t"));
      const ends = texts.some((text) => /[ \t]$/m.test(text));
      for (const [path, text] of filesOf(texts)) {
        expect(text, path).not.toMatch(/\r/);
        expect(text, path).toMatch(/[^\n]\n$/);
        if (!hasTab) expect(text, path).not.toMatch(/\t/);
        if (!ends && path.includes("/templates/")) expect(text, path).not.toMatch(/[ \t]$/m);
      }
    }),
    { numRuns: 60 },
  );
});

function dataOf(yaml: string): unknown {
  const result = parseDocument(yaml);
  return result.ok ? result.document.data : result.fault;
}
