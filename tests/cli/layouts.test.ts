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

test("each layout says how it installs, what runs beside it, how large it is, and what it cannot", async () => {
  const folder = folderWith({ "operator.yaml": operator, "cr.yaml": customResource });
  const { stdout } = await call(["layouts", "operator.yaml", "cr.yaml", "--name", "tide"], { folder });
  const blockOf = (layout: string) => stdout.split("\n\n").find((block) => block.startsWith(layout)) ?? "";
  expect(blockOf("single")).toMatch(
    /^single\n {2}charts +tide\n {2}install +helm install tide \.\/tide --namespace \S+\n {2}CRD upgrade +helm upgrade tide, by a Job in front of it\n {2}uninstall +job \(or guard, none\)\n {2}leaves +CRDs, unless crds\.remove\.enabled=true\n {2}hooks +Job tide-crds-upgrade, Job tide-uninstall\n {2}hook images +registry\.k8s\.io\/kubectl:v[0-9.]+\n {2}release size +about tide [0-9]+ % of 1 MiB\n {2}cannot +an upgrade cannot bring a new CRD and a custom resource of its kind/,
  );
  expect(blockOf("one-chart")).toContain(
    "the first install cannot create a custom resource: Helm looks for its kind before the CRD is there",
  );
  expect(blockOf("one-chart").match(/helm (?:install|upgrade) tide \S+/g)).toHaveLength(2);
  expect(blockOf("post-install-cr")).toContain("experimental: the custom resource belongs to no release");
  expect(blockOf("post-install-cr")).toContain("Job tide-apply, Job tide-uninstall");
  expect(blockOf("crds-and-main")).not.toContain("cannot");
});

test("without a custom resource the layouts that need one say so", async () => {
  const folder = folderWith({ "operator.yaml": operator });
  const { stdout } = await call(["layouts", "operator.yaml"], { folder });
  expect(stdout).toContain("one-chart   (recommended)");
  expect(stdout).toContain(
    "operator-and-cr\n  does not work: The layout puts the custom resource apart from the operator, and the sources hold none.",
  );
});

test("without --name the charts are called as convert would call them", async () => {
  const folder = folderWith({ "operator.yaml": operator });
  const { stdout } = await call(["layouts", "operator.yaml", "--json"], { folder });
  const [{ charts }] = JSON.parse(stdout) as [{ charts: string[] }];
  const converted = await call(
    ["convert", "operator.yaml", "-o", "out", "--layout", "crds-and-main", "--json"],
    {
      folder,
    },
  );
  const { charts: written } = JSON.parse(converted.stdout) as { charts: { name: string }[] };
  expect(charts).toEqual(["tide-crd", "tide"]);
  expect(charts).toEqual(written.map(({ name }) => name));
});
