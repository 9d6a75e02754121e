// The ranges of Kubernetes versions that a project may name are those that Helm reads.
import { join } from "node:path";
import { expect, test } from "vitest";
import { versionConstraint } from "../../src/project/project.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Each holds for v1.30.2 if it is a range at all. */
const ranges = [
  ">=1.30.0-0",
  ">= 1.30",
  "=>1.30.0",
  "1.30.2",
  "=v1.30.2",
  "!=1.29.0",
  "^1",
  "~1.30",
  "~>1.30.1",
  "*",
  "1.x",
  ">=1.25.0-0 <1.36.0-0",
  ">=1.25.0, <1.36.0",
  "1.25 - 1.36",
  "1.25.0 - 1.36.0 , !=1.31.x",
  "<1.20 || >=1.30-0",
  ">1.29.0-rc.1+build.5",
  " >=1.30.0 ",
];

const noRanges = [
  "bogus",
  ">=",
  ">=1.30.0-",
  "1.30.0.1",
  ">=1.30 and <1.36",
  ">=1.30,",
  "|| 1",
  "latest",
  ">=1.30 -",
  "1..2",
  "=>=1.30",
  "1.30 -1.36",
];

describeWithEachHelm("a range of versions", (helm) => {
  const refuses = async (range: string) => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      "Chart.yaml": `apiVersion: v2\nname: a\nversion: 1.0.0\nkubeVersion: ${JSON.stringify(range)}\n`,
      [join("templates", "a.yaml")]: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
    });
    const { stderr } = await helm.template(["a", folder, "--kube-version", "v1.30.2"]);
    return stderr.includes("which is incompatible with Kubernetes");
  };

  test.each(ranges)("%j is one", async (range) => {
    expect({ helm: await refuses(range), project: !versionConstraint.test(range) }).toEqual({
      helm: false,
      project: false,
    });
  });

  test.each(noRanges)("%j is none", async (range) => {
    expect({ helm: await refuses(range), project: !versionConstraint.test(range) }).toEqual({
      helm: true,
      project: true,
    });
  });
});
