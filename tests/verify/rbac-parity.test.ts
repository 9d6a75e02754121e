// The shared case rbac-parity, through the whole pipeline: RBAC of every shape passes, and each way of breaking it by
// hand is found and named.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import type { ChartSet } from "../../src/emit/chart.ts";
import { verify } from "../../src/verify/verify.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { describeWithEachHelm } from "../support/helm.ts";

describeWithCorpus("rbac-parity", (corpus) => {
  describeWithEachHelm("verify", (helm) => {
    function compiled(): ChartSet {
      const text = readFileSync(corpus.path("cases/rbac-parity/input.yaml"), "utf8");
      const { chartSet, diagnostics } = compile([{ name: "input.yaml", text }], { name: "bittern" });
      if (!chartSet) throw new Error(JSON.stringify(diagnostics));
      return chartSet;
    }

    async function findings(text = "", other = ""): Promise<readonly string[]> {
      const chartSet = compiled();
      for (const { files } of chartSet.charts) {
        const path = [...files.keys()].find((name) => name.includes("clusterrole-bittern-manager"));
        const before = path === undefined ? "" : (files.get(path) ?? "");
        expect(before).toContain(text);
        if (path !== undefined)
          (files as Map<string, string>).set(
            path,
            before.replace(text, () => other),
          );
      }
      const report = await verify(chartSet, { helms: [helm.path] });
      return report.objects.flatMap((object) => object.findings.map(({ message }) => message));
    }

    test("the charts equal the source", async () => {
      expect(await findings()).toEqual([]);
    });

    describe("a template edited by hand", () => {
      test.each([
        {
          name: "a verb is removed",
          text: "verbs: [get, list, watch, create]",
          other: "verbs: [get, list, create]",
          expected: ['verb "watch" of rule 0 (get, list, watch, create on pods, pods/exec, events) is lost'],
        },
        {
          name: "a verb is added",
          text: "verbs: [get, update]",
          other: "verbs: [get, update, patch]",
          expected: ['verb "patch" of rule 1 (get, update, patch on */scale of *) is added'],
        },
        {
          name: "a rule is off by default",
          text: '  - {apiGroups: ["*"], resources: ["*/scale"], verbs: [get, update]}',
          other: `  {{- if .Values.commonLabels }}
  - {apiGroups: ["*"], resources: ["*/scale"], verbs: [get, update]}
  {{- end }}`,
          expected: ["rule 1 (get, update on */scale of *) is lost"],
        },
        {
          name: "the URLs of a rule change places",
          text: '  - {nonResourceURLs: [/metrics, "/healthz/*"], verbs: [get]}',
          other: '  - {nonResourceURLs: ["/healthz/*", /metrics], verbs: [get]}',
          expected: ['the order of "nonResourceURLs" of rule 3 (get on /metrics, /healthz/*) is another one'],
        },
      ])("$name", async ({ text, other, expected }) => {
        expect(await findings(text, other)).toEqual(expected);
      });
    });
  });
});
