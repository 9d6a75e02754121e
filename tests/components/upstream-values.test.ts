// Values files for the chart that peer pods publish, given as they are to the one that is compiled of their sources.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { field, type Json } from "../../src/kubernetes/object.ts";
import { printYaml } from "../../src/yaml/print.ts";
import { call } from "../cli/called.ts";
import { type Objects, objectsOf } from "../oracle/rendered-charts.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { writeFiles } from "../support/folder-content.ts";
import { type Helm, helms } from "../support/helm.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import { upstreamPeerPods } from "./upstream-values-projects.ts";

const namespace = "confidential-containers-system";
const daemonSet = `DaemonSet ${namespace}/cloud-api-adaptor-daemonset`;
const account = `ServiceAccount ${namespace}/cloud-api-adaptor`;
const settings = `ConfigMap ${namespace}/peer-pods-cm`;
const controller = `Deployment ${namespace}/peerpod-ctrl-controller-manager`;
const webhook = `Deployment ${namespace}/peer-pods-webhook-controller-manager`;
const mutating = "MutatingWebhookConfiguration peer-pods-webhook-mutating-webhook-configuration";
const container = (index: number, ...path: readonly (string | number)[]) => [
  "spec",
  "template",
  "spec",
  "containers",
  index,
  ...path,
];
const labels = ["spec", "template", "metadata", "labels"];

/** Where a value shows: the object, the path in it, and what stands there. */
type Shown = readonly [object: string, path: readonly (string | number)[], shown: Json | undefined];

interface Row {
  readonly keys: string;
  readonly values: Json;
  readonly shows: readonly Shown[];
}

/** The keys of the published values.yaml, set to something else. */
const rows: readonly Row[] = [
  {
    keys: "image.name and image.tag",
    values: { image: { name: "mirror.example.org/caa", tag: "latest" } },
    shows: [[daemonSet, container(0, "image"), "mirror.example.org/caa:latest"]],
  },
  {
    keys: "image.tag, as the file of libvirt has it",
    values: { provider: "libvirt", image: { tag: "v9-dev" } },
    shows: [[daemonSet, container(0, "image"), "quay.io/confidential-containers/cloud-api-adaptor:v9-dev"]],
  },
  {
    keys: "limit",
    values: { provider: "aws", limit: "25" },
    shows: [[settings, ["data", "PEERPODS_LIMIT_PER_NODE"], "25"]],
  },
  {
    keys: "tlsProfile",
    values: { tlsProfile: { minVersion: "VersionTLS12", cipherSuites: "A,B" } },
    shows: [
      [settings, ["data", "TLS_MIN_VERSION"], "VersionTLS12"],
      [settings, ["data", "TLS_CIPHER_SUITES"], "A,B"],
    ],
  },
  {
    keys: "tlsProfile, empty",
    values: { tlsProfile: { minVersion: "", cipherSuites: "" } },
    shows: [
      [settings, ["data", "TLS_MIN_VERSION"], undefined],
      [settings, ["data", "TLS_CIPHER_SUITES"], undefined],
    ],
  },
  {
    keys: "daemonset",
    values: {
      daemonset: {
        updateStrategy: { maxUnavailable: 0, maxSurge: 2 },
        podLabels: { "azure.workload.identity/use": "true" },
        serviceAccount: { annotations: { "azure.workload.identity/client-id": "c" } },
      },
    },
    shows: [
      [
        daemonSet,
        ["spec", "updateStrategy"],
        { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 2 } },
      ],
      [daemonSet, labels, { app: "cloud-api-adaptor", "azure.workload.identity/use": "true" }],
      [account, ["metadata", "annotations", "azure.workload.identity/client-id"], "c"],
    ],
  },
  {
    keys: "provider, providerConfigs and providerSecrets",
    values: {
      provider: "aws",
      providerConfigs: { aws: { PODVM_AMI_ID: 'ami-"1"', AWS_REGION: "eu" } },
      providerSecrets: { aws: { AWS_ACCESS_KEY_ID: "id" } },
    },
    shows: [
      [settings, ["data", "CLOUD_PROVIDER"], "aws"],
      [settings, ["data", "PODVM_AMI_ID"], 'ami-"1"'],
      [settings, ["data", "AWS_REGION"], "eu"],
      [`Secret ${namespace}/peer-pods-secret`, ["data", "AWS_ACCESS_KEY_ID"], "aWQ="],
    ],
  },
  {
    keys: "a provider without an overlay",
    values: {
      provider: "vsphere",
      providerConfigs: { vsphere: { GOVC_DATACENTER: "d", GOVC_URL: "" } },
      providerSecrets: { vsphere: { GOVC_PASSWORD: "p", GOVC_THUMBPRINT: "", GOVC_USERNAME: "" } },
    },
    shows: [
      [settings, ["data", "GOVC_DATACENTER"], "d"],
      [
        daemonSet,
        container(0, "image"),
        "quay.io/confidential-containers/cloud-api-adaptor:a5f492482236b9fc4a77088efe6b4c2159ae6a03",
      ],
    ],
  },
  {
    keys: "the SSH keys of a provider",
    values: { provider: "byom", providerSecrets: { byom: { id_rsa: "key\n", id_rsa_pub: "public\n" } } },
    shows: [
      [`Secret ${namespace}/ssh-key-secret`, ["data", "id_rsa"], Buffer.from("key\n").toString("base64")],
      [
        `Secret ${namespace}/ssh-key-secret`,
        ["data", "id_rsa.pub"],
        Buffer.from("public\n").toString("base64"),
      ],
    ],
  },
  {
    keys: "secrets.mode, existingSecretName and existingSshKeySecretName",
    values: {
      provider: "libvirt",
      secrets: {
        mode: "reference",
        existingSecretName: "mine",
        existingSshKeySecretName: "keys",
        existingTlsSecretName: "",
      },
    },
    shows: [
      [daemonSet, container(0, "envFrom", 0, "secretRef", "name"), "mine"],
      [daemonSet, ["spec", "template", "spec", "volumes", 0, "secret", "secretName"], "keys"],
      [`Secret ${namespace}/peer-pods-secret`, [], undefined],
    ],
  },
  {
    keys: "secrets.tlsCerts",
    values: { secrets: { tlsCerts: { caCert: "ca", clientCert: "cert", clientKey: "key" } } },
    shows: [
      [
        `Secret ${namespace}/certs-for-tls`,
        ["data"],
        { "ca.crt": "Y2E=", "client.crt": "Y2VydA==", "client.key": "a2V5" },
      ],
    ],
  },
  {
    keys: "resourceCtrl.enabled",
    values: { resourceCtrl: { enabled: false } },
    shows: [[controller, [], undefined]],
  },
  {
    keys: "the values of resourceCtrl",
    values: {
      resourceCtrl: {
        namePrefix: "peerpodctrl-",
        image: { repository: "mirror.example.org/ctrl", tag: "v1", pullPolicy: "Never" },
        authProxy: { enabled: true, image: "registry.k8s.io/kubebuilder/kube-rbac-proxy:v0.14.0" },
        podLabels: { a: "b" },
        serviceAccount: { annotations: { c: "d" } },
      },
    },
    shows: [
      [controller, container(1, "image"), "mirror.example.org/ctrl:v1"],
      [controller, container(1, "imagePullPolicy"), "Never"],
      [controller, container(0, "image"), "registry.k8s.io/kubebuilder/kube-rbac-proxy:v0.14.0"],
      [controller, [...labels, "a"], "b"],
      [`ServiceAccount ${namespace}/peerpod-ctrl-controller-manager`, ["metadata", "annotations", "c"], "d"],
    ],
  },
  {
    keys: "the values of webhook",
    values: {
      webhook: {
        enabled: true,
        namePrefix: "peer-pods-webhook-",
        namespaceOverride: "",
        replicas: 3,
        image: { repository: "mirror.example.org/webhook", tag: "v1", pullPolicy: "IfNotPresent" },
        resources: { limits: { cpu: "1" } },
        webhook: {
          targetRuntimeClass: "kata",
          podVMExtendedResource: "pods.example.org/vm",
          failurePolicy: "Ignore",
        },
        tlsMinVersion: "VersionTLS13",
        tlsCipherSuites: "",
        certManager: { enabled: true },
      },
    },
    shows: [
      [webhook, ["spec", "replicas"], 3],
      [webhook, container(0, "image"), "mirror.example.org/webhook:v1"],
      [webhook, container(0, "imagePullPolicy"), "IfNotPresent"],
      [webhook, container(0, "resources", "limits"), { cpu: "1", memory: "128Mi" }],
      [
        webhook,
        container(0, "env"),
        [
          { name: "TARGET_RUNTIMECLASS", value: "kata" },
          { name: "POD_VM_EXTENDED_RESOURCE", value: "pods.example.org/vm" },
          { name: "TLS_MIN_VERSION", value: "VersionTLS13" },
        ],
      ],
      [mutating, ["webhooks", 0, "failurePolicy"], "Ignore"],
      [
        mutating,
        ["metadata", "annotations", "cert-manager.io/inject-ca-from"],
        `${namespace}/peer-pods-webhook-serving-cert`,
      ],
    ],
  },
  {
    keys: "webhook.certManager.enabled",
    values: { webhook: { enabled: true, certManager: { enabled: false } } },
    shows: [[mutating, ["metadata", "annotations", "cert-manager.io/inject-ca-from"], undefined]],
  },
  {
    keys: "webhook.namespaceOverride",
    values: { webhook: { enabled: true, namespaceOverride: "peer-pods-webhook-system" } },
    shows: [
      [webhook, [], undefined],
      ["Deployment peer-pods-webhook-system/peer-pods-webhook-controller-manager", ["spec", "replicas"], 2],
    ],
  },
  {
    keys: "the values of kata-deploy",
    values: {
      "kata-deploy": {
        enabled: true,
        snapshotter: { setup: ["nydus"] },
        shims: { remote: { enabled: true } },
      },
    },
    shows: [[daemonSet, ["kind"], "DaemonSet"]],
  },
];

const refusals = [
  { name: "another prefix of names", values: { resourceCtrl: { namePrefix: "x-" } }, says: /namePrefix/ },
  {
    name: "a controller without its proxy",
    values: { resourceCtrl: { authProxy: { enabled: false } } },
    says: /enabled/,
  },
  {
    name: "one setting under both of its names",
    values: { provider: "aws", limit: "5", providerConfigs: { aws: { PEERPODS_LIMIT_PER_NODE: "6" } } },
    says: /limit is another name of providerConfigs\.<provider>\.PEERPODS_LIMIT_PER_NODE, and the two are set to different values/,
  },
  { name: "a key that nobody knows", values: { daemonset: { podLabel: {} } }, says: /podLabel/ },
];

describeWithCorpus("values files of the published chart of peer pods", (corpus) => {
  let folder: string;
  const render = (helm: Helm, values: Json) =>
    helm.template(
      ["peerpods", join(folder, "peer-pods/charts/peerpods"), "--namespace", namespace, "--values", "-"],
      { stdin: `${printYaml(values)}\n` },
    );

  beforeAll(async () => {
    folder = makeFolder();
    writeFiles(folder, upstreamPeerPods(corpus));
    expect(await call(["build", "peer-pods"], { folder })).toMatchObject({ code: 0 });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(helms().map((helm) => ({ helm, version: helm.version })))(
    "with Helm $version",
    ({ helm }) => {
      test.each(rows)("$keys", async ({ values, shows }) => {
        const { stdout, stderr } = await render(helm, values);
        expect(stderr).not.toContain("Error");
        const objects: Objects = objectsOf(stdout);
        for (const [object, path, shown] of shows) {
          const found = field(objects[object], ...path);
          expect([object, path, found]).toEqual([object, path, shown]);
        }
      });

      test.each(refusals)("$name is refused", async ({ values, says }) => {
        const { status, stderr } = await render(helm, values);
        expect(stderr).toMatch(says);
        expect(status).not.toBe(0);
      });
    },
  );

  test("the charts equal their sources", async () => {
    const flags = helms().flatMap(({ path }) => ["--helm", path]);
    const { stdout } = await call(["verify", "peer-pods", ...flags], { folder });
    expect(stdout).toContain("Verified: the charts equal their source.");
  }, 600_000);
});
