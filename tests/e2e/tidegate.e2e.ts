// The life of the example operator in its default layout: two charts, installed, upgraded and uninstalled with real Helm
// on a proving ground, with nothing left but the CRDs that are kept.

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import type { ProcessResult } from "../support/process.ts";
import {
  type ClusterContent,
  compareContent,
  listEverything,
} from "../support/proving-ground/cluster-content.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import { type OperatorStandIn, startOperator } from "../support/proving-ground/operator-stand-in.ts";
import {
  describeWithProvingGround,
  type ProvingGround,
  startProvingGround,
} from "../support/proving-ground/proving-ground.ts";
import { repositoryFolder } from "../support/repository.ts";

interface TideGate extends ClusterObject {
  readonly spec: {
    readonly flow: { readonly limit: string };
    readonly nodePlacement: { readonly tolerations?: readonly unknown[] };
  };
  readonly status?: {
    readonly observedGeneration: number;
    readonly conditions: readonly { readonly type: string; readonly status: string }[];
  };
}

const charts = join(repositoryFolder, "examples", "tidegate", "charts");
const namespace = "tidegate-system";
const gatePath = "/apis/tidegate.example.org/v1/tidegates/uplink";
const refusal = "There are still spring tides; let them run out, or delete them, before the gate goes.";
const patience = { timeout: 60_000, interval: 250 };

const springTide = `
apiVersion: tidegate.example.org/v1alpha1
kind: SpringTide
metadata: {name: backup, namespace: ${namespace}}
spec: {gate: uplink}
`;

describeWithProvingGround("tidegate, as crds-and-main", () => {
  describeWithEachHelm("lives and ends", (helm) => {
    let ground: ProvingGround;
    let operator: OperatorStandIn;
    let before: ClusterContent;

    beforeAll(async () => {
      ground = await startProvingGround();
      succeeded(await ground.kubectl(["apply", "-f", join(repositoryFolder, "tests/e2e/foreign-apis.yaml")]));
      succeeded(await ground.kubectl(["wait", "crd", "--all", "--for=condition=Established"]));
      succeeded(await ground.kubectl(["create", "namespace", namespace]));
      // In place of cert-manager.
      const secret = ["create", "secret", "generic", "tidegate-webhook-tls", "--from-literal=tls.crt=none"];
      succeeded(await ground.kubectl([...secret, "--namespace", namespace]));
      operator = await startOperator(ground.controlPlane, {
        resource: { group: "tidegate.example.org", version: "v1", plural: "tidegates" },
        deployment: { namespace, name: "tidegate-controller" },
        finalizer: "tidegate.example.org/open",
        defaults: { nodePlacement: { tolerations: [{ operator: "Exists" }] } },
        finalizationMilliseconds: 1000,
        guard: {
          name: "tidegate-open",
          workloads: { group: "tidegate.example.org", version: "v1alpha1", plural: "springtides" },
          message: refusal,
        },
        // Tidegate itself has no webhook on its gates, and no right to make one.
        extraRights: {
          serviceAccount: "tidegate-controller",
          rules: [
            {
              apiGroups: ["admissionregistration.k8s.io"],
              resources: ["validatingwebhookconfigurations"],
              verbs: ["get", "create", "delete"],
            },
          ],
        },
      });
      before = await listEverything(ground.api);
    });

    afterAll(async () => {
      await operator?.stop();
      await ground?.stop();
    });

    const onCluster = async (...args: readonly string[]): Promise<ProcessResult> =>
      ground.helm(helm, [...args, "--namespace", namespace]);
    const gate = (): Promise<TideGate | undefined> => ground.api.get<TideGate>(gatePath);
    const condition = async (type: string): Promise<string | undefined> =>
      (await gate())?.status?.conditions.find((found) => found.type === type)?.status;
    let uid: string | undefined;

    test("the charts install, one after the other, and their Pods become ready", async () => {
      succeeded(await onCluster("install", "tidegate-crd", join(charts, "tidegate-crd")));
      succeeded(await onCluster("install", "tidegate", join(charts, "tidegate"), "--wait", "--timeout=2m"));
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
      await expect.poll(() => condition("Ready"), patience).toBe("True");
      uid = (await gate())?.metadata.uid;
      expect((await gate())?.spec.nodePlacement.tolerations).toEqual([{ operator: "Exists" }]);
      expect(operator.refusals()).toEqual([]);
    });

    test("a value changes the custom resource, which stays the same object with what the operator wrote", async () => {
      const values = ["--set", "tideGate.flow.limit=50%"];
      succeeded(await onCluster("upgrade", "tidegate", join(charts, "tidegate"), ...values));
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
      succeeded(await onCluster("upgrade", "tidegate", join(charts, "tidegate"), ...values));
      succeeded(await ground.kubectl(["apply", "-f", "-"], { stdin: springTide }));
      const full = await listEverything(ground.api);
      expect((await onCluster("uninstall", "tidegate")).status).toBe(1);
      // Helm itself repeats these words from 3.18 on; before that, they are to be had from the Job alone.
      const log = await ground.kubectl(["logs", "job/tidegate-uninstall", "--namespace", namespace]);
      expect(log.stdout).toContain(refusal);
      expect(compareContent(full, await listEverything(ground.api)).removed).toEqual([]);
      expect((await gate())?.metadata.deletionTimestamp).toBeUndefined();
      succeeded(await ground.kubectl(["delete", "springtide", "backup", "-n", namespace]));
    });

    test("then a second try deletes the custom resource first, and leaves the kept CRDs and nothing else", async () => {
      succeeded(await onCluster("uninstall", "tidegate"));
      expect(await gate()).toBeUndefined();
      succeeded(await onCluster("uninstall", "tidegate-crd"));
      const difference = async () => compareContent(before, await listEverything(ground.api));
      await expect.poll(difference, { ...patience, interval: 1000 }).toEqual({
        added: ["springtides", "tidegates"].map(
          (plural) => `apiextensions.k8s.io/CustomResourceDefinition ${plural}.tidegate.example.org`,
        ),
        removed: [],
        changed: [],
      });
    });
  });
});

/** Shows what a program said when it did not succeed. */
function succeeded({ status, stdout, stderr }: ProcessResult): void {
  expect({ status, said: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, said: "" });
}
