// Whole charts of the example operators in layouts other than the committed ones of examples/, file by file.
// A change here is a change of the product: read it, and give its reason in CHANGELOG.md.
// `npm run golden:update` rewrites the expected files.
import { join } from "node:path";
import { describe, test } from "vitest";
import { convert, fileTree } from "../../src/convert.ts";
import { expectGolden } from "../support/golden.ts";
import { releaseOf, repositoryFolder } from "../support/repository.ts";

const charts = [
  { operator: "tidegate", layout: "one-chart" },
  { operator: "tidegate", layout: "operator-and-cr" },
  { operator: "tidegate", layout: "single" },
  { operator: "harbour-lights", layout: "crds-and-main" },
  { operator: "harbour-lights", layout: "crds-operator-cr" },
  { operator: "harbour-lights", layout: "post-install-cr" },
];

describe("golden charts", () => {
  test.each(charts)("$operator in the layout $layout", async ({ operator, layout }) => {
    const folder = join(repositoryFolder, "examples", operator);
    const { chartSet } = await convert([{ path: releaseOf(operator) }], { folder, name: operator, layout });
    if (!chartSet) throw new Error("the example does not compile");
    expectGolden(`${operator}-${layout}`, fileTree(chartSet));
  });
});
