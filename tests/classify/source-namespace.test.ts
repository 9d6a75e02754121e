import { describe, expect, test } from "vitest";
import { classified, deployment, document, said } from "./classified.ts";

const account = (name: string) => document("v1", "ServiceAccount", name);
const binding = (namespace: string) =>
  document(
    "rbac.authorization.k8s.io/v1",
    "ClusterRoleBinding",
    "b",
    `roleRef: {kind: ClusterRole, name: r}\nsubjects: [{kind: ServiceAccount, name: s, namespace: ${namespace}}, {kind: User, name: u}]\n`,
  );

describe("the operator's own namespace is", () => {
  test.each([
    { name: "that of its only workload", text: deployment("quay/a"), namespace: "quay" },
    {
      name: "that of most workloads",
      text: deployment("pier/a") + deployment("quay/b") + deployment("quay/c", "", "DaemonSet"),
      namespace: "quay",
    },
    {
      name: "of several with equally many workloads, the one that the sources create",
      text:
        deployment("pier/a") +
        deployment("quay/b") +
        deployment("dock/c") +
        document("v1", "Namespace", "quay") +
        document("v1", "Namespace", "beach"),
      namespace: "quay",
    },
    {
      name: "that of most workloads, also where the sources create another one",
      text:
        deployment("pier/a") +
        deployment("pier/b") +
        deployment("quay/c") +
        document("v1", "Namespace", "quay"),
      namespace: "pier",
    },
    {
      name: "that of what keeps running, not of Jobs",
      text:
        document("batch/v1", "Job", "pier/a") + document("batch/v1", "Job", "pier/b") + deployment("quay/c"),
      namespace: "quay",
    },
    {
      name: "that of its Jobs where nothing keeps running",
      text: document("batch/v1", "Job", "pier/a") + account("quay/b") + account("quay/c"),
      namespace: "pier",
    },
    {
      name: "that of workloads with one, where others have none",
      text: deployment("a") + deployment("b") + deployment("quay/c"),
      namespace: "quay",
    },
    {
      name: "that of its service accounts where there is no workload",
      text: account("quay/a") + document("v1", "ConfigMap", "pier/a") + document("v1", "ConfigMap", "pier/b"),
      namespace: "quay",
    },
    {
      name: "the one that bindings name, where no object has any",
      text: deployment("a") + binding("quay"),
      namespace: "quay",
    },
    {
      name: "the only Namespace, where nothing else tells",
      text: document("v1", "Namespace", "quay") + document("v1", "ConfigMap", "a"),
      namespace: "quay",
    },
    {
      name: "the only one that any object is in, where nothing runs and nothing is bound",
      text:
        document("v1", "Service", "quay/a") +
        document("v1", "Secret", "quay/b") +
        document("v1", "Secret", "c"),
      namespace: "quay",
    },
    {
      name: "unknown where objects are in several and nothing runs",
      text: document("v1", "Service", "quay/a") + document("v1", "Secret", "pier/b"),
      namespace: undefined,
    },
    {
      name: "unknown where the only one is the cluster's own",
      text: document("v1", "ConfigMap", "kube-system/a"),
      namespace: undefined,
    },
    {
      name: "unknown where two Namespaces are all there is",
      text: document("v1", "Namespace", "quay") + document("v1", "Namespace", "pier"),
      namespace: undefined,
    },
    { name: "unknown where nothing names one", text: deployment("a"), namespace: undefined },
    {
      name: "kube-system, for an operator that runs there",
      text: deployment("kube-system/a"),
      namespace: "kube-system",
    },
  ])("$name", ({ text, namespace }) => {
    const result = classified(text);
    expect(result.operator.sourceNamespace).toBe(namespace);
    expect(said(result)).toBe("");
  });

  test("the one that was given, whatever the workloads say", () => {
    const result = classified(deployment("quay/a") + deployment("pier/b"), { sourceNamespace: "pier" });
    expect(result.operator.sourceNamespace).toBe("pier");
    expect(said(result)).toBe("");
  });

  test("not clear where two have equally many workloads", () => {
    expect(said(classified(deployment("quay/a") + deployment("pier/b")))).toBe(
      `a.yaml:7:1: error: The operator's own namespace is not clear: "quay" and "pier" hold equally many of its workloads. [classify/namespace-tie]
  7 | apiVersion: apps/v1
    | ^
  found:    1 in each
  expected: one namespace that the release's namespace takes the place of
  note:     "quay" is used here (a.yaml:2:1)
  hint:     Say which: --source-namespace quay`,
    );
  });
});

test("an object without namespace and one in the own namespace are the same", () => {
  const text = deployment("quay/a") + document("v1", "ConfigMap", "c", "data: {x: y}\n");
  expect(said(classified(text + document("v1", "ConfigMap", "pier/c")))).toBe("");
  expect(said(classified(text + document("v1", "ConfigMap", "quay/c", "data: {x: y}\n")))).toMatch(
    /ConfigMap quay\/c is defined twice; the second is left out/,
  );
  expect(said(classified(text + document("v1", "ConfigMap", "quay/c")))).toMatch(
    /ConfigMap quay\/c is defined twice with different content/,
  );
});
