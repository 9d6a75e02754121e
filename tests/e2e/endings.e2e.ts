// How the example operator ends in the layouts whose main chart holds its custom resource, with each uninstall strategy
// that these can have, by the commands of the chart's README. The default, crds-and-main with the Job, has files of its own.

import { beforeAll, expect, test } from "vitest";
import type { LayoutName, UninstallStrategy } from "../../src/project/project.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { compareContent, listEverything } from "../support/proving-ground/cluster-content.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import { describeWithProvingGround } from "../support/proving-ground/proving-ground.ts";
import { readmeBlocks } from "../support/proving-ground/readme-shell.ts";
import { patience, refused, stateOf, succeeded, untilGuarded } from "../support/proving-ground/releases.ts";
import { useTidegate } from "./use-tidegate.ts";

const namespace = "tidegate-system";
const release = "tidegate";
const endings: readonly (readonly [LayoutName, UninstallStrategy])[] = [
  ["crds-and-main", "guard"],
  ["crds-and-main", "none"],
  ["one-chart", "job"],
  ["one-chart", "guard"],
  ["one-chart", "none"],
  ["single", "job"],
  ["single", "guard"],
  ["single", "none"],
  ["post-install-cr", "job"],
  ["post-install-cr", "guard"],
  ["post-install-cr", "none"],
];

describeWithProvingGround("endings", () => {
  describeWithEachHelm("leave nothing but the CRDs", (helm) => {
    const tidegate = useTidegate(helm, namespace);
    const { run, gate } = tidegate;

    for (const [layout, strategy] of endings) {
      const outcome = strategy === "none" ? "works after `kubectl delete`" : "works";
      describeLife({ layout, strategy, operator: "tidegate", outcome }, helm, () => {
        let charts: Awaited<ReturnType<typeof tidegate.compile>>;

        beforeAll(async () => {
          charts = await tidegate.compile(layout, { strategy });
        });

        test("installs, and the operator takes the custom resource in hand", async () => {
          if (layout === "crds-and-main") {
            succeeded(await run("install", "tidegate-crd", charts.chart("tidegate-crd")));
            succeeded(await run("install", release, charts.chart(release)));
          } else if (layout !== "one-chart") {
            succeeded(await run("install", release, charts.chart(release)));
          } else {
            const second = ["--reset-then-reuse-values", "--set=customResource.create=true"];
            succeeded(await run("install", release, charts.chart(release), "--wait"));
            succeeded(await run("upgrade", release, charts.chart(release), ...second));
          }
          await tidegate.isReady();
        });

        const refusal = strategy === "guard" ? "its own custom resource" : "one that somebody made by hand";
        const named = strategy === "guard" ? "uplink" : "by-hand";
        if (strategy !== "none")
          test(`is refused while ${refusal} exists`, async () => {
            if (strategy === "job") await tidegate.makeGateByHand();
            await untilGuarded(tidegate.ground(), namespace, release);
            const full = await listEverything(tidegate.ground().api);
            expect(refused(await run("uninstall", release))).toContain(`TideGate ${named} exists`);
            expect(await stateOf(run, release)).toBe("deployed");
            const now = await listEverything(tidegate.ground().api);
            expect(compareContent(full, now)).toEqual({ added: [], removed: [], changed: [] });
            if (strategy !== "job") return;
            succeeded(await tidegate.ground().kubectl(["delete", "tidegate", "by-hand", "--timeout=60s"]));
          });

        test("ends as its README says", async () => {
          const blocks = readmeBlocks(charts.chart(release), "Uninstall");
          const commands = (blocks[0] ?? "").split("\n");
          for (const command of commands) {
            // The guard may refuse once more, right after the custom resource has gone.
            const status = async () => (await tidegate.shell(charts.folder, command)).status;
            await expect.poll(status, patience).toBe(0);
          }
          expect(await gate()).toBeUndefined();
          succeeded(await tidegate.shell(charts.folder, blocks.at(-1) ?? ""));
          await tidegate.leaves([]);
        });
      });
    }
  });
});
