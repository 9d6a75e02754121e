// The published releases of KubeVirt and CDI, converted with no help and proven by every Helm at hand.
import { join } from "node:path";
import { expect, test } from "vitest";
import { convert } from "../../src/convert.ts";
import { layoutNames } from "../../src/project/project.ts";
import { verify } from "../../src/verify/verify.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { describeWithEachHelm } from "../support/helm.ts";

const releases = [
  ["kubevirt", "v1.7.4"],
  ["kubevirt", "v1.8.4"],
  ["kubevirt", "v1.9.0"],
  ["cdi", "v1.64.0"],
  ["cdi", "v1.65.0"],
  ["cdi", "v1.66.0"],
] as const;

describeWithCorpus("published releases", (corpus) => {
  describeWithEachHelm("are proven", (helm) => {
    for (const [name, version] of releases) {
      for (const layout of layoutNames) {
        test(`${name} ${version} as ${layout}`, async () => {
          const folder = corpus.path(join("corpus", name, version));
          const { chartSet, rebuild, diagnostics } = await convert([{ path: folder }], { name, layout });
          expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
          if (!chartSet || !rebuild) throw new Error("no charts");
          const report = await verify(chartSet, { helms: [helm.path], rebuild });
          expect(report.checks.flatMap(({ findings }) => findings)).toEqual([]);
          expect(report.summary.passed).toBe(true);
        });
      }
    }
  });
});
