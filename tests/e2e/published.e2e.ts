// A release of examples/mooring from a registry: the chart, its components and a foreign one, all published before.

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../cli/called.ts";
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
import {
  describeWithRegistry,
  needsPlainHttp,
  publish,
  type Registry,
  startRegistry,
} from "../support/registry.ts";
import { repositoryFolder } from "../support/repository.ts";

interface Data extends ClusterObject {
  readonly data: Readonly<Record<string, string>>;
}

const namespace = "mooring-system";

/** The foreign chart that the example depends on. */
const boatDeploy = {
  "boat-deploy/Chart.yaml": "apiVersion: v2\nname: boat-deploy\nversion: 3.1.0\n",
  "boat-deploy/values.yaml": "boats: []\n",
  "boat-deploy/templates/boats.yaml": `apiVersion: v1
kind: ConfigMap
metadata:
  name: boats
data:
  boats: {{ join "," .Values.boats | quote }}
`,
};

describeWithRegistry("a release from a registry", () => {
  describeWithProvingGround("on a cluster", () => {
    describeWithEachHelm("of mooring", (helm) => {
      let registry: Registry;
      let ground: ProvingGround;
      let before: ClusterContent;

      beforeAll(async () => {
        registry = await startRegistry({ isPlain: needsPlainHttp(helm) });
        ground = await startProvingGround();
        const { folder } = ground.controlPlane;
        const project = join(folder, "mooring");
        cpSync(join(repositoryFolder, "examples/mooring"), project, { recursive: true });
        writeFiles(folder, boatDeploy);
        const file = join(project, "chartwright.yaml");
        const address = `oci://${registry.host}/charts`;
        const text = readFileSync(file, "utf8");
        expect(text).toContain("oci://registry.example.org/charts");
        writeFileSync(file, text.replaceAll("oci://registry.example.org/charts", address));
        expect(await call(["build", "--release", "mooring"], { folder })).toMatchObject({ code: 0 });
        const chart = join(project, "charts/mooring");
        for (const path of [
          join(project, "controller/charts/mooring-controller"),
          join(project, "webhook/charts/mooring-webhook"),
          join(folder, "boat-deploy"),
        ]) {
          await publish(helm, registry, path, "charts");
        }
        succeeded(await helm.run(["dependency", "build", chart, ...registry.helmFlags]));
        await publish(helm, registry, chart, "charts");
        succeeded(await ground.kubectl(["create", "namespace", namespace]));
        before = await listEverything(ground.api);
      });
      afterAll(async () => {
        await ground?.stop();
        await registry?.stop();
      });

      const onCluster = helmIn(() => ground, helm, namespace);
      const fromRegistry = (verb: string, ...flags: readonly string[]) => {
        const address = `oci://${registry.host}/charts/mooring`;
        return onCluster(verb, "mooring", address, "--version=0.4.0", ...flags, ...registry.helmFlags);
      };
      const boats = () => ground.api.get<Data>(`/api/v1/namespaces/${namespace}/configmaps/boats`);
      const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;

      test("brings the components, and the foreign chart with what is preset for it", async () => {
        const flags = "--set=boat-deploy.enabled=true,controller.crds.keep=false";
        succeeded(await fromRegistry("install", flags));
        expect((await boats())?.data).toEqual({ boats: "pier" });
        expect(await ground.api.get(`${deployments}/mooring-controller`)).toBeDefined();
      });

      test("lets one value change the provider, and one switch off a component", async () => {
        const flags = "--set=provider=buoy,boat-deploy.enabled=false";
        const addresses = "--set-string=providerConfigs.buoy.BUOYS=north";
        succeeded(await fromRegistry("upgrade", "--reset-then-reuse-values", flags, addresses));
        expect(await boats()).toBeUndefined();
        const settings = `/api/v1/namespaces/${namespace}/configmaps/mooring-settings`;
        expect((await ground.api.get<Data>(settings))?.data).toMatchObject({ MOORING_PROVIDER: "buoy" });
      });

      test("leaves nothing behind", async () => {
        succeeded(await onCluster("uninstall", "mooring"));
        const difference = async () => compareContent(before, await listEverything(ground.api));
        await expect.poll(difference, calmPatience).toEqual({ added: [], removed: [], changed: [] });
      });
    });
  });
});
