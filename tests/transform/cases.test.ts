// The case files of tests/cases/transform: manifests, a line `+++` with options, and what becomes of them. Either texts,
// each under a line `=== <chart>/<path>` (a line `…` stands for any number of lines) and values that values.yaml must
// hold, under `=== <chart>/values`; or `ERR:` and what is said. The chart set is called quay.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { expectCase, readCase } from "../support/case-file.ts";
import { repositoryFolder } from "../support/repository.ts";

const folder = join(repositoryFolder, "tests", "cases", "transform");

describe("transform", () => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".case"));
  test.each(names.toSorted())("%s", (name) => {
    const { input, options, expected } = readCase(join(folder, name));
    expectCase(compile([{ name: "input.yaml", text: input }], { name: "quay", ...options }), expected);
  });
});
