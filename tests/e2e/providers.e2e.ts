// A release of a chart for several providers, on a cluster: settings, secrets from each of their places, another provider,
// and what starts Pods again. With examples/mooring and its controller.

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../cli/called.ts";
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
import { calmPatience, helmIn, patience, refused, succeeded } from "../support/proving-ground/releases.ts";
import { repositoryFolder } from "../support/repository.ts";

interface Data extends ClusterObject {
  readonly data?: Readonly<Record<string, string>>;
}

interface DaemonSet extends ClusterObject {
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
      readonly spec: {
        readonly containers: readonly {
          readonly image: string;
          readonly envFrom: readonly Readonly<Record<string, { readonly name: string }>>[];
        }[];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

const namespace = "mooring-system";
const objects = `/api/v1/namespaces/${namespace}`;
const policies = `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies`;
const externalSecrets = `/apis/external-secrets.io/v1/namespaces/${namespace}/externalsecrets`;
const daemonSet = `/apis/apps/v1/namespaces/${namespace}/daemonsets/mooring-daemon`;

/** What must arrive byte for byte: line ends of all kinds, and what looks like a template. */
const sshKey = Buffer.from("-----BEGIN\r\nkey {{ }}\n\n", "utf8");
const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");

describeWithProvingGround("a release for one of several providers", () => {
  describeWithEachHelm("of mooring", (helm) => {
    let ground: ProvingGround;
    let chart: string;
    let next: string;
    let before: ClusterContent;

    beforeAll(async () => {
      ground = await startProvingGround();
      const { folder } = ground.controlPlane;
      const built = async (name: string, version: string): Promise<string> => {
        const project = join(folder, name);
        cpSync(join(repositoryFolder, "examples/mooring"), project, { recursive: true });
        const file = join(project, "chartwright.yaml");
        const text = readFileSync(file, "utf8").replace("  version: 0.4.0\n", `  version: ${version}\n`);
        writeFileSync(file, text);
        expect(await call(["build", name], { folder })).toMatchObject({ code: 0 });
        return join(project, "charts/mooring");
      };
      chart = await built("now", "0.4.0");
      next = await built("next", "0.5.0");
      writeFileSync(join(folder, "id_ed25519"), sshKey);
      const crd = join(repositoryFolder, "tests/e2e/external-secrets.yaml");
      succeeded(await ground.kubectl(["apply", "--filename", crd]));
      succeeded(await ground.kubectl(["wait", "crd", "--all", "--for=condition=Established"]));
      succeeded(await ground.kubectl(["create", "namespace", namespace]));
      const secret = ["create", "secret", "generic", "own-credentials", "--from-literal=DOCK_TOKEN=own"];
      succeeded(await ground.kubectl([...secret, "--namespace", namespace]));
      before = await listEverything(ground.api);
    });
    afterAll(async () => {
      await ground?.stop();
    });

    const onCluster = helmIn(() => ground, helm, namespace);
    const upgrade = (...flags: readonly string[]) =>
      onCluster("upgrade", "mooring", chart, "--reset-then-reuse-values", ...flags);
    const data = async (kind: string, name: string) => {
      const found = await ground.api.get<Data>(`${objects}/${kind}/${name}`);
      return found && (found.data ?? {});
    };
    const daemon = async (): Promise<DaemonSet> => {
      const found = await ground.api.get<DaemonSet>(daemonSet);
      if (!found) throw new Error("there is no daemon");
      return found;
    };
    const envFrom = async () =>
      (await daemon()).spec.template.spec.containers[0]?.envFrom.flatMap((source) =>
        Object.values(source).map(({ name }) => name),
      );
    const pods = async () => {
      const list = await ground.api.get<{ readonly items: readonly ClusterObject[] }>(
        `${objects}/pods?labelSelector=app=mooring-daemon`,
      );
      return (list?.items ?? [])
        .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
        .map(({ metadata }) => metadata.uid);
    };

    /** Runs `change`, and sees whether the Pods start again. */
    async function restarts(change: () => Promise<void>): Promise<boolean> {
      await expect.poll(async () => (await pods()).length, patience).toBe(1);
      const [old, uids] = [await daemon(), await pods()];
      await change();
      const { metadata, spec } = await daemon();
      const sum = (one: DaemonSet) => one.spec.template.metadata.annotations?.["checksum/settings"];
      expect(sum(old)).toMatch(/^[0-9a-f]{64}$/);
      if (metadata.generation === old.metadata.generation) {
        expect(spec).toEqual(old.spec);
        expect(await pods()).toEqual(uids);
        return false;
      }
      expect(sum({ metadata, spec })).not.toBe(sum(old));
      await expect.poll(pods, patience).not.toEqual(uids);
      return true;
    }

    test("is refused without what the provider must have, and nothing is there", async () => {
      expect(refused(await onCluster("install", "mooring", chart, "--set=provider=dock"))).toMatch(
        /DOCK_BASIN/,
      );
      const difference = compareContent(before, await listEverything(ground.api));
      expect(difference).toEqual({ added: [], removed: [], changed: [] });
    });

    test("has the provider's settings, and its secrets in a Secret alone", async () => {
      const settings = "provider=dock,providerConfigs.dock.DOCK_NAME=north,providerConfigs.dock.DOCK_BASIN=1";
      const flags = [`--set=${settings}`, "--set=controller.crds.keep=false,secrets.mode=create"];
      const installed = await onCluster(
        ...["install", "mooring", chart, ...flags, "--set-string=providerSecrets.dock.DOCK_TOKEN=hush"],
      );
      succeeded(installed);
      expect(installed.stdout).not.toContain("hush");
      expect(await data("configmaps", "mooring-settings")).toMatchObject({
        MOORING_PROVIDER: "dock",
        DOCK_NAME: "north",
      });
      expect(await data("configmaps", "mooring-settings")).not.toHaveProperty("DOCK_TOKEN");
      expect(await data("secrets", "mooring-credentials")).toEqual({ DOCK_TOKEN: base64("hush") });
      expect(await ground.api.get(`${policies}/mooring-dock`)).toBeDefined();
    });

    test("starts its Pods again for a setting and for a secret, not for a chart's version", async () => {
      const version = async () =>
        succeeded(await onCluster("upgrade", "mooring", next, "--reset-then-reuse-values"));
      const setting = async () => succeeded(await upgrade("--set=providerConfigs.dock.DOCK_NAME=south"));
      const secret = async () =>
        succeeded(await upgrade("--set-string=providerSecrets.dock.DOCK_TOKEN=louder"));
      expect(await restarts(version)).toBe(false);
      expect((await daemon()).metadata.labels?.["helm.sh/chart"]).toBe("mooring-0.5.0");
      expect(await restarts(setting)).toBe(true);
      expect(await restarts(secret)).toBe(true);
      expect(await restarts(async () => succeeded(await upgrade()))).toBe(false);
    });

    test("takes a Secret that is there, and leaves it alone", async () => {
      const flags = "--set=secrets.mode=reference,secrets.existingSecretName=own-credentials";
      expect(await restarts(async () => succeeded(await upgrade(flags)))).toBe(true);
      expect(await envFrom()).toContain("own-credentials");
      expect(await data("secrets", "mooring-credentials")).toBeUndefined();
      expect(await data("secrets", "own-credentials")).toEqual({ DOCK_TOKEN: base64("own") });
    });

    test("asks the External Secrets Operator for its Secret, and takes back what it asked", async () => {
      const flags =
        "--set=secrets.mode=external,secrets.existingSecretName=,secrets.external.secretStoreRef.name=vault";
      succeeded(await upgrade(flags));
      expect(await ground.api.get(`${externalSecrets}/mooring-credentials`)).toMatchObject({
        spec: {
          secretStoreRef: { name: "vault", kind: "SecretStore" },
          target: { name: "mooring-credentials" },
          dataFrom: [{ extract: { key: "mooring-credentials" } }],
        },
      });
      expect(await data("secrets", "mooring-credentials")).toBeUndefined();
      expect(await envFrom()).toContain("mooring-credentials");
      succeeded(await upgrade("--set=secrets.mode=create"));
      expect(await ground.api.get(`${externalSecrets}/mooring-credentials`)).toBeUndefined();
    });

    test("goes to another provider by one value, and what was the old one's own goes", async () => {
      const { image: old } = (await daemon()).spec.template.spec.containers[0] ?? {};
      expect(refused(await upgrade("--set=provider=buoy"))).toMatch(/BUOYS/);
      expect(await data("configmaps", "mooring-settings")).toMatchObject({ MOORING_PROVIDER: "dock" });
      const toBuoy = ["--set=provider=buoy", "--set-string=providerConfigs.buoy.BUOYS=north\\,south"];
      expect(await restarts(async () => succeeded(await upgrade(...toBuoy)))).toBe(true);
      expect(await ground.api.get(`${policies}/mooring-dock`)).toBeUndefined();
      const { containers, volumes } = (await daemon()).spec.template.spec;
      expect(old).toBe("registry.example.org/mooring/daemon:v0.4.0");
      expect(containers[0]?.image).toBe("registry.example.org/mooring/daemon:v0.4.0-buoy");
      expect(volumes.map(({ name }) => name)).not.toContain("dock");
      const settings = await data("configmaps", "mooring-settings");
      expect(settings).toMatchObject({ MOORING_PROVIDER: "buoy", BUOYS: "north,south" });
      expect(settings).not.toHaveProperty("DOCK_NAME");
      expect(await data("secrets", "mooring-credentials")).not.toHaveProperty("DOCK_TOKEN");
    });

    test("has a file as it is", async () => {
      const file = join(ground.controlPlane.folder, "id_ed25519");
      succeeded(await upgrade("--set=provider=pier", `--set-file=providerSecrets.pier.sshKey=${file}`));
      expect(await data("secrets", "mooring-ssh-key")).toEqual({ id_ed25519: sshKey.toString("base64") });
    });

    test("leaves nothing behind", async () => {
      succeeded(await onCluster("uninstall", "mooring"));
      const difference = async () => compareContent(before, await listEverything(ground.api));
      await expect.poll(difference, calmPatience).toEqual({ added: [], removed: [], changed: [] });
    });
  });
});
