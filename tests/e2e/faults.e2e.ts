// What goes wrong in real life, on the example operator in its default layout with the uninstall Job: an API server that
// dies meanwhile, an operator that hangs, an image that cannot be pulled. Each ends in a state with a command that leads
// out. The release and its namespace have the longest names that Helm and Kubernetes take.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import type { ProcessResult } from "../support/process.ts";
import {
  type ClusterContent,
  compareContent,
  listEverything,
} from "../support/proving-ground/cluster-content.ts";
import { type CompiledCharts, compileCharts } from "../support/proving-ground/compiled-charts.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import { describeWithProvingGround, type ProvingGround } from "../support/proving-ground/proving-ground.ts";
import {
  conditionOf,
  helmIn,
  patience,
  refused,
  stateOf,
  succeeded,
} from "../support/proving-ground/releases.ts";
import {
  gateCollection,
  startTidegateCluster,
  type TideGate,
  type TidegateCluster,
  tidegateCrds,
  tidegateManifests,
} from "./tidegate-cluster.ts";

const namespace = `gate-${"n".repeat(58)}`;
const release = `tidegate-${"r".repeat(44)}`;
const uninstallName = `${release}-uninstall`;
const keptCrds = tidegateCrds.map((name) => `apiextensions.k8s.io/CustomResourceDefinition ${name}`);
const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;

const secondGate = `
apiVersion: tidegate.example.org/v1
kind: TideGate
metadata: {name: by-hand}
spec: {flow: {limit: 10%, reference: 10000}}
`;

describeWithProvingGround("faults", () => {
  describeWithEachHelm("each has a way out", (helm) => {
    describeLife({ layout: "crds-and-main", strategy: "job", operator: "tidegate" }, helm, () => {
      let cluster: TidegateCluster;
      let ground: ProvingGround;
      let charts: CompiledCharts;
      let before: ClusterContent;

      beforeAll(async () => {
        cluster = await startTidegateCluster(namespace);
        ground = cluster.ground;
        charts = await compileCharts(join(ground.controlPlane.folder, "charts"), tidegateManifests, {
          name: "tidegate",
        });
        before = await listEverything(ground.api);
      });
      afterAll(async () => {
        await cluster?.stop();
      });

      const onCluster = helmIn(() => ground, helm, namespace);
      const gate = (name = "uplink"): Promise<TideGate | undefined> =>
        ground.api.get<TideGate>(`${gateCollection}/${name}`);
      const install = (): Promise<ProcessResult> => onCluster("install", release, charts.chart("tidegate"));
      const upgrade = (...values: readonly string[]): Promise<ProcessResult> =>
        onCluster("upgrade", release, charts.chart("tidegate"), "--reset-then-reuse-values", ...values);
      const uninstall = (...flags: readonly string[]): Promise<ProcessResult> =>
        onCluster("uninstall", release, ...flags);
      const isReady = (name?: string): Promise<void> =>
        expect.poll(async () => conditionOf(await gate(name), "Ready"), patience).toBe("True");
      const installAll = async (): Promise<void> => {
        succeeded(await onCluster("upgrade", "--install", "tidegate-crd", charts.chart("tidegate-crd")));
        succeeded(await install());
        await isReady();
      };
      /** The number of the last revision of the release. */
      const revision = async (): Promise<number> => {
        const history = JSON.parse(
          (await onCluster("history", release, "--output=json")).stdout,
        ) as readonly {
          readonly revision: number;
        }[];
        return history.at(-1)?.revision ?? 0;
      };
      /** The Job controller may wait for half a minute before it listens to a server again that it has lost. */
      const areControllersBack = async (): Promise<void> => {
        const job = ["job", "probe", "--namespace=default"];
        succeeded(await ground.kubectl(["create", ...job, "--image=probe"]));
        const completed = ["--for=condition=Complete", "--timeout=120s"];
        succeeded(await ground.kubectl(["wait", ...job, ...completed]));
        succeeded(await ground.kubectl(["delete", ...job]));
      };
      /** Runs a command, kills the API server once an object is as said, and starts it again after a moment. */
      const withCrash = async (
        path: string,
        isTime: (object: ClusterObject) => boolean,
        run: () => Promise<ProcessResult>,
      ): Promise<ProcessResult> => {
        let crash: Promise<void> | undefined;
        const watch = ground.api.watch(path, (object) => {
          if (isTime(object)) crash ??= restart();
        });
        const restart = async (): Promise<void> => {
          await ground.controlPlane.killApiServer();
          await sleep(1000);
          await ground.controlPlane.restartApiServer();
        };
        const result = await run();
        watch.stop();
        expect(crash).toBeDefined();
        await crash;
        await areControllersBack();
        return result;
      };
      const leavesOnlyCrds = (): Promise<void> =>
        expect
          .poll(async () => compareContent(before, await listEverything(ground.api)), {
            ...patience,
            interval: 1000,
          })
          .toEqual({ added: keptCrds, removed: [], changed: [] });
      /** Everything that was there is there, but for the Pod of an earlier try. */
      const expectNothingDeleted = async (full: ClusterContent): Promise<void> => {
        const { removed } = compareContent(full, await listEverything(ground.api));
        expect(removed.filter((name) => !name.startsWith(`Pod ${namespace}/${release}`))).toEqual([]);
      };

      test("the API server dies during an install: uninstall, and install again", async () => {
        succeeded(await onCluster("install", "tidegate-crd", charts.chart("tidegate-crd")));
        const isTime = ({ metadata }: ClusterObject) => metadata.name === "tidegate-controller";
        refused(await withCrash(deployments, isTime, install));
        expect(await stateOf(onCluster, release)).toBe("pending-install");
        refused(await install());
        succeeded(await uninstall());
        succeeded(await install());
        await isReady();
      });

      test("the API server dies during an upgrade: roll back, and upgrade again", async () => {
        const deployed = await revision();
        const values = ["--set=controller.replicas=1", "--set=tideGate.flow.limit=50%"];
        const isTime = ({ metadata }: ClusterObject) =>
          metadata.name === "tidegate-controller" && metadata.generation === 2;
        refused(await withCrash(deployments, isTime, () => upgrade(...values)));
        expect(await stateOf(onCluster, release)).toBe("pending-upgrade");
        refused(await upgrade(...values));
        succeeded(await onCluster("rollback", release, String(deployed)));
        succeeded(await upgrade(...values));
        expect((await gate())?.spec.flow.limit).toBe("50%");
        await isReady();
      });

      test("a second release in another namespace is refused, and the first one is as before", async () => {
        succeeded(await ground.kubectl(["create", "namespace", "second"]));
        const full = await listEverything(ground.api);
        const second = ["install", "tidegate", charts.chart("tidegate"), "--namespace=second"];
        refused(await ground.helm(helm, second));
        const { added, removed, changed } = compareContent(full, await listEverything(ground.api));
        // Helm's record of what failed.
        for (const name of added)
          expect(name).toMatch(/^Secret second\/sh\.helm\.release\.v1\.tidegate\.v1$/);
        expect({ removed, changed }).toEqual({ removed: [], changed: [] });
        succeeded(await ground.kubectl(["delete", "namespace", "second", "--timeout=60s"]));
      });

      test("the Job's image cannot be pulled: roll back to where it is, mend the value, and uninstall", async () => {
        succeeded(await upgrade("--set=uninstall.image.registry=does-not-start.invalid"));
        const full = await listEverything(ground.api);
        refused(await uninstall("--timeout=10s"));
        await expectNothingDeleted(full);
        expect((await gate())?.metadata.deletionTimestamp).toBeUndefined();
        expect(await stateOf(onCluster, release)).toBe("uninstalling");
        refused(await upgrade("--set=uninstall.image.registry=registry.k8s.io"));
        succeeded(await onCluster("rollback", release, String(await revision())));
        succeeded(await upgrade("--set=uninstall.image.registry=registry.k8s.io"));
        await isReady();
      });

      test("the operator hangs: the Job names the finalizers and gives up, nothing is deleted; the same again works", async () => {
        succeeded(await upgrade("--set=uninstall.timeout=5s"));
        cluster.operator.hang(true);
        const full = await listEverything(ground.api);
        refused(await uninstall());
        await expectNothingDeleted(full);
        expect((await gate())?.metadata.deletionTimestamp).toBeDefined();
        const pod = ["logs", `job/${uninstallName}`, "--all-containers", "--namespace", namespace];
        expect((await ground.kubectl(pod)).stdout).toContain(
          'TideGate uplink is deleted once these finalizers are gone: ["tidegate.example.org/open"]',
        );
        cluster.operator.hang(false);
        succeeded(await uninstall());
        expect(await gate()).toBeUndefined();
        succeeded(await onCluster("uninstall", "tidegate-crd"));
        await leavesOnlyCrds();
      });

      test("the API server dies during an uninstall: the same again works", async () => {
        await installAll();
        const isTime = ({ metadata }: ClusterObject) => metadata.deletionTimestamp !== undefined;
        refused(await withCrash(gateCollection, isTime, () => uninstall("--timeout=30s")));
        expect(await stateOf(onCluster, release)).toBe("uninstalling");
        succeeded(await uninstall());
        expect(await gate()).toBeUndefined();
        succeeded(await onCluster("uninstall", "tidegate-crd"));
        await leavesOnlyCrds();
      });

      test("a custom resource made by hand is not the Job's: it stays until the operator is installed again", async () => {
        await installAll();
        succeeded(await ground.kubectl(["apply", "-f", "-"], { stdin: secondGate }));
        await isReady("by-hand");
        succeeded(await uninstall());
        expect(await gate()).toBeUndefined();
        expect((await gate("by-hand"))?.metadata.finalizers).toEqual(["tidegate.example.org/open"]);
        succeeded(await install());
        await isReady();
        succeeded(await ground.kubectl(["delete", "tidegate", "by-hand", "--timeout=60s"]));
        succeeded(await uninstall());
        succeeded(await onCluster("uninstall", "tidegate-crd"));
        await leavesOnlyCrds();
      });

      test("the CRD was deleted first: the uninstall is refused until the CRD is there again", async () => {
        await installAll();
        succeeded(await ground.kubectl(["delete", "crd", ...tidegateCrds, "--timeout=60s"]));
        // Helm remembers for hours which kinds a cluster has; on another machine it does not know this one.
        rmSync(join(ground.controlPlane.folder, "home", ".kube", "cache"), { recursive: true });
        const full = await listEverything(ground.api);
        refused(await uninstall());
        await expectNothingDeleted(full);
        succeeded(await onCluster("upgrade", "tidegate-crd", charts.chart("tidegate-crd")));
        succeeded(await uninstall());
        succeeded(await onCluster("uninstall", "tidegate-crd"));
        await leavesOnlyCrds();
      });

      test("a Job that failed does not outlive the release when the strategy is switched off", async () => {
        await installAll();
        succeeded(await upgrade("--set=uninstall.image.registry=does-not-start.invalid"));
        refused(await uninstall("--timeout=10s"));
        succeeded(await onCluster("rollback", release, String(await revision())));
        succeeded(await upgrade("--set=uninstall.strategy=none"));
        succeeded(await ground.kubectl(["delete", "tidegate", "uplink", "--timeout=60s"]));
        succeeded(await uninstall());
        succeeded(await onCluster("uninstall", "tidegate-crd"));
        await leavesOnlyCrds();
      });
    });
  });
});
