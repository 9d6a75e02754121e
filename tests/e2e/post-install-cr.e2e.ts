// The layout `post-install-cr` on the example operator: a Job applies the custom resource once the operator runs.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import { describeWithProvingGround } from "../support/proving-ground/proving-ground.ts";
import { refused, stateOf, succeeded } from "../support/proving-ground/releases.ts";
import { gateCollection } from "./tidegate-cluster.ts";
import { type GateCrd, gateCrdPath, gateFields, type TidegateRelease } from "./tidegate-releases.ts";
import { useReleases, useTidegate } from "./use-tidegate.ts";

const layout = "post-install-cr";
const namespace = "tidegate-system";
const applyJob = `/apis/batch/v1/namespaces/${namespace}/jobs/tidegate-apply`;

describeWithProvingGround("tidegate, as post-install-cr", () => {
  describeWithEachHelm("lives and ends", (helm) => {
    describeLife({ layout, strategy: "job", operator: "tidegate" }, helm, () => {
      const tidegate = useTidegate(helm, namespace);
      const chart = useReleases(tidegate, layout, ["published", "next"]);
      const { run, gate, isReady, difference, leaves } = tidegate;
      const upgrade = (release: TidegateRelease, ...flags: readonly string[]) =>
        run("upgrade", "tidegate", chart(release), "--reset-then-reuse-values", ...flags);
      const edit = (flow: Readonly<Record<string, string>>) =>
        tidegate.ground().api.merge(`${gateCollection}/uplink?fieldManager=kubectl-edit`, { spec: { flow } });
      let uid: string | undefined;

      test("one install brings operator and custom resource, in this order, and leaves no hook behind", async () => {
        // Without --wait: the hook waits.
        succeeded(await run("install", "tidegate", chart("published")));
        expect(await gate()).toMatchObject({ spec: { flow: { limit: "40%" } } });
        await isReady();
        uid = (await gate())?.metadata.uid;
        expect((await difference()).added.filter((name) => name.endsWith("-apply"))).toEqual([
          `ConfigMap ${namespace}/tidegate-apply`,
        ]);
        expect(tidegate.cluster().operator.refusals()).toEqual([]);
      });

      test("an upgrade changes what values set, and nothing that others wrote", async () => {
        await edit({ window: "1m" });
        succeeded(await upgrade("published", "--set=tideGate.flow.limit=50%"));
        const found = await gate();
        expect(found?.spec).toMatchObject({
          flow: { limit: "50%", window: "1m" },
          nodePlacement: { tolerations: [{ operator: "Exists" }] },
        });
        expect(found?.metadata.uid).toBe(uid);
      });

      test("a field that the chart sets and somebody else edited stops the upgrade, until the chart is to win", async () => {
        await edit({ limit: "60%" });
        refused(await upgrade("published"));
        const log = await tidegate.ground().kubectl(["logs", "job/tidegate-apply", "--namespace", namespace]);
        expect(log.stdout).toContain('conflict with "kubectl-edit"');
        expect(log.stdout).toContain(".spec.flow.limit");
        expect((await gate())?.spec.flow.limit).toBe("60%");
        expect(await stateOf(run, "tidegate")).toBe("failed");
        succeeded(await upgrade("published", "--set=apply.forceConflicts=true"));
        expect((await gate())?.spec).toMatchObject({ flow: { limit: "50%", window: "1m" } });
        succeeded(await upgrade("published", "--set=apply.forceConflicts=false"));
      });

      test("the next release brings a new field of the CRD and sets it in the same upgrade", async () => {
        succeeded(await upgrade("next"));
        expect(gateFields(await tidegate.ground().api.get<GateCrd>(gateCrdPath))).toContain("harbourMaster");
        const found = await gate();
        expect(found?.spec).toMatchObject({ harbourMaster: "Anna", flow: { limit: "50%", window: "1m" } });
        expect(found?.metadata.uid).toBe(uid);
      });

      test("a rollback applies the old values, takes away the new field, and leaves the edits", async () => {
        succeeded(await run("rollback", "tidegate", "1"));
        const found = await gate();
        expect(found?.spec).toMatchObject({ flow: { limit: "40%", window: "1m" } });
        expect(found?.spec).not.toHaveProperty("harbourMaster");
        expect(found?.metadata.uid).toBe(uid);
      });

      test("switched off by an upgrade, the custom resource stays where it is", async () => {
        succeeded(await upgrade("published", "--set=customResource.create=false"));
        expect((await gate())?.metadata.uid).toBe(uid);
        succeeded(await upgrade("published", "--set=customResource.create=true"));
      });

      test("the uninstall deletes the custom resource first, and leaves the kept CRDs and nothing else", async () => {
        await isReady();
        succeeded(await run("uninstall", "tidegate"));
        await leaves();
      });

      test("an install that gave up waiting is uninstalled at once, and nothing comes back", async () => {
        const values = ["--set=controller.image.registry=does-not-start.invalid", "--set=crds.keep=false"];
        refused(await run("install", "tidegate", chart("published"), ...values, "--timeout=10s"));
        expect(await gate()).toBeUndefined();
        // Its Job waits on.
        expect(await tidegate.ground().api.get(applyJob)).toBeDefined();
        succeeded(await run("uninstall", "tidegate"));
        await sleep(3000);
        await leaves([]);
      });
    });
  });
});
