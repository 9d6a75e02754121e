import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  field,
  formatReference,
  jsonEqual,
  type KubernetesObject,
  listField,
  objectField,
  objectKey,
  referenceOf,
  splitApiVersion,
  stringField,
} from "../../src/kubernetes/object.ts";
import { podSpecPathOf } from "../../src/kubernetes/pod-spec.ts";
import { scopeOfKind } from "../../src/kubernetes/scope.ts";
import { jsonValue } from "../properties/styled-yaml.ts";

describe("fields", () => {
  const data = { a: { b: [{ c: "d" }, 1] }, toString: undefined as never, e: null };
  test("are found by keys and indexes", () => {
    expect(field(data, "a", "b", 0, "c")).toBe("d");
    expect(stringField(data, "a", "b", 0, "c")).toBe("d");
    expect(listField(data, "a", "b")).toHaveLength(2);
    expect(objectField(data, "a", "b", 0)).toEqual({ c: "d" });
  });

  test("that are not there, or of another type, are told apart from those that are", () => {
    expect(field(data, "a", "x", "y")).toBeUndefined();
    expect(field(data, "a", 0)).toBeUndefined();
    expect(field(data, "e")).toBeNull();
    expect(field(data, "e", "x")).toBeUndefined();
    expect(stringField(data, "a", "b", 1)).toBeUndefined();
    expect(listField(data, "a")).toEqual([]);
    expect(objectField(data, "a", "b")).toEqual({});
  });

  test("are those of the data, never those of JavaScript", () => {
    expect(field({}, "constructor")).toBeUndefined();
    expect(field({}, "__proto__", "toString")).toBeUndefined();
  });
});

describe("an object is named", () => {
  const object = (apiVersion: string, metadata: KubernetesObject["metadata"]): KubernetesObject => ({
    apiVersion,
    kind: "Thing",
    metadata,
  });
  test.each([
    {
      name: "with group and namespace",
      of: object("a.org/v1", { name: "b", namespace: "c" }),
      reference: { group: "a.org", version: "v1", kind: "Thing", name: "b", namespace: "c" },
      key: "a.org/Thing/c/b",
      text: "Thing c/b",
    },
    {
      name: "of the core group, without namespace",
      of: object("v1", { name: "b" }),
      reference: { group: "", version: "v1", kind: "Thing", name: "b" },
      key: "/Thing//b",
      text: "Thing b",
    },
    {
      name: "with an empty namespace, which is none",
      of: object("v1", { name: "b", namespace: "" }),
      reference: { group: "", version: "v1", kind: "Thing", name: "b" },
      key: "/Thing//b",
      text: "Thing b",
    },
  ])("$name", ({ of, reference, key, text }) => {
    expect(referenceOf(of)).toEqual(reference);
    expect(objectKey(referenceOf(of))).toBe(key);
    expect(formatReference(referenceOf(of))).toBe(text);
  });

  test("whatever its version, by the same key", () => {
    const keys = ["a.org/v1", "a.org/v2"].map((version) =>
      objectKey(referenceOf(object(version, { name: "b" }))),
    );
    expect(new Set(keys).size).toBe(1);
  });

  test("its apiVersion has a group and a version", () => {
    expect(splitApiVersion("apps/v1")).toEqual({ group: "apps", version: "v1" });
    expect(splitApiVersion("v1")).toEqual({ group: "", version: "v1" });
  });
});

describe("two values of manifests are equal", () => {
  const pairs: readonly {
    readonly name: string;
    readonly a: unknown;
    readonly b: unknown;
    readonly equal: boolean;
  }[] = [
    { name: "whatever the order of keys", a: { x: 1, y: 2 }, b: { y: 2, x: 1 }, equal: true },
    { name: "lists only in the same order", a: [1, 2], b: [2, 1], equal: false },
    { name: "a number is not its text", a: 1, b: "1", equal: false },
    { name: "null is not an absent key", a: { x: null }, b: {}, equal: false },
    { name: "an empty list is not an empty map", a: [], b: {}, equal: false },
    { name: "a key more on either side", a: { x: 1 }, b: { x: 1, y: 1 }, equal: false },
    { name: "a key of JavaScript's own", a: { toString: 1 }, b: { x: 1 }, equal: false },
    { name: "not a number is equal to itself", a: Number.NaN, b: Number.NaN, equal: true },
    { name: "null is null", a: null, b: null, equal: true },
    { name: "null is no map", a: null, b: {}, equal: false },
    { name: "no zero is another", a: 0, b: -0, equal: true },
  ];
  test.each(pairs)("$name", ({ a, b, equal }) => {
    expect(jsonEqual(a, b)).toBe(equal);
    expect(jsonEqual(b, a)).toBe(equal);
  });

  test("for any value and its copy, and not after one leaf has changed", () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(jsonEqual(value, structuredClone(value))).toBe(true);
        expect(jsonEqual([value, 1], [structuredClone(value), 2])).toBe(false);
        expect(jsonEqual({ value }, { value: [value] })).toBe(false);
      }),
    );
  });
});

describe("the scope of a kind", () => {
  test.each([
    { group: "", kind: "Namespace", scope: "Cluster" },
    { group: "", kind: "ConfigMap", scope: "Namespaced" },
    { group: "apps", kind: "Deployment", scope: "Namespaced" },
    { group: "rbac.authorization.k8s.io", kind: "ClusterRole", scope: "Cluster" },
    { group: "rbac.authorization.k8s.io", kind: "Role", scope: "Namespaced" },
    { group: "scheduling.k8s.io", kind: "PriorityClass", scope: "Cluster" },
    { group: "admissionregistration.k8s.io", kind: "ValidatingWebhookConfiguration", scope: "Cluster" },
    { group: "admissionregistration.k8s.io", kind: "ValidatingAdmissionPolicyBinding", scope: "Cluster" },
    { group: "apiregistration.k8s.io", kind: "APIService", scope: "Cluster" },
    { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition", scope: "Cluster" },
    { group: "cert-manager.io", kind: "ClusterIssuer", scope: "Cluster" },
    { group: "cert-manager.io", kind: "Issuer", scope: "Namespaced" },
    { group: "monitoring.coreos.com", kind: "ServiceMonitor", scope: "Namespaced" },
    { group: "policy", kind: "PodDisruptionBudget", scope: "Namespaced" },
    { group: "security.openshift.io", kind: "SecurityContextConstraints", scope: "Cluster" },
    { group: "gateway.networking.k8s.io", kind: "GatewayClass", scope: undefined },
    { group: "policy.networking.k8s.io", kind: "AdminNetworkPolicy", scope: undefined },
    { group: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", scope: undefined },
    { group: "cluster.x-k8s.io", kind: "Cluster", scope: undefined },
    { group: "example.org", kind: "Widget", scope: undefined },
    { group: "example.org", kind: "ClusterRole", scope: undefined },
    { group: "example.org", kind: "Namespace", scope: undefined },
  ])("$group/$kind: $scope", ({ group, kind, scope }) => {
    expect(scopeOfKind(group, kind)).toBe(scope);
  });
});

test("pod specs stand where their kinds keep them", () => {
  expect(podSpecPathOf("Deployment")).toEqual(["spec", "template", "spec"]);
  expect(podSpecPathOf("CronJob")).toEqual(["spec", "jobTemplate", "spec", "template", "spec"]);
  expect(podSpecPathOf("Pod")).toEqual(["spec"]);
  expect(podSpecPathOf("ConfigMap")).toBeUndefined();
  expect(podSpecPathOf("constructor")).toBeUndefined();
});
