// The life of the example operator in its default layout: two charts, installed, upgraded and uninstalled with real Helm
// on a proving ground, with nothing left but the CRDs that are kept. The release and its namespace have the longest names that
// Helm and Kubernetes take.

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import {
  type ClusterContent,
  compareContent,
  listEverything,
} from "../support/proving-ground/cluster-content.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import { describeWithProvingGround, type ProvingGround } from "../support/proving-ground/proving-ground.ts";
import {
  calmPatience,
  conditionOf,
  helmIn,
  patience,
  succeeded,
} from "../support/proving-ground/releases.ts";
import { repositoryFolder } from "../support/repository.ts";
import {
  gateCollection,
  keptCrds,
  longestNamespace,
  longestRelease,
  startTidegateCluster,
  type TideGate,
  type TidegateCluster,
  tidegateRefusal,
} from "./tidegate-cluster.ts";

const charts = join(repositoryFolder, "examples", "tidegate", "charts");
const namespace = longestNamespace;
const release = longestRelease;

const springTide = `
apiVersion: tidegate.example.org/v1alpha1
kind: SpringTide
metadata: {name: backup, namespace: ${namespace}}
spec: {gate: uplink}
`;

describeWithProvingGround("tidegate, as crds-and-main", () => {
  describeWithEachHelm("lives and ends", (helm) => {
    describeLife({ layout: "crds-and-main", strategy: "job", operator: "tidegate" }, helm, () => {
      let cluster: TidegateCluster;
      let ground: ProvingGround;
      let before: ClusterContent;

      beforeAll(async () => {
        cluster = await startTidegateCluster(namespace);
        ground = cluster.ground;
        before = await listEverything(ground.api);
      });

      afterAll(async () => {
        await cluster?.stop();
      });

      const onCluster = helmIn(() => ground, helm, namespace);
      const gate = (): Promise<TideGate | undefined> => ground.api.get<TideGate>(`${gateCollection}/uplink`);
      let uid: string | undefined;

      test("the charts install, one after the other, and their Pods become ready", async () => {
        succeeded(await onCluster("install", "tidegate-crd", join(charts, "tidegate-crd")));
        succeeded(await onCluster("install", release, join(charts, "tidegate"), "--wait", "--timeout=2m"));
        const pods = await ground.kubectl([
          "get",
          "pods",
          "-n",
          namespace,
          "-o",
          "jsonpath={.items[*].status.phase}",
        ]);
        expect(new Set(pods.stdout.split(" "))).toEqual(new Set(["Running"]));
      });

      test("the operator takes the custom resource in hand with the rights that the chart gave it", async () => {
        await expect.poll(async () => conditionOf(await gate(), "Ready"), patience).toBe("True");
        uid = (await gate())?.metadata.uid;
        expect((await gate())?.spec.nodePlacement.tolerations).toEqual([{ operator: "Exists" }]);
        expect(cluster.operator.refusals()).toEqual([]);
      });

      test("a value changes the custom resource, which stays the same object with what the operator wrote", async () => {
        const values = ["--set", "tideGate.flow.limit=50%"];
        succeeded(await onCluster("upgrade", release, join(charts, "tidegate"), ...values));
        const changed = await gate();
        expect(changed?.spec.flow.limit).toBe("50%");
        expect(changed?.spec.nodePlacement.tolerations).toEqual([{ operator: "Exists" }]);
        expect(changed?.metadata.uid).toBe(uid);
        await expect
          .poll(async () => (await gate())?.status?.observedGeneration, patience)
          .toBe(changed?.metadata.generation);
      });

      test("while there is work, uninstalling fails with the operator's own words, and nothing is deleted", async () => {
        const values = ["defaultSpringtides", "springtides"].flatMap((name) => [
          `--set=webhooks.${name}.failurePolicy=Ignore`,
          `--set=webhooks.${name}.timeoutSeconds=1`,
        ]);
        succeeded(await onCluster("upgrade", release, join(charts, "tidegate"), ...values));
        succeeded(await ground.kubectl(["apply", "-f", "-"], { stdin: springTide }));
        const full = await listEverything(ground.api);
        expect((await onCluster("uninstall", release)).status).toBe(1);
        // Helm itself repeats these words from 3.18 on; before that, they are to be had from the Job alone.
        const log = await ground.kubectl(["logs", `job/${release}-uninstall`, "--namespace", namespace]);
        expect(log.stdout).toContain(tidegateRefusal);
        // A hook, which comes back with the next upgrade.
        const configMap = `ConfigMap ${namespace}/${release}-uninstall`;
        expect(compareContent(full, await listEverything(ground.api)).removed).toEqual([configMap]);
        expect((await gate())?.metadata.deletionTimestamp).toBeUndefined();
        succeeded(await ground.kubectl(["delete", "springtide", "backup", "-n", namespace]));
      });

      test("then a second try deletes the custom resource first, and leaves the kept CRDs and nothing else", async () => {
        succeeded(await onCluster("uninstall", release));
        expect(await gate()).toBeUndefined();
        succeeded(await onCluster("uninstall", "tidegate-crd"));
        const difference = async () => compareContent(before, await listEverything(ground.api));
        await expect.poll(difference, calmPatience).toEqual({
          added: keptCrds,
          removed: [],
          changed: [],
        });
      });
    });
  });
});
