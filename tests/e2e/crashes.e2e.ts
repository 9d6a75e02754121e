// The API server dies in the middle of an install, an upgrade, an uninstall of the example operator, and the same command
// again does not do. The way out is taken from the chart's README as it stands there.

import { beforeAll, expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import type { ProcessResult } from "../support/process.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import { describeWithProvingGround } from "../support/proving-ground/proving-ground.ts";
import { readmeBlocks } from "../support/proving-ground/readme-shell.ts";
import { refused, stateOf, succeeded } from "../support/proving-ground/releases.ts";
import { crashing } from "./crashing.ts";
import { gateCollection } from "./tidegate-cluster.ts";
import { useTidegate } from "./use-tidegate.ts";

const namespace = "tidegate-system";
const release = "tidegate";
const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;

describeWithProvingGround("the API server dies", () => {
  describeWithEachHelm("and there is a way out", (helm) => {
    describeLife({ layout: "crds-and-main", strategy: "job", operator: "tidegate" }, helm, () => {
      const tidegate = useTidegate(helm, namespace);
      const { run, gate, isReady } = tidegate;
      let charts: Awaited<ReturnType<typeof tidegate.compile>>;
      let waysOut: readonly string[];

      beforeAll(async () => {
        charts = await tidegate.compile("crds-and-main");
        waysOut = readmeBlocks(charts.chart(release), "Helm or the API server died");
      });

      const shell = (commands = ""): Promise<ProcessResult> => tidegate.shell(charts.folder, commands);
      const install = (): Promise<ProcessResult> => run("install", release, charts.chart(release));
      const upgrade = (): Promise<ProcessResult> =>
        run("upgrade", release, charts.chart(release), "--set=controller.replicas=1");
      const withCrash = crashing(tidegate);

      test("during an install: uninstall, and install again", async () => {
        succeeded(await run("install", "tidegate-crd", charts.chart("tidegate-crd")));
        const isTime = ({ metadata }: ClusterObject) => metadata.name === "tidegate-controller";
        refused(await withCrash(deployments, isTime, install));
        expect(await stateOf(run, release)).toBe("pending-install");
        refused(await install());
        succeeded(await shell(waysOut[0]));
        await isReady();
      });

      test("during an upgrade: roll back, and upgrade again", async () => {
        const isTime = ({ metadata }: ClusterObject) =>
          metadata.name === "tidegate-controller" && metadata.generation === 2;
        refused(await withCrash(deployments, isTime, upgrade));
        expect(await stateOf(run, release)).toBe("pending-upgrade");
        refused(await upgrade());
        succeeded(await shell(waysOut[1]));
        expect(await stateOf(run, release)).toBe("deployed");
        await isReady();
      });

      test("during an uninstall: the same again works, and leaves nothing but the CRDs", async () => {
        const isTime = ({ metadata }: ClusterObject) => metadata.deletionTimestamp !== undefined;
        const uninstall = () => run("uninstall", release, "--timeout=30s");
        refused(await withCrash(gateCollection, isTime, uninstall));
        expect(await stateOf(run, release)).toBe("uninstalling");
        succeeded(await uninstall());
        expect(await gate()).toBeUndefined();
        succeeded(await run("uninstall", "tidegate-crd"));
        await tidegate.leaves();
      });
    });
  });
});
