// Projects whose charts take the values of the chart that peer pods publish: every key of its values.yaml and of those of
// its two subcharts is there under its own path, as another name, or as what it can only be.

import { readFileSync } from "node:fs";
import type { Corpus } from "../support/corpus.ts";
import { projectFile } from "./harbour-projects.ts";

const version = "v0.18.0";

/** The providers of the published chart, by the overlay of the corpus; vsphere has none. */
const overlays: Readonly<Record<string, string>> = {
  alibabacloud: "alibabacloud",
  aws: "aws",
  azure: "azure",
  byom: "byom",
  docker: "docker",
  gcp: "gcp",
  ibmcloud: "ibmcloud",
  "ibmcloud-powervs": "ibmcloud-powervs",
  // A later release calls it so.
  ibmcloudpowervs: "ibmcloud-powervs",
  libvirt: "libvirt",
};

const daemon = `chart: { version: 0.18.0 }
flags:
  groups:
    vsphere:
      settings:
        - { env: GOVC_DATACENTER }
        - { env: GOVC_URL }
        - { env: GOVC_USERNAME, secret: true }
        - { env: GOVC_PASSWORD, secret: true }
        - { env: GOVC_THUMBPRINT, secret: true }
providers:
  default: libvirt
  configMap: peer-pods-cm
  variable: CLOUD_PROVIDER
  secret: peer-pods-secret
  files:
    ssh-key-secret:
      providers: [libvirt, byom, azure]
      keys: { id_rsa: id_rsa, id_rsa.pub: id_rsa_pub }
      existing: existingSshKeySecretName
    certs-for-tls:
      values: tlsCerts
      keys: { ca.crt: caCert, client.crt: clientCert, client.key: clientKey }
  overlays:
${Object.entries(overlays)
  .map(([name, overlay]) => `    ${name}: { sources: [{ path: overlays/${overlay}.yaml }] }\n`)
  .join("")}values:
  rename:
    cloudApiAdaptorDaemonset: daemonset
    cloudApiAdaptorDaemonset.image: image
  alias:
    image.name: image.repository
    limit: providerConfigs.<provider>.PEERPODS_LIMIT_PER_NODE
    tlsProfile.minVersion: providerConfigs.<provider>.TLS_MIN_VERSION
    tlsProfile.cipherSuites: providerConfigs.<provider>.TLS_CIPHER_SUITES
    daemonset.updateStrategy: daemonset.strategy.rollingUpdate
  accept:
    # No overlay mounts certificates.
    secrets.existingTlsSecretName: ""
components:
  - { project: ../controller, alias: resourceCtrl }
  - { project: ../webhook, alias: webhook, enabled: false }
  - chart: kata-deploy
    repository: oci://ghcr.io/kata-containers/kata-deploy-charts
    version: 3.25.0
    enabled: false
`;

const controller = `sources: [{ path: install.yaml }]
values:
  rename:
    peerpodCtrlControllerManager: manager
    peerpodCtrlControllerManager.image: image
    peerpodCtrlControllerManager.podLabels: podLabels
    peerpodCtrlControllerManager.serviceAccount: serviceAccount
  alias:
    authProxy.image: manager.containers.kubeRbacProxy.image
  accept:
    # The operator's own names stay, and so does the proxy, which its other container counts on.
    namePrefix: peerpodctrl-
    authProxy.enabled: true
`;

const webhook = `sources: [{ path: install.yaml }]
values:
  rename:
    controllerManager: manager
    controllerManager.image: image
    controllerManager.replicas: replicas
    controllerManager.resources: resources
    webhooks.mwebhook.failurePolicy: webhook.failurePolicy
  alias:
    webhook.targetRuntimeClass: manager.env.TARGET_RUNTIMECLASS
    webhook.podVMExtendedResource: manager.env.POD_VM_EXTENDED_RESOURCE
    tlsMinVersion: manager.env.TLS_MIN_VERSION
    tlsCipherSuites: manager.env.TLS_CIPHER_SUITES
    certManager.enabled:
      value: certificates.mode
      choices: { "true": cert-manager, "false": manual }
  accept: { namePrefix: peer-pods-webhook- }
`;

/** The files of the projects `peer-pods`, `controller` and `webhook`. */
export function upstreamPeerPods(corpus: Corpus): Readonly<Record<string, string>> {
  const source = (name: string) => readFileSync(corpus.path(`corpus/peerpods/${version}/${name}`), "utf8");
  const names = [...new Set(Object.values(overlays))];
  return {
    ...Object.fromEntries(
      names.map((name) => [`peer-pods/overlays/${name}.yaml`, source(`caa-${name}.yaml`)]),
    ),
    "peer-pods/chartwright.yaml": projectFile("peerpods", daemon),
    "controller/chartwright.yaml": projectFile("peerpodctrl", controller),
    "controller/install.yaml": source("peerpod-ctrl.yaml"),
    "webhook/chartwright.yaml": projectFile("peerpods-webhook", webhook),
    "webhook/install.yaml": source("webhook.yaml"),
  };
}
