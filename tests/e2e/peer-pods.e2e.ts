// The whole peer pods installation as one release: the daemon for a provider that one value chooses, and the charts that
// it depends on, from a branch with nothing published.

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../cli/called.ts";
import { peerPods } from "../components/peer-pods-projects.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import {
  type ClusterContent,
  compareContent,
  listEverything,
} from "../support/proving-ground/cluster-content.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import {
  describeWithProvingGround,
  type ProvingGround,
  startProvingGround,
} from "../support/proving-ground/proving-ground.ts";
import { calmPatience, helmIn, succeeded } from "../support/proving-ground/releases.ts";
import { repositoryFolder } from "../support/repository.ts";

const namespace = "confidential-containers-system";
const webhookNamespace = "peer-pods-webhook-system";
const versions = ["v0.17.0", "v0.18.0"] as const;

interface Settings extends ClusterObject {
  readonly data: Readonly<Record<string, string>>;
}

describeWithCorpus("an installation of peer pods", (corpus) => {
  describeWithProvingGround("as one release", () => {
    describeWithEachHelm("with its components", (helm) => {
      let ground: ProvingGround;
      let before: ClusterContent;

      beforeAll(async () => {
        ground = await startProvingGround();
        const { folder } = ground.controlPlane;
        for (const version of versions) {
          const project = join(folder, version);
          writeFiles(project, peerPods(corpus, version));
          expect(await call(["build", "peer-pods"], { folder: project })).toMatchObject({ code: 0 });
        }
        const apis = join(repositoryFolder, "tests/e2e/foreign-apis.yaml");
        succeeded(await ground.kubectl(["apply", "--filename", apis]));
        succeeded(await ground.kubectl(["create", "namespace", namespace]));
        before = await listEverything(ground.api);
      });
      afterAll(async () => {
        await ground?.stop();
      });

      const chart = (version: (typeof versions)[number]) =>
        join(ground.controlPlane.folder, version, "peer-pods/charts/peer-pods");
      const onCluster = helmIn(() => ground, helm, namespace);
      const settings = () =>
        ground.api.get<Settings>(`/api/v1/namespaces/${namespace}/configmaps/peer-pods-cm`);
      const deployment = (where: string, name: string) =>
        ground.api.get(`/apis/apps/v1/namespaces/${where}/deployments/${name}`);
      const nothingIsLeft = async () => {
        succeeded(await onCluster("uninstall", "peer-pods"));
        const difference = async () => compareContent(before, await listEverything(ground.api));
        await expect.poll(difference, calmPatience).toEqual({ added: [], removed: [], changed: [] });
      };
      // Kept by default, since all peer pods go with it.
      const all = "--set=controller.crds.keep=false";

      test.each(
        versions.flatMap((version) => ["libvirt", "docker"].map((provider) => ({ version, provider }))),
      )(
        "of $version: provider=$provider is all that it takes, and nothing is left",
        async ({ version, provider }) => {
          const flags = [`--set=provider=${provider}`, all];
          succeeded(await onCluster("install", "peer-pods", chart(version), ...flags));
          expect((await settings())?.data).toMatchObject({ CLOUD_PROVIDER: provider });
          expect(await deployment(namespace, "peerpod-ctrl-controller-manager")).toBeDefined();
          await nothingIsLeft();
        },
      );

      test("an upgrade leads from v0.17.0 to v0.18.0", async () => {
        const flags = ["--set=provider=libvirt,providerConfigs.libvirt.LIBVIRT_POOL=fast", all];
        succeeded(await onCluster("install", "peer-pods", chart("v0.17.0"), ...flags));
        succeeded(await onCluster("upgrade", "peer-pods", chart("v0.18.0"), "--reset-then-reuse-values"));
        expect((await settings())?.data).toMatchObject({ LIBVIRT_POOL: "fast" });
        await nothingIsLeft();
      });

      test("the webhook comes with a namespace of its own, which goes with it", async () => {
        succeeded(
          await onCluster(
            ...["install", "peer-pods", chart("v0.18.0"), "--set=provider=libvirt,webhook.enabled=true", all],
            `--set=webhook.namespaceOverride=${webhookNamespace},webhook.createNamespace=true`,
          ),
        );
        expect(await deployment(webhookNamespace, "peer-pods-webhook-controller-manager")).toBeDefined();
        expect(await deployment(namespace, "peerpod-ctrl-controller-manager")).toBeDefined();
        succeeded(
          await onCluster(
            "upgrade",
            "peer-pods",
            chart("v0.18.0"),
            "--reset-then-reuse-values",
            "--set=provider=docker",
          ),
        );
        expect((await settings())?.data).toMatchObject({ CLOUD_PROVIDER: "docker" });
        expect(await deployment(webhookNamespace, "peer-pods-webhook-controller-manager")).toBeDefined();
        await nothingIsLeft();
      });
    });
  });
});
