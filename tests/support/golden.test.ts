// The comparison of trees must be able to fail, in each of its ways.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectTree, readTree, writeTree } from "./golden.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const committed = new Map([
  ["Chart.yaml", "name: probe\n"],
  ["templates/a.yaml", "one\ntwo\nthree\nfour\n"],
]);

describe.skipIf(process.env["UPDATE_GOLDEN"] === "1")(
  "a tree that is compared with the committed one",
  () => {
    test.each([
      {
        name: "fails where a file is no longer emitted",
        emitted: { "Chart.yaml": "name: probe\n" },
        message: "templates/a.yaml: is committed but no longer emitted",
      },
      {
        name: "fails where a file is new",
        emitted: { ...Object.fromEntries(committed), "values.yaml": "{}\n" },
        message: "values.yaml: is emitted but not committed",
      },
      {
        name: "shows the first lines that differ and nothing of what both end with",
        emitted: { ...Object.fromEntries(committed), "templates/a.yaml": "one\n2\n3\nthree\nfour\n" },
        message: "templates/a.yaml:2: differs\n  - two\n  + 2\n  + 3",
      },
      {
        name: "notices a final newline",
        emitted: { ...Object.fromEntries(committed), "Chart.yaml": "name: probe" },
        message: "Chart.yaml:2: differs\n  - ",
      },
    ])("$name", ({ emitted, message }) => {
      const folder = temporaryFolder();
      writeTree(folder, committed);
      expect(() => expectTree(folder, new Map(Object.entries(emitted)))).toThrow(message);
    });

    test("passes when it is equal", () => {
      const folder = temporaryFolder();
      writeTree(folder, committed);
      expectTree(folder, committed);
      expect(readTree(folder)).toEqual(committed);
    });

    test("is written anew without what it held before", () => {
      const folder = join(temporaryFolder(), "expected");
      writeTree(folder, committed);
      writeTree(folder, new Map([["Chart.yaml", "name: other\n"]]));
      expect(readTree(folder)).toEqual(new Map([["Chart.yaml", "name: other\n"]]));
    });
  },
);
