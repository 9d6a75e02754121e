// `chartwright layouts`: what each layout would give for a small operator, and which to take.
import { expect, test } from "vitest";
import { writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";
import { customResource, operator } from "./small-operator.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}

test("an operator with a custom resource can have every layout, and gets the CRDs in a chart of their own", async () => {
  const folder = folderWith({ "operator.yaml": operator, "cr.yaml": customResource });
  const { code, stdout } = await call(["layouts", "operator.yaml", "cr.yaml", "--name", "tide", "--json"], {
    folder,
  });
  expect(code).toBe(0);
  const comparisons = JSON.parse(stdout) as {
    layout: string;
    charts: string[];
    recommended?: string;
    problem?: string;
  }[];
  expect(comparisons.map(({ layout, charts }) => [layout, charts])).toEqual([
    ["crds-and-main", ["tide-crd", "tide"]],
    ["one-chart", ["tide"]],
    ["single", ["tide"]],
    ["operator-and-cr", ["tide-operator", "tide-cr"]],
    ["crds-operator-cr", ["tide-crd", "tide-operator", "tide-cr"]],
    ["post-install-cr", ["tide"]],
  ]);
  expect(comparisons.filter(({ recommended }) => recommended).map(({ layout }) => layout)).toEqual([
    "crds-and-main",
  ]);
});

test("without a custom resource the layouts that need one say so", async () => {
  const folder = folderWith({ "operator.yaml": operator });
  const { stdout } = await call(["layouts", "operator.yaml"], { folder });
  expect(stdout).toContain("one-chart   (recommended)");
  expect(stdout).toContain(
    "operator-and-cr\n  does not work: The layout puts the custom resource apart from the operator, and the sources hold none.",
  );
});
