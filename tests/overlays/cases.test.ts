// The case files of tests/cases/overlays: the overlays of providers, each under a line `### <provider>`, a line `+++` with
// options, and what becomes of them, as in the case files of tests/cases/transform.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { compileOverlays } from "../../src/compile-overlays.ts";
import { expectCase, readCase } from "../support/case-file.ts";
import { repositoryFolder } from "../support/repository.ts";

const folder = join(repositoryFolder, "tests", "cases", "overlays");

describe("overlays", () => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".case"));
  test.each(names.toSorted())("%s", (name) => {
    const { input, options, expected } = readCase(join(folder, name));
    const parts = input.split(/^### (.*)\n/m).slice(1);
    const overlays = parts.flatMap((provider, index) =>
      index % 2 === 0
        ? [{ provider, sources: [{ name: `${provider}.yaml`, text: parts[index + 1] ?? "" }] }]
        : [],
    );
    expectCase(compileOverlays(overlays, { name: "quay", ...options }), expected);
  });
});
