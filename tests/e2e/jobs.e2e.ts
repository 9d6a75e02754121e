// Jobs of an operator, on a cluster where their containers run for real: one makes the Secret that the operator's own
// Pods mount, one uses it afterwards. `--wait` would never end if the first came after the Pods.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import {
  type ClusterContent,
  compareContent,
  listEverything,
} from "../support/proving-ground/cluster-content.ts";
import { type CompiledCharts, compileCharts } from "../support/proving-ground/compiled-charts.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import {
  describeWithProvingGround,
  type ProvingGround,
  startProvingGround,
} from "../support/proving-ground/proving-ground.ts";
import { readmeBlocks, shellOn } from "../support/proving-ground/readme-shell.ts";
import { calmPatience, helmIn, succeeded } from "../support/proving-ground/releases.ts";

const namespace = "harbour";

const manifests = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: quay, namespace: ${namespace}}
spec:
  selector: {matchLabels: {app: quay}}
  template:
    metadata: {labels: {app: quay}}
    spec:
      containers: [{name: quay, image: "registry.example.org/quay:v1.0.0"}]
      volumes: [{name: tls, secret: {secretName: quay-tls}}]
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: tls-maker, namespace: ${namespace}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: tls-maker, namespace: ${namespace}}
rules: [{apiGroups: [""], resources: [secrets], verbs: [get, create, patch, delete]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: tls-maker, namespace: ${namespace}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: tls-maker}
subjects: [{kind: ServiceAccount, name: tls-maker, namespace: ${namespace}}]
---
apiVersion: batch/v1
kind: Job
metadata: {name: make-tls, namespace: ${namespace}}
spec:
  template:
    spec:
      restartPolicy: Never
      serviceAccountName: tls-maker
      initContainers:
      - {name: clear, image: "registry.example.org/kubectl:v1", args: [delete, secret, quay-tls, --ignore-not-found]}
      containers:
      - {name: make, image: "registry.example.org/kubectl:v1", args: [create, secret, generic, quay-tls, --from-literal=tls.crt=none]}
---
apiVersion: batch/v1
kind: Job
metadata: {name: mark-tls, namespace: ${namespace}}
spec:
  template:
    spec:
      restartPolicy: Never
      serviceAccountName: tls-maker
      containers:
      - {name: mark, image: "registry.example.org/kubectl:v1", args: [annotate, secret, quay-tls, marked=yes]}
`;

describeWithProvingGround("an operator whose Pods wait for what a Job makes", () => {
  describeWithEachHelm("installs and upgrades with --wait", (helm) => {
    let ground: ProvingGround;
    let charts: CompiledCharts;
    let before: ClusterContent;

    beforeAll(async () => {
      ground = await startProvingGround();
      const source = join(ground.controlPlane.folder, "quay.yaml");
      writeFileSync(source, manifests);
      charts = await compileCharts(join(ground.controlPlane.folder, "charts"), [source], { name: "quay" });
      succeeded(await ground.kubectl(["create", "namespace", namespace]));
      before = await listEverything(ground.api);
    });
    afterAll(async () => {
      await ground?.stop();
    });

    const onCluster = helmIn(() => ground, helm, namespace);
    const secret = () => ground.api.get<ClusterObject>(`/api/v1/namespaces/${namespace}/secrets/quay-tls`);
    const marked = { metadata: { annotations: { marked: "yes" } } };
    let uid: string | undefined;

    test("the Secret is made before the Pods, and marked after them", async () => {
      succeeded(await onCluster("install", "quay", charts.chart("quay"), "--wait", "--timeout=1m"));
      expect(await secret()).toMatchObject(marked);
      uid = (await secret())?.metadata.uid;
    });

    test("an upgrade runs both again", async () => {
      const values = ["--set=quay.podLabels.step=two"];
      succeeded(
        await onCluster("upgrade", "quay", charts.chart("quay"), "--wait", "--timeout=1m", ...values),
      );
      expect(await secret()).toMatchObject(marked);
      expect((await secret())?.metadata.uid).not.toBe(uid);
    });

    test("the end leaves what the Job made and nothing else", async () => {
      succeeded(await onCluster("uninstall", "quay"));
      const difference = async () => compareContent(before, await listEverything(ground.api));
      await expect.poll(difference, calmPatience).toEqual({
        added: [`Secret ${namespace}/quay-tls`],
        removed: [],
        changed: [],
      });
    });

    test("without a release README's commands run both around all else, and again at the next pass", async () => {
      const shell = shellOn(ground, helm, join(ground.controlPlane.folder, "charts"));
      const [objects = "", first = "", last = ""] = readmeBlocks(charts.chart("quay"), "kubectl");
      const pass = async (): Promise<void> => {
        for (const block of [first, objects.replace(/^kubectl create namespace .*\n/, ""), last]) {
          succeeded(await shell(block));
        }
      };
      succeeded(await ground.kubectl(["delete", "secret", "quay-tls", "--namespace", namespace]));
      await pass();
      expect(await secret()).toMatchObject(marked);
      const rollout = ["rollout", "status", "deployment/quay", "--namespace", namespace, "--timeout=1m"];
      succeeded(await ground.kubectl(rollout));
      uid = (await secret())?.metadata.uid;
      await pass();
      expect(await secret()).toMatchObject(marked);
      expect((await secret())?.metadata.uid).not.toBe(uid);
    });
  });
});
