// The uninstall strategy guard on the example operator: an admission policy keeps the operator while a custom resource
// exists. Each step is what README or the refusal itself tells a person to do.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LayoutName } from "../../src/project/project.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import {
  type ClusterContent,
  compareContent,
  listEverything,
} from "../support/proving-ground/cluster-content.ts";
import { type CompiledCharts, compileCharts } from "../support/proving-ground/compiled-charts.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import { describeWithProvingGround, type ProvingGround } from "../support/proving-ground/proving-ground.ts";
import {
  conditionOf,
  helmIn,
  patience,
  refused,
  stateOf,
  succeeded,
  uninstallGuarded,
  untilGuarded,
} from "../support/proving-ground/releases.ts";
import {
  gateCollection,
  keptCrds,
  longestNamespace,
  longestRelease,
  secondGate,
  startTidegateCluster,
  type TideGate,
  type TidegateCluster,
  tidegateCrds,
  tidegateManifests,
} from "./tidegate-cluster.ts";

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
      let cluster: TidegateCluster;
      let ground: ProvingGround;
      let charts: CompiledCharts;
      let before: ClusterContent;

      beforeAll(async () => {
        cluster = await startTidegateCluster(namespace);
        ground = cluster.ground;
        charts = await compileCharts(join(ground.controlPlane.folder, "charts"), tidegateManifests, {
          name: "tidegate",
          layout,
        });
        before = await listEverything(ground.api);
      });
      afterAll(async () => {
        await cluster?.stop();
      });

      const onCluster = helmIn(() => ground, helm, namespace);
      const gate = (name = "uplink"): Promise<TideGate | undefined> =>
        ground.api.get<TideGate>(`${gateCollection}/${name}`);
      const operatorChart = (): string => charts.chart("tidegate-operator");
      /** Installs all charts and waits until the operator has its custom resource in hand and the guard is up. */
      const installAll = async (): Promise<void> => {
        for (const chart of crdCharts) succeeded(await onCluster("install", chart, charts.chart(chart)));
        succeeded(await onCluster("install", release, operatorChart(), "--wait", "--timeout=2m"));
        succeeded(await onCluster("install", "tidegate-cr", charts.chart("tidegate-cr")));
        await expect.poll(async () => conditionOf(await gate(), "Ready"), patience).toBe("True");
        await untilGuarded(ground, namespace, release);
      };
      const difference = async () => compareContent(before, await listEverything(ground.api));
      const life = { layout, operator: "tidegate" };
      const nothingBut = (...added: readonly string[]): object => ({ added, removed: [], changed: [] });

      describeLife({ ...life, strategy: "guard" }, helm, () => {
        test("refuses to uninstall the operator while its custom resource exists, and nothing is deleted", async () => {
          await installAll();
          const full = await listEverything(ground.api);
          const said = refused(await onCluster("uninstall", release));
          expect(said).toContain("TideGate uplink exists: the operator must not be removed before it.");
          expect(said).toContain("Run: kubectl delete tidegates.tidegate.example.org uplink --wait");
          expect(await stateOf(onCluster, release)).toBe("deployed");
          expect(compareContent(full, await listEverything(ground.api))).toEqual(nothingBut());
          expect(conditionOf(await gate(), "Ready")).toBe("True");
        });

        test("the refused release can be upgraded as before", async () => {
          succeeded(await onCluster("upgrade", release, operatorChart(), "--set=controller.replicas=1"));
          await untilGuarded(ground, namespace, release);
        });

        test("refuses too while a custom resource exists that somebody made by hand", async () => {
          succeeded(await ground.kubectl(["apply", "-f", "-"], { stdin: secondGate }));
          await expect.poll(async () => conditionOf(await gate("by-hand"), "Ready"), patience).toBe("True");
          succeeded(await onCluster("uninstall", "tidegate-cr", "--wait", "--timeout=15m"));
          expect(await gate()).toBeUndefined();
          const said = refused(await onCluster("uninstall", release));
          expect(said).toContain("TideGate by-hand exists");
          expect(await stateOf(onCluster, release)).toBe("deployed");
          // A person copies the command.
          const command = /Run: kubectl (delete \S+ \S+ --wait)/.exec(said)?.[1] ?? "";
          succeeded(await ground.kubectl(command.split(" ")));
          expect(await gate("by-hand")).toBeUndefined();
        });

        test("then the operator goes, and leaves the kept CRDs and nothing else", async () => {
          await uninstallGuarded(onCluster, release);
          for (const chart of crdCharts) succeeded(await onCluster("uninstall", chart));
          await expect.poll(difference, { ...patience, interval: 1000 }).toEqual(nothingBut(...keptCrds));
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
          await expect.poll(() => cluster.operator.isActive(), patience).toBe(true);
          succeeded(await onCluster("uninstall", "tidegate-cr", "--wait", "--timeout=15m"));
          expect(await gate()).toBeUndefined();
          await uninstallGuarded(onCluster, release);
          for (const chart of crdCharts) succeeded(await onCluster("uninstall", chart));
          await expect.poll(difference, { ...patience, interval: 1000 }).toEqual(nothingBut(...keptCrds));
        });
      });

      describeLife({ ...life, strategy: "guard" }, helm, () => {
        test("where the CRD was deleted first there is nothing to guard, and the operator goes", async () => {
          await installAll();
          succeeded(await ground.kubectl(["delete", "crd", ...tidegateCrds, "--timeout=60s"]));
          succeeded(await onCluster("uninstall", release));
          expect(await stateOf(onCluster, release)).toBeUndefined();
        });

        test("the release of the custom resource goes once the CRD is there again", async () => {
          // Helm remembers for hours which kinds a cluster has; on another machine it does not know this one.
          rmSync(join(ground.controlPlane.folder, "home", ".kube", "cache"), { recursive: true });
          refused(await onCluster("uninstall", "tidegate-cr"));
          const [chart = "tidegate-operator"] = crdCharts;
          const name = crdCharts.length === 0 ? release : chart;
          succeeded(await onCluster("upgrade", "--install", name, charts.chart(chart)));
          succeeded(await onCluster("uninstall", "tidegate-cr"));
          succeeded(await onCluster("uninstall", name));
          await expect.poll(difference, { ...patience, interval: 1000 }).toEqual(nothingBut(...keptCrds));
        });
      });
    });
  }
});
