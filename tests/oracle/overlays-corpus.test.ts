// The overlays of peer pods, as their project published them: one chart each release, which renders every one of them.
import { join } from "node:path";
import { expect, test } from "vitest";
import { convertOverlays } from "../../src/convert-overlays.ts";
import { verify } from "../../src/verify/verify.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { describeWithEachHelm } from "../support/helm.ts";

const releases = [
  ["v0.17.0", 10],
  ["v0.18.0", 9],
] as const;

describeWithCorpus("overlays of peer pods", (corpus) => {
  describeWithEachHelm("are proven", (helm) => {
    test.each(releases)("%s, %i providers", async (release, count) => {
      const folder = join("corpus", "peerpods", release);
      const providers = corpus
        .list(folder)
        .flatMap((file) => /^caa-(?<provider>.*)\.yaml$/.exec(file)?.groups?.["provider"] ?? [])
        .toSorted((a, b) => Number(b === "libvirt") - Number(a === "libvirt"));
      expect(providers).toHaveLength(count);
      const inputs = providers.map((provider) => ({
        provider,
        inputs: [{ path: corpus.path(join(folder, `caa-${provider}.yaml`)) }],
      }));
      const project = {
        default: "libvirt",
        configMap: "peer-pods-cm",
        variable: "CLOUD_PROVIDER",
        secret: "peer-pods-secret",
        overlays: Object.fromEntries(providers.map((provider) => [provider, { sources: [] }])),
      };
      const position = { source: "chartwright.yaml", line: 1, column: 1, text: "" };
      const { chartSet, rebuild, diagnostics } = await convertOverlays(inputs, {
        name: "peerpods",
        providers: { project, groups: [], positionOf: () => position },
      });
      expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
      if (!chartSet || !rebuild) throw new Error("no charts");
      const report = await verify(chartSet, { helms: [helm.path], rebuild });
      expect(report.objects.flatMap(({ findings }) => findings)).toEqual([]);
      expect(report.checks.flatMap(({ findings }) => findings)).toEqual([]);
      expect(report.summary.passed).toBe(true);
    });
  });
});
