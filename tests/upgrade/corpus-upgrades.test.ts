// What is told of the CRDs, rights and webhooks of real operators' releases: the errors and warnings, read and found true.
import { expect, test } from "vitest";
import { compareCrds } from "../../src/upgrade/compare-crd.ts";
import { compareRbac } from "../../src/upgrade/compare-rbac.ts";
import { compareWebhooks } from "../../src/upgrade/compare-webhooks.ts";
import type { UpgradeFinding } from "../../src/upgrade/finding.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { releasedFrom } from "./released.ts";

interface Step {
  readonly folder: string;
  readonly older: string;
  readonly newer: string;
  /** Severity, code and what each is of. */
  readonly told: readonly string[];
}

const steps: readonly Step[] = [
  { folder: "kubevirt", older: "v1.7.4", newer: "v1.8.4", told: [] },
  { folder: "kubevirt", older: "v1.8.4", newer: "v1.9.0", told: [] },
  { folder: "cdi", older: "v1.64.0", newer: "v1.65.0", told: [] },
  { folder: "cdi", older: "v1.65.0", newer: "v1.66.0", told: [] },
  {
    folder: "operators/antrea",
    older: "v2.6.3",
    newer: "v2.7.0",
    told: [
      "warning crds/pattern-changed CustomResourceDefinition packetcaptures.crd.antrea.io spec.versions[v1alpha1].schema…spec.fileServer.url",
      "warning rbac/secrets-granted ServiceAccount kube-system/antrea-agent",
      "warning rbac/secrets-granted ServiceAccount kube-system/antrea-controller",
      "warning webhooks/added-failing ValidatingWebhookConfiguration crdvalidator.antrea.io webhooks[cnpvalidator.antrea.io]",
    ],
  },
  { folder: "operators/baremetal-operator", older: "v0.12.6", newer: "v0.13.2", told: [] },
  { folder: "operators/cert-manager", older: "v1.14.4", newer: "v1.15.3", told: [] },
  {
    folder: "operators/cloudnative-pg",
    older: "1.29.2",
    newer: "1.30.0",
    told: [],
  },
  {
    folder: "operators/gatekeeper",
    older: "v3.22.2",
    newer: "v3.23.0",
    told: [
      "warning crds/enum-narrowed CustomResourceDefinition constrainttemplates.templates.gatekeeper.sh spec.versions[v1alpha1].schema…spec.targets[].operations[]",
    ],
  },
  {
    folder: "operators/hyperconverged-cluster-operator",
    older: "v1.17.3",
    newer: "v1.18.1",
    told: [
      "warning crds/default-changed CustomResourceDefinition hyperconvergeds.hco.kubevirt.io spec.versions[v1beta1].schema…spec.featureGates.decentralizedLiveMigration",
      "warning crds/enum-narrowed CustomResourceDefinition networkaddonsconfigs.networkaddonsoperator.network.kubevirt.io spec.versions[v1, v1alpha1].schema…spec.tlsSecurityProfile.custom.ciphers[]",
      "warning rbac/danger-granted ServiceAccount kubevirt-hyperconverged/hyperconverged-cluster-operator",
      "warning rbac/outside-role-bound ServiceAccount kubevirt-hyperconverged/inflightoperations-controller-manager",
      "warning webhooks/added-failing MutatingWebhookConfiguration mutate-hco.kubevirt.io webhooks[mutate-ns-hco.kubevirt.io]",
    ],
  },
  {
    folder: "operators/ibm-spectrum-scale-csi-operator",
    older: "v2.14.3",
    newer: "v3.0.0",
    told: [
      "error crds/required-added CustomResourceDefinition csiscaleoperators.csi.ibm.com spec.versions[v1].schema…spec.localScaleCluster",
    ],
  },
  {
    folder: "operators/keycloak-operator",
    older: "25.0.6",
    newer: "26.0.0",
    told: [
      "error crds/field-removed CustomResourceDefinition keycloakrealmimports.k8s.keycloak.org spec.versions[v2alpha1].schema…spec.realm.realmCacheEnabled",
      "error crds/field-removed CustomResourceDefinition keycloakrealmimports.k8s.keycloak.org spec.versions[v2alpha1].schema…spec.realm.userCacheEnabled",
    ],
  },
  { folder: "operators/longhorn", older: "v1.11.3", newer: "v1.12.1", told: [] },
  {
    folder: "operators/metallb",
    older: "v0.15.3",
    newer: "v0.16.1",
    told: [],
  },
  { folder: "operators/node-feature-discovery", older: "v0.18.3", newer: "v0.19.0", told: [] },
  { folder: "operators/virt-template", older: "v0.1.8", newer: "v0.2.2", told: [] },
];

describeWithCorpus("upgrades of operators", ({ path }) => {
  test.each(steps)("$folder $older to $newer", async ({ folder, older, newer, told }) => {
    const [before, after] = await Promise.all(
      [older, newer].map((version) => releasedFrom(path(`corpus/${folder}/${version}`))),
    );
    const started = performance.now();
    const findings = [
      ...compareCrds(before ?? [], after ?? [], () => false),
      ...compareRbac(before ?? [], after ?? []),
      ...compareWebhooks(before ?? [], after ?? []),
    ];
    const milliseconds = performance.now() - started;
    expect(summary(findings)).toEqual(told);
    expect(milliseconds).toBeLessThan(1000);
  });
});

function summary(findings: readonly UpgradeFinding[]): readonly string[] {
  const lines = findings
    .filter(({ severity }) => severity !== "info")
    .map(({ severity, code, subject, path = "" }) => `${severity} ${code} ${subject} ${path}`.trim());
  return lines.toSorted();
}
