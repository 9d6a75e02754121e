import { describe, expect, test } from "vitest";
import type { Operator } from "../../src/classify/operator.ts";
import { formatReference } from "../../src/kubernetes/object.ts";
import type { Manifest } from "../../src/parse/manifest.ts";
import { classified, crd, deployment, document, said } from "./classified.ts";

/** In which lists of an operator each manifest stands. */
function listsOf(operator: Operator): Readonly<Record<string, readonly string[]>> {
  const lists: Record<string, readonly (Manifest | undefined)[]> = {
    crds: operator.crds.map(({ manifest }) => manifest),
    customResources: operator.customResources.map(({ manifest }) => manifest),
    workloads: operator.workloads.map(({ manifest }) => manifest),
    serviceAccounts: operator.serviceAccounts.map(({ manifest }) => manifest),
    webhooks: operator.webhooks.map(({ manifest }) => manifest),
    namespaces: operator.namespaces.map(({ manifest }) => manifest),
    rbac: operator.rbac,
    services: operator.services,
    apiServices: operator.apiServices,
    certificates: operator.certificates,
    configMaps: operator.configMaps,
    secrets: operator.secrets,
    priorityClasses: operator.priorityClasses,
    monitors: operator.monitors,
    networkPolicies: operator.networkPolicies,
    policies: operator.policies,
    others: operator.others,
  };
  return Object.fromEntries(
    operator.manifests.map((manifest) => [
      formatReference(manifest.reference),
      Object.keys(lists).filter((list) => lists[list]?.includes(manifest)),
    ]),
  );
}

const webhook = "webhooks: [{name: w.example.org, clientConfig: {service: {name: s, namespace: quay}}}]\n";

describe("each manifest is in the one list that says what it is", () => {
  test.each([
    { text: deployment("quay/a"), list: "workloads" },
    { text: deployment("quay/a", "", "StatefulSet"), list: "workloads" },
    { text: document("batch/v1", "CronJob", "quay/a"), list: "workloads" },
    { text: document("v1", "Pod", "quay/a"), list: "workloads" },
    { text: crd("Widget"), list: "crds" },
    { text: document("v1", "ServiceAccount", "quay/a"), list: "serviceAccounts" },
    { text: document("v1", "Namespace", "a"), list: "namespaces" },
    {
      text: document("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "a", webhook),
      list: "webhooks",
    },
    { text: document("rbac.authorization.k8s.io/v1", "Role", "quay/a"), list: "rbac" },
    { text: document("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", "a"), list: "rbac" },
    { text: document("v1", "Service", "quay/a"), list: "services" },
    { text: document("apiregistration.k8s.io/v1", "APIService", "v1.a"), list: "apiServices" },
    { text: document("cert-manager.io/v1", "Issuer", "quay/a"), list: "certificates" },
    { text: document("v1", "ConfigMap", "quay/a"), list: "configMaps" },
    { text: document("v1", "Secret", "quay/a"), list: "secrets" },
    { text: document("scheduling.k8s.io/v1", "PriorityClass", "a"), list: "priorityClasses" },
    { text: document("monitoring.coreos.com/v1", "PrometheusRule", "quay/a"), list: "monitors" },
    { text: document("networking.k8s.io/v1", "NetworkPolicy", "quay/a"), list: "networkPolicies" },
    { text: document("policy/v1", "PodDisruptionBudget", "quay/a"), list: "policies" },
    { text: document("v1", "ResourceQuota", "quay/a"), list: "policies" },
    { text: document("storage.k8s.io/v1", "StorageClass", "a"), list: "others" },
    { text: document("networking.k8s.io/v1", "Ingress", "quay/a"), list: "others" },
    { text: document("example.org/v1", "Widget", "quay/a"), list: "others" },
    // Kinds of other groups that only share their name with a kind of Kubernetes.
    { text: document("serving.knative.dev/v1", "Service", "quay/a"), list: "others" },
    { text: document("example.org/v1", "Deployment", "quay/a"), list: "others" },
    { text: document("example.org/v1", "Namespace", "a"), list: "others" },
    { text: document("example.org/v1", "ServiceAccount", "quay/a"), list: "others" },
    { text: document("example.org/v1", "CustomResourceDefinition", "a"), list: "others" },
    { text: document("example.org/v1", "ValidatingWebhookConfiguration", "a", webhook), list: "others" },
  ])("$list: $text", ({ text, list }) => {
    const result = classified(text);
    expect(said(result)).toBe("");
    expect(Object.values(listsOf(result.operator))).toEqual([[list]]);
  });

  test("a webhook configuration without webhooks is not lost", () => {
    const { operator } = classified(
      document("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", "a", "webhooks: []\n"),
    );
    expect(operator.manifests).toHaveLength(1);
    expect(Object.values(listsOf(operator))).toEqual([["others"]]);
  });
});

describe("a workload", () => {
  const podSpec =
    'serviceAccountName: s, initContainers: [{name: i, image: "i:1"}], containers: [{name: a, image: "a:1"}, {name: b}]';
  test("has its containers, the init containers too, with the path to each", () => {
    const text = document(
      "batch/v1",
      "CronJob",
      "quay/a",
      `spec: {jobTemplate: {spec: {template: {spec: {${podSpec}}}}}}\n`,
    );
    const [workload] = classified(text).operator.workloads;
    const path = ["spec", "jobTemplate", "spec", "template", "spec"];
    expect(workload).toMatchObject({
      kind: "CronJob",
      name: "a",
      podSpecPath: path,
      serviceAccountName: "s",
    });
    expect(workload?.containers).toEqual([
      { name: "a", init: false, path: [...path, "containers", 0], image: "a:1" },
      { name: "b", init: false, path: [...path, "containers", 1], image: undefined },
      { name: "i", init: true, path: [...path, "initContainers", 0], image: "i:1" },
    ]);
  });

  test.each([
    { name: "none named", spec: "containers: []", account: "default" },
    { name: "the field's old name", spec: "serviceAccount: old, containers: []", account: "old" },
    {
      name: "both names",
      spec: "serviceAccount: old, serviceAccountName: new, containers: []",
      account: "new",
    },
  ])("runs as a service account: $name", ({ spec, account }) => {
    const text = document("apps/v1", "Deployment", "quay/a", `spec: {template: {spec: {${spec}}}}\n`);
    expect(classified(text).operator.workloads[0]?.serviceAccountName).toBe(account);
  });
});

describe("a namespace", () => {
  test("is the operator's own, or another", () => {
    const { namespaces } = classified(
      deployment("quay/a") + document("v1", "Namespace", "quay") + document("v1", "Namespace", "pier"),
    ).operator;
    expect(namespaces.map(({ name, own }) => [name, own])).toEqual([
      ["quay", true],
      ["pier", false],
    ]);
  });
});

describe("an object of an API that Kubernetes removed", () => {
  const warned = (text: string) =>
    classified(text).diagnostics.filter(({ code }) => code === "classify/removed-api");
  test.each([
    ["policy/v1beta1", "PodSecurityPolicy", "1.25", "no object of this kind: nothing took its place"],
    ["rbac.authorization.k8s.io/v1beta1", "RoleBinding", "1.22", "rbac.authorization.k8s.io/v1"],
    ["autoscaling/v2beta1", "HorizontalPodAutoscaler", "1.25", "autoscaling/v2"],
    ["extensions/v1beta1", "Ingress", "1.22", "networking.k8s.io/v1"],
  ])("%s %s is told", (apiVersion, kind, since, expected) => {
    expect(warned(document(apiVersion, kind, "quay/a"))).toMatchObject([
      {
        severity: "warning",
        message: expect.stringContaining(`Kubernetes ${since} removed ${kind}`),
        expected,
      },
    ]);
  });

  test.each([
    ["policy/v1", "PodDisruptionBudget"],
    ["storage.k8s.io/v1beta1", "VolumeAttributesClass"],
    ["networking.example.org/v1beta1", "Ingress"],
  ])("%s %s is none", (apiVersion, kind) => {
    expect(warned(document(apiVersion, kind, "quay/a"))).toEqual([]);
  });
});
