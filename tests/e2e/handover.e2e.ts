// A release that Helm 3 made goes on with Helm 4.

import { beforeAll, describe, expect, test } from "vitest";
import { type Helm, helms } from "../support/helm.ts";
import type { ProcessResult } from "../support/process.ts";
import type { CompiledCharts } from "../support/proving-ground/compiled-charts.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import { describeWithProvingGround } from "../support/proving-ground/proving-ground.ts";
import { helmIn, patience, stateOf, succeeded } from "../support/proving-ground/releases.ts";
import { gateCollection } from "./tidegate-cluster.ts";
import { useTidegate } from "./use-tidegate.ts";

interface Deployment extends ClusterObject {
  readonly spec: { readonly replicas: number };
}

const namespace = "tidegate-system";
const release = "tidegate";
const deployment = `/apis/apps/v1/namespaces/${namespace}/deployments/tidegate-controller`;

describeWithProvingGround("a release of Helm 3", () => {
  describe.skipIf(helms().length < 2)("upgraded by Helm 4", () => {
    const [helm3, helm4] = helms() as readonly [Helm, Helm];
    const tidegate = useTidegate(helm3, namespace);
    const { run: run3, gate, isReady } = tidegate;
    const run4 = helmIn(tidegate.ground, helm4, namespace);
    let charts: CompiledCharts;
    beforeAll(async () => {
      charts = await tidegate.compile("crds-and-main");
    });
    const chart = (name: string): string => charts.chart(name);
    const upgrade4 = (...flags: readonly string[]): Promise<ProcessResult> =>
      run4("upgrade", release, chart(release), "--reset-then-reuse-values", ...flags);

    test("goes on as with Helm 3: no conflict, and the custom resource stays the same object", async () => {
      succeeded(await run3("install", "tidegate-crd", chart("tidegate-crd")));
      succeeded(await run3("install", release, chart(release)));
      await isReady();
      const uid = (await gate())?.metadata.uid;
      const edit = { spec: { flow: { limit: "30%" } } };
      await tidegate.ground().api.merge(`${gateCollection}/uplink?fieldManager=kubectl-edit`, edit);
      succeeded(await run4("upgrade", "tidegate-crd", chart("tidegate-crd")));
      succeeded(await upgrade4("--set=controller.podLabels.tide=low", "--wait"));
      expect((await gate())?.spec.flow.limit).toBe("30%");
      expect((await gate())?.metadata.uid).toBe(uid);
      expect(await stateOf(run4, release)).toBe("deployed");
    });

    test("is Helm 4's own from --server-side=true on, which takes the edited field back", async () => {
      succeeded(await upgrade4("--server-side=true", "--force-conflicts", "--set=controller.replicas=1"));
      expect((await tidegate.ground().api.get<Deployment>(deployment))?.spec.replicas).toBe(1);
      expect((await gate())?.spec.flow.limit).toBe("40%");
      await isReady();
    });

    test("is uninstalled by Helm 4, and leaves nothing but the CRDs", async () => {
      await expect.poll(async () => (await run4("uninstall", release)).status, patience).toBe(0);
      expect(await gate()).toBeUndefined();
      succeeded(await run4("uninstall", "tidegate-crd"));
      await tidegate.leaves();
    });
  });
});
