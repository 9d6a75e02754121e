// What goes wrong in real life when the example operator is uninstalled in its default layout with the uninstall Job: an
// operator that hangs, an image that cannot be pulled, a custom resource that somebody made by hand. Each ends in a state
// with a way out, which is taken from the chart's README as it stands there.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import type { ProcessResult } from "../support/process.ts";
import { compareContent, listEverything } from "../support/proving-ground/cluster-content.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import { describeWithProvingGround } from "../support/proving-ground/proving-ground.ts";
import { readmeBlocks } from "../support/proving-ground/readme-shell.ts";
import { refused, stateOf, succeeded, untilGuarded } from "../support/proving-ground/releases.ts";
import { tidegateCrds } from "./tidegate-cluster.ts";
import { useTidegate } from "./use-tidegate.ts";

const namespace = "tidegate-system";
const release = "tidegate";
const job = `${release}-uninstall`;
const brokenImage = "--set=uninstall.image.registry=does-not-start.invalid";

describeWithProvingGround("faults of an uninstall", () => {
  describeWithEachHelm("each has a way out", (helm) => {
    describeLife({ layout: "crds-and-main", strategy: "job", operator: "tidegate" }, helm, () => {
      const tidegate = useTidegate(helm, namespace);
      const { run, gate, isReady } = tidegate;
      let charts: Awaited<ReturnType<typeof tidegate.compile>>;
      let failed: readonly string[];
      let died: readonly string[];

      beforeAll(async () => {
        charts = await tidegate.compile("crds-and-main");
        failed = readmeBlocks(charts.chart(release), "The uninstall fails");
        died = readmeBlocks(charts.chart(release), "Helm or the API server died");
      });

      const shell = (commands = ""): Promise<ProcessResult> => tidegate.shell(charts.folder, commands);
      const everything = () => listEverything(tidegate.ground().api);
      const upgrade = (...values: readonly string[]): Promise<ProcessResult> =>
        run("upgrade", release, charts.chart(release), "--reset-then-reuse-values", ...values);
      const uninstall = (...flags: readonly string[]): Promise<ProcessResult> =>
        run("uninstall", release, ...flags);
      const installAll = async (...values: readonly string[]): Promise<void> => {
        succeeded(await run("upgrade", "--install", "tidegate-crd", charts.chart("tidegate-crd")));
        succeeded(await run("install", release, charts.chart(release), ...values));
        await isReady();
      };
      const leavesOnlyCrds = async (): Promise<void> => {
        expect(await gate()).toBeUndefined();
        succeeded(await run("uninstall", "tidegate-crd"));
        await tidegate.leaves();
      };
      /** Puts in what a person puts in: the last number that the first command shows, and a registry. */
      const filledIn = async (commands = ""): Promise<string> => {
        const [history = ""] = commands.split("\n");
        const { stdout } = await shell(history);
        const revision = stdout.trim().split("\n").at(-1)?.split(/\s/)[0] ?? "";
        return commands.replaceAll("REVISION", revision).replaceAll("REGISTRY", "registry.k8s.io");
      };

      test("a second release in another namespace is refused, and the first one is as before", async () => {
        await installAll(brokenImage);
        const { helm: runHelm, kubectl } = tidegate.ground();
        succeeded(await kubectl(["create", "namespace", "second"]));
        const full = await everything();
        refused(await runHelm(helm, ["install", release, charts.chart(release), "--namespace=second"]));
        const { added, removed, changed } = compareContent(full, await everything());
        // Helm's record of what failed.
        for (const name of added)
          expect(name).toMatch(/^Secret second\/sh\.helm\.release\.v1\.tidegate\.v1$/);
        expect({ removed, changed }).toEqual({ removed: [], changed: [] });
        succeeded(await kubectl(["delete", "namespace", "second", "--timeout=60s"]));
      });

      test("the Job's image cannot be pulled: roll back to where it is, mend the value, and uninstall", async () => {
        const full = await everything();
        refused(await uninstall("--timeout=10s"));
        // Its own ConfigMap is a hook, and comes back with the next upgrade.
        expect(await tidegate.missingSince(full)).toEqual([`ConfigMap ${namespace}/${job}`]);
        expect((await gate())?.metadata.deletionTimestamp).toBeUndefined();
        expect(await stateOf(run, release)).toBe("uninstalling");
        refused(await upgrade());
        expect((await shell(failed[0])).stdout).toBe("");
        const described = await shell(failed[1]);
        succeeded(described);
        expect(described.stdout).toContain("ImagePullBackOff");
        succeeded(await shell(await filledIn(failed[2])));
        await leavesOnlyCrds();
      });

      test("the same, and nobody mends it: without the Job, and what the hooks left goes by hand", async () => {
        await installAll(brokenImage);
        refused(await uninstall("--timeout=10s"));
        succeeded(await shell(failed[3]));
        await leavesOnlyCrds();
      });

      test("the same, and the strategy is switched off: the Job goes when its time is over", async () => {
        await installAll(brokenImage);
        refused(await uninstall("--timeout=10s"));
        succeeded(await shell(await filledIn(died[2])));
        succeeded(await upgrade("--set=uninstall.strategy=none"));
        const { kubectl } = tidegate.ground();
        succeeded(await kubectl(["delete", "tidegate", "uplink", "--timeout=60s"]));
        succeeded(await uninstall());
        // The times that the chart gives it, five minutes and a day, pass at once.
        const times = '{"spec":{"activeDeadlineSeconds":1,"ttlSecondsAfterFinished":1}}';
        succeeded(await kubectl(["patch", "job", job, "-n", namespace, "--type=merge", "-p", times]));
        await leavesOnlyCrds();
      });

      test("the operator hangs: the Job names the finalizers and gives up, nothing is deleted; the same again works", async () => {
        await installAll("--set=uninstall.timeout=5s");
        tidegate.cluster().operator.hang(true);
        const full = await everything();
        refused(await uninstall());
        expect(await tidegate.missingSince(full)).toEqual([`ConfigMap ${namespace}/${job}`]);
        expect((await gate())?.metadata.deletionTimestamp).toBeDefined();
        const log = await shell(failed[0]);
        expect(log.stdout).toContain(
          'TideGate uplink is deleted once these finalizers are gone: ["tidegate.example.org/open"]',
        );
        tidegate.cluster().operator.hang(false);
        succeeded(await uninstall());
        await leavesOnlyCrds();
      });

      test("a custom resource made by hand: refused before anything is deleted, still deployed, and the message helps", async () => {
        await installAll();
        await tidegate.makeGateByHand();
        await untilGuarded(tidegate.ground(), namespace, release);
        const full = await everything();
        const said = refused(await uninstall());
        expect(said).toContain("TideGate by-hand exists: the operator must not be removed before it.");
        expect(compareContent(full, await everything())).toEqual({ added: [], removed: [], changed: [] });
        expect(await stateOf(run, release)).toBe("deployed");
        expect((await gate())?.metadata.deletionTimestamp).toBeUndefined();
        succeeded(await upgrade("--set=uninstall.timeout=5s"));
      });

      test("the same after a Job that failed: refused before the Job is made anew", async () => {
        const { kubectl } = tidegate.ground();
        succeeded(await kubectl(["delete", "tidegate", "by-hand", "--timeout=60s"]));
        tidegate.cluster().operator.hang(true);
        refused(await uninstall());
        tidegate.cluster().operator.hang(false);
        await tidegate.makeGateByHand();
        const said = refused(await uninstall());
        expect(said).toContain("TideGate by-hand exists");
        const command = /Run: kubectl (delete \S+ \S+ --wait)/.exec(said)?.[1] ?? "";
        succeeded(await kubectl(command.split(" ")));
        expect(await gate("by-hand")).toBeUndefined();
        succeeded(await uninstall());
        await leavesOnlyCrds();
      });

      test("the CRD was deleted first: the uninstall is refused until the CRD is there again", async () => {
        await installAll();
        const { kubectl, controlPlane } = tidegate.ground();
        succeeded(await kubectl(["delete", "crd", ...tidegateCrds, "--timeout=60s"]));
        // Helm remembers for hours which kinds a cluster has; on another machine it does not know this one.
        rmSync(join(controlPlane.folder, "home", ".kube", "cache"), { recursive: true });
        const full = await everything();
        refused(await uninstall());
        // Without the CRD the guard sees nothing to refuse for, and its ConfigMap, a hook, goes first.
        expect(await tidegate.missingSince(full)).toEqual([`ConfigMap ${namespace}/${job}`]);
        const [wayOut] = readmeBlocks(charts.chart(release), "A CRD was deleted");
        succeeded(await shell(wayOut));
        await leavesOnlyCrds();
      });
    });
  });
});
