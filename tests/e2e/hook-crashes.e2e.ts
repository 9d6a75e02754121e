// The API server dies while a Job of the chart is at work: the one that brings the CRDs up to date in the layout `single`,
// the one that applies the custom resource in `post-install-cr`. Each has done its work when Helm loses sight of it. The way
// out is taken from the chart's troubleshooting guide as it stands there.

import { dirname } from "node:path";
import { expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import type { ProcessResult } from "../support/process.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import { describeWithProvingGround } from "../support/proving-ground/proving-ground.ts";
import { readmeBlocks } from "../support/proving-ground/readme-shell.ts";
import { refused, stateOf, succeeded } from "../support/proving-ground/releases.ts";
import { crashing } from "./crashing.ts";
import { gateCollection, type TideGate } from "./tidegate-cluster.ts";
import { type GateCrd, gateCrdPath, gateFields, type TidegateRelease } from "./tidegate-releases.ts";
import { useReleases, useTidegate } from "./use-tidegate.ts";

interface Job extends ClusterObject {
  readonly status?: { readonly active?: number };
}

const namespace = "tidegate-system";
const hookJob = { single: "tidegate-crds-upgrade", "post-install-cr": "tidegate-apply" };
const crdCollection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

describeWithProvingGround("the API server dies while a hook works", () => {
  describeWithEachHelm("and there is a way out", (helm) => {
    for (const layout of ["single", "post-install-cr"] as const) {
      describeLife({ layout, strategy: "job", operator: "tidegate" }, helm, () => {
        const tidegate = useTidegate(helm, namespace);
        const chart = useReleases(tidegate, layout, ["published", "next"]);
        const { run, gate, isReady, difference } = tidegate;
        const withCrash = crashing(tidegate);
        /** The commands of the guide, in the folder of the charts of a release. */
        const wayOut = (release: TidegateRelease, index: number): Promise<ProcessResult> => {
          const commands = readmeBlocks(chart(release), "Helm or the API server died")[index] ?? "";
          return tidegate.shell(dirname(chart(release)), commands);
        };
        const upgrade = (...flags: readonly string[]): Promise<ProcessResult> =>
          run("upgrade", "tidegate", chart("next"), "--reset-then-reuse-values", ...flags);
        const hookObjects = async () =>
          (await difference()).added.filter((name) =>
            /(?:Job|Role|Binding|Account) .*-(?:crds-|apply$)/.test(name),
          );
        /** Helm gives up, and cannot write down that it did. */
        const givingUp = "--timeout=20s";
        const hasWorked = ({ metadata, spec }: GateCrd & TideGate): boolean =>
          layout === "single"
            ? gateCrdPath.endsWith(`/${metadata.name}`) &&
              gateFields({ metadata, spec }).includes("harbourMaster")
            : "harbourMaster" in spec;
        const upgraded = async (uid: string | undefined): Promise<void> => {
          expect(await stateOf(run, "tidegate")).toBe("deployed");
          await isReady();
          expect(gateFields(await tidegate.ground().api.get<GateCrd>(gateCrdPath))).toContain(
            "harbourMaster",
          );
          const found = await gate();
          expect(found?.spec).toMatchObject({ harbourMaster: "Anna" });
          expect(found?.metadata.uid).toBe(uid);
          expect(await hookObjects()).toEqual([]);
        };

        if (layout === "single")
          test("the charts install", async () => {
            succeeded(await run("install", "tidegate", chart("published"), "--wait", "--timeout=2m"));
            await isReady();
          });
        else
          test("during an install: uninstall, and install again", async () => {
            const install = (...flags: readonly string[]) =>
              run("install", "tidegate", chart("published"), ...flags);
            const isTime = ({ metadata }: TideGate) => metadata.name === "uplink";
            refused(await withCrash(gateCollection, isTime, () => install(givingUp), 60));
            expect(await stateOf(run, "tidegate")).toBe("pending-install");
            refused(await install());
            succeeded(await wayOut("published", 0));
            await isReady();
            expect(await hookObjects()).toEqual([]);
          });

        test("during an upgrade, for long: roll back, and upgrade again", async () => {
          const uid = (await gate())?.metadata.uid;
          const collection = layout === "single" ? crdCollection : gateCollection;
          refused(await withCrash(collection, hasWorked, () => upgrade(givingUp), 60));
          expect(await stateOf(run, "tidegate")).toBe("pending-upgrade");
          refused(await upgrade());
          succeeded(await wayOut("next", 1));
          await upgraded(uid);
        });

        test("during an upgrade, for a moment: Helm goes on by itself, or with the next upgrade", async () => {
          const uid = (await gate())?.metadata.uid;
          const isAtWork = ({ metadata, status }: Job) =>
            metadata.name === hookJob[layout] && status?.active === 1;
          const outcome = await withCrash(
            `/apis/batch/v1/namespaces/${namespace}/jobs`,
            isAtWork,
            upgrade,
            0,
          );
          // Helm 4's watch may end with the connection, and then it knows nothing of the Job.
          if (helm.major === "4" && outcome.status !== 0) {
            expect(outcome.stderr).toContain(`${hookJob[layout]} not ready. status: Unknown`);
            expect(await stateOf(run, "tidegate")).toBe("failed");
            succeeded(await upgrade());
          } else succeeded(outcome);
          await upgraded(uid);
        });

        test("the release ends as any other, and leaves nothing but the CRDs", async () => {
          succeeded(await run("uninstall", "tidegate"));
          expect(await gate()).toBeUndefined();
          await tidegate.leaves();
        });
      });
    }
  });
});
