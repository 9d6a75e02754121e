// What upgrades of the example operator's release must not break: what others wrote, and the state before one that fails.
// And the test of a release, which is the chart's own. For a release of another Helm see handover.e2e.ts.

import { beforeAll, expect, test } from "vitest";
import { describeWithEachHelm, type Helm } from "../support/helm.ts";
import type { ProcessResult } from "../support/process.ts";
import { compareContent, listEverything } from "../support/proving-ground/cluster-content.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import { describeWithProvingGround } from "../support/proving-ground/proving-ground.ts";
import { readmeBlocks } from "../support/proving-ground/readme-shell.ts";
import { refused, stateOf, succeeded } from "../support/proving-ground/releases.ts";
import { gateCollection } from "./tidegate-cluster.ts";
import { useTidegate } from "./use-tidegate.ts";

interface Deployment extends ClusterObject {
  readonly spec: {
    readonly replicas: number;
    readonly template: { readonly spec: { readonly containers: readonly { readonly image: string }[] } };
  };
}

interface WebhookConfiguration extends ClusterObject {
  readonly webhooks: readonly { readonly clientConfig: { readonly caBundle?: string } }[];
}

const namespace = "tidegate-system";
const release = "tidegate";
const brokenImage = "--set=controller.image.registry=does-not-start.invalid";
const deploymentPath = `/apis/apps/v1/namespaces/${namespace}/deployments/tidegate-controller`;
const webhookPath = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/tidegate";
const injected = Buffer.from("-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n").toString("base64");

function useCharts(helm: Helm) {
  const tidegate = useTidegate(helm, namespace);
  let charts: Awaited<ReturnType<typeof tidegate.compile>>;
  beforeAll(async () => {
    charts = await tidegate.compile("crds-and-main");
  });
  return {
    tidegate,
    chart: (name: string): string => charts.chart(name),
    shell: (commands: string) => tidegate.shell(charts.folder, commands),
    install: async (...values: readonly string[]): Promise<void> => {
      succeeded(await tidegate.run("install", "tidegate-crd", charts.chart("tidegate-crd")));
      succeeded(await tidegate.run("install", release, charts.chart(release), ...values));
      await tidegate.isReady();
    },
    upgrade: (...flags: readonly string[]): Promise<ProcessResult> =>
      tidegate.run("upgrade", release, charts.chart(release), "--reset-then-reuse-values", ...flags),
    deployment: (): Promise<Deployment | undefined> => tidegate.ground().api.get<Deployment>(deploymentPath),
    everything: () => listEverything(tidegate.ground().api),
  };
}

describeWithProvingGround("upgrades", () => {
  describeWithEachHelm("of a release", (helm) => {
    describeLife({ layout: "crds-and-main", strategy: "job", operator: "tidegate" }, helm, () => {
      const { tidegate, chart, shell, install, upgrade, deployment, everything } = useCharts(helm);
      const { run, gate, isReady } = tidegate;

      test("its test succeeds once all is ready, and leaves nothing", async () => {
        await install("--set=tests.enabled=true", "--set=controller.replicas=null", "--wait");
        const full = await everything();
        succeeded(await run("test", release));
        expect(compareContent(full, await everything())).toMatchObject({ added: [], removed: [] });
      });

      test("its test fails while a rollout does not come to its end, and says so", async () => {
        succeeded(await upgrade(brokenImage, "--set=tests.timeout=3s"));
        refused(await run("test", release));
        const { kubectl } = tidegate.ground();
        const log = await kubectl(["logs", "job/tidegate-test", "--all-containers", "-n", namespace]);
        expect(log.stdout).toContain("Waiting for deployment");
        const [wayOut = ""] = readmeBlocks(chart(release), "An upgrade fails");
        succeeded(await shell(wayOut));
        succeeded(await run("test", release));
      });

      test("one that fails, with the flag for that, ends in the state before", async () => {
        const before = {
          image: (await deployment())?.spec.template.spec.containers[0]?.image,
          gate: await gate(),
        };
        const flag = helm.major === "3" ? "--atomic" : "--rollback-on-failure";
        refused(await upgrade(brokenImage, "--set=tideGate.flow.limit=50%", flag, "--timeout=15s"));
        expect(await stateOf(run, release)).toBe("deployed");
        expect((await deployment())?.spec.template.spec.containers[0]?.image).toBe(before.image);
        expect((await gate())?.spec).toEqual(before.gate?.spec);
        expect((await gate())?.metadata.uid).toBe(before.gate?.metadata.uid);
        await isReady();
      });

      test("what others wrote stays: an injected caBundle, an autoscaler's replicas, an edit of the custom resource", async () => {
        const { api, kubectl } = tidegate.ground();
        const bundle = `[{"op":"add","path":"/webhooks/0/clientConfig/caBundle","value":"${injected}"}]`;
        const webhook = ["validatingwebhookconfiguration", "tidegate", "--type=json", "-p", bundle];
        succeeded(await kubectl(["patch", ...webhook, "--field-manager=cert-manager-cainjector"]));
        succeeded(
          await kubectl(["scale", "deployment/tidegate-controller", "--replicas=3", "-n", namespace]),
        );
        const edit = { spec: { flow: { window: "45s" } } };
        await api.merge(`${gateCollection}/uplink?fieldManager=kubectl-edit`, edit);
        for (const value of ["--set=tideGate.flow.limit=60%", "--set=controller.podLabels.tide=low"]) {
          succeeded(await upgrade(value, "--wait"));
        }
        const configuration = await api.get<WebhookConfiguration>(webhookPath);
        expect(configuration?.webhooks[0]?.clientConfig.caBundle).toBe(injected);
        expect((await deployment())?.spec.replicas).toBe(3);
        expect((await gate())?.spec.flow).toMatchObject({ limit: "60%", window: "45s" });
        await isReady();
      });

      test("the release ends as any other, and leaves nothing but the CRDs", async () => {
        succeeded(await run("uninstall", release));
        succeeded(await run("uninstall", "tidegate-crd"));
        await tidegate.leaves();
      });
    });
  });
});
