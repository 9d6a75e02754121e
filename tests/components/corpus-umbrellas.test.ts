// Charts of the components that real projects publish: KubeVirt with CDI, and the whole of peer pods.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call } from "../cli/called.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { writeFiles } from "../support/folder-content.ts";
import { helms } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { projectFile } from "./harbour-projects.ts";
import { peerPods } from "./peer-pods-projects.ts";

/** Verifies the chart set of the project `name` with each Helm; resolves to the report as text. */
async function verified(folder: string, name: string): Promise<string> {
  expect(await call(["build", name], { folder })).toMatchObject({ code: 0 });
  const flags = helms().flatMap(({ path }) => ["--helm", path]);
  const { stdout } = await call(["verify", name, ...flags], { folder });
  expect(stdout).toContain("Verified: the charts equal their source.");
  return stdout;
}

describeWithCorpus("charts of components", (corpus) => {
  const source = (path: string) => readFileSync(corpus.path(`corpus/${path}`), "utf8");

  test.each([
    { kubevirt: "v1.9.0", cdi: "v1.66.0" },
    { kubevirt: "v1.8.4", cdi: "v1.65.0" },
  ])("KubeVirt $kubevirt and CDI $cdi in one release equal both sources", async ({ kubevirt, cdi }) => {
    const folder = temporaryFolder();
    const sources = (name: string) =>
      `sources:\n  - path: ${name}-operator.yaml\n  - path: ${name}-cr.yaml\nlayout: single\n`;
    writeFiles(folder, {
      "kubevirt/chartwright.yaml": projectFile("kubevirt", sources("kubevirt")),
      "kubevirt/kubevirt-operator.yaml": source(`kubevirt/${kubevirt}/kubevirt-operator.yaml`),
      "kubevirt/kubevirt-cr.yaml": source(`kubevirt/${kubevirt}/kubevirt-cr.yaml`),
      "cdi/chartwright.yaml": projectFile("cdi", sources("cdi")),
      "cdi/cdi-operator.yaml": source(`cdi/${cdi}/cdi-operator.yaml`),
      "cdi/cdi-cr.yaml": source(`cdi/${cdi}/cdi-cr.yaml`),
      "virtualization/chartwright.yaml": projectFile(
        "virtualization",
        "components:\n  - project: ../kubevirt\n  - project: ../cdi\n",
      ),
    });
    const report = await verified(folder, "virtualization");
    expect(report).toContain('a release in another namespace than "kubevirt" and "cdi"');
    // The schemas of the two are hundreds of kilobytes; they are not stored with the release, since they are subcharts'.
    expect(report).toMatch(/fits a release {9}virtualization \d{1,2} % of 1 MiB/);
  });

  test.each([
    { version: "v0.17.0", providers: 10 },
    { version: "v0.18.0", providers: 9 },
  ])(
    "the whole of peer pods $version equals its sources, for each of $providers providers",
    async ({ version, providers }) => {
      const folder = temporaryFolder();
      writeFiles(folder, peerPods(corpus, version));
      const report = await verified(folder, "peer-pods");
      expect(report).toContain(
        `a release in another namespace than "confidential-containers-system" and "peer-pods-webhook-system", for ${providers} providers`,
      );
      const chart = join(folder, "peer-pods/charts/peer-pods");
      const [helm] = helms();
      const flags = ["--namespace", "confidential-containers-system", "--set", "webhook.enabled=true"];
      const { stdout = "" } = (await helm?.template(["peer-pods", chart, ...flags])) ?? {};
      expect(stdout).toContain("name: peer-pods-webhook-controller-manager");
      // Off by default: all is in the namespace of the release. And nothing runs kubectl.
      expect(stdout).not.toContain("peer-pods-webhook-system");
      expect(stdout).not.toMatch(/helm\.sh\/hook|\/kubectl[:@]/);
    },
    600_000,
  );
});
