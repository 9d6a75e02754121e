// The uninstall strategy guard on the example operator: an admission policy keeps the operator while a custom resource
// exists. Each step is what README or the refusal itself tells a person to do.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { LayoutName } from "../../src/project/project.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { compareContent, listEverything } from "../support/proving-ground/cluster-content.ts";
import type { CompiledCharts } from "../support/proving-ground/compiled-charts.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import { describeWithProvingGround } from "../support/proving-ground/proving-ground.ts";
import {
  conditionOf,
  patience,
  refused,
  stateOf,
  succeeded,
  uninstallGuarded,
  untilGuarded,
} from "../support/proving-ground/releases.ts";
import { longestNamespace, longestRelease, tidegateCrds } from "./tidegate-cluster.ts";
import { useTidegate } from "./use-tidegate.ts";

interface Setting {
  readonly layout: LayoutName;
  /** Charts in the order of their install; the last two are the operator's and the custom resource's. */
  readonly charts: readonly string[];
  readonly namespace: string;
  /** The name of the operator's release. */
  readonly release: string;
}

const settings: readonly Setting[] = [
  {
    layout: "operator-and-cr",
    charts: ["tidegate-operator", "tidegate-cr"],
    namespace: "tidegate-system",
    release: "tidegate-operator",
  },
  {
    layout: "crds-operator-cr",
    charts: ["tidegate-crd", "tidegate-operator", "tidegate-cr"],
    namespace: longestNamespace,
    release: longestRelease,
  },
];
describeWithProvingGround("the guard", () => {
  for (const setting of settings) {
    describeWithEachHelm(`in ${setting.layout}`, (helm) => {
      const { layout, namespace, release } = setting;
      const crdCharts = setting.charts.slice(0, -2);
      const tidegate = useTidegate(helm, namespace);
      const { run: onCluster, gate, isReady, difference, leaves } = tidegate;
      let charts: CompiledCharts;
      beforeAll(async () => {
        charts = await tidegate.compile(layout);
      });
      const operatorChart = (): string => charts.chart("tidegate-operator");
      /** Installs all charts and waits until the operator has its custom resource in hand and the guard is up. */
      const installAll = async (): Promise<void> => {
        for (const chart of crdCharts) succeeded(await onCluster("install", chart, charts.chart(chart)));
        succeeded(await onCluster("install", release, operatorChart(), "--wait", "--timeout=2m"));
        succeeded(await onCluster("install", "tidegate-cr", charts.chart("tidegate-cr")));
        await isReady();
        await untilGuarded(tidegate.ground(), namespace, release);
      };
      const life = { layout, operator: "tidegate" };

      describeLife({ ...life, strategy: "guard" }, helm, () => {
        test("refuses to uninstall the operator while its custom resource exists, and nothing is deleted", async () => {
          await installAll();
          const full = await listEverything(tidegate.ground().api);
          const said = refused(await onCluster("uninstall", release));
          expect(said).toContain("TideGate uplink exists: the operator must not be removed before it.");
          expect(said).toContain("Run: kubectl delete tidegates.tidegate.example.org uplink --wait");
          expect(await stateOf(onCluster, release)).toBe("deployed");
          expect(compareContent(full, await listEverything(tidegate.ground().api))).toEqual({
            added: [],
            removed: [],
            changed: [],
          });
          expect(conditionOf(await gate(), "Ready")).toBe("True");
        });

        test("the refused release can be upgraded as before", async () => {
          succeeded(await onCluster("upgrade", release, operatorChart(), "--set=controller.replicas=1"));
          await untilGuarded(tidegate.ground(), namespace, release);
        });

        test("refuses too while a custom resource exists that somebody made by hand", async () => {
          await tidegate.makeGateByHand();
          succeeded(await onCluster("uninstall", "tidegate-cr", "--wait", "--timeout=15m"));
          expect(await gate()).toBeUndefined();
          const said = refused(await onCluster("uninstall", release));
          expect(said).toContain("TideGate by-hand exists");
          expect(await stateOf(onCluster, release)).toBe("deployed");
          // A person copies the command.
          const command = /Run: kubectl (delete \S+ \S+ --wait)/.exec(said)?.[1] ?? "";
          succeeded(await tidegate.ground().kubectl(command.split(" ")));
          expect(await gate("by-hand")).toBeUndefined();
        });

        test("then the operator goes, and leaves the kept CRDs and nothing else", async () => {
          await uninstallGuarded(onCluster, release);
          for (const chart of crdCharts) succeeded(await onCluster("uninstall", chart));
          await leaves();
        });
      });

      const outcome = "works, removes too early";
      describeLife({ ...life, strategy: "none", outcome }, helm, () => {
        test("a value switches it off, and the operator goes while its custom resource exists", async () => {
          await installAll();
          const off = ["--set=uninstall.strategy=none"];
          succeeded(await onCluster("upgrade", release, operatorChart(), ...off));
          succeeded(await onCluster("uninstall", release));
          expect(conditionOf(await gate(), "Ready")).toBe("True");
          // The upgrade keeps the guard's ConfigMap; the hook of the uninstall takes it away.
          const configMap = `ConfigMap ${namespace}/${release}-uninstall`;
          expect((await difference()).added).not.toContain(configMap);
        });

        test("an operator that was removed too early is installed again, and cleans up", async () => {
          succeeded(await onCluster("install", release, operatorChart(), "--wait", "--timeout=2m"));
          await expect.poll(() => tidegate.cluster().operator.isActive(), patience).toBe(true);
          succeeded(await onCluster("uninstall", "tidegate-cr", "--wait", "--timeout=15m"));
          expect(await gate()).toBeUndefined();
          await uninstallGuarded(onCluster, release);
          for (const chart of crdCharts) succeeded(await onCluster("uninstall", chart));
          await leaves();
        });
      });

      describeLife({ ...life, strategy: "guard" }, helm, () => {
        test("where the CRD was deleted first there is nothing to guard, and the operator goes", async () => {
          await installAll();
          succeeded(await tidegate.ground().kubectl(["delete", "crd", ...tidegateCrds, "--timeout=60s"]));
          succeeded(await onCluster("uninstall", release));
          expect(await stateOf(onCluster, release)).toBeUndefined();
        });

        test("the release of the custom resource goes once the CRD is there again", async () => {
          // Helm remembers for hours which kinds a cluster has; on another machine it does not know this one.
          rmSync(join(tidegate.ground().controlPlane.folder, "home", ".kube", "cache"), { recursive: true });
          refused(await onCluster("uninstall", "tidegate-cr"));
          const [chart = "tidegate-operator"] = crdCharts;
          const name = crdCharts.length === 0 ? release : chart;
          succeeded(await onCluster("upgrade", "--install", name, charts.chart(chart)));
          succeeded(await onCluster("uninstall", "tidegate-cr"));
          succeeded(await onCluster("uninstall", name));
          await leaves();
        });
      });
    });
  }
});
