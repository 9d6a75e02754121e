import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "../../src/parse/parse.ts";
import { planTemplates } from "../../src/plan/template-paths.ts";
import { crd, document } from "../classify/classified.ts";

function pathsOf(text: string): Readonly<Record<string, string>> {
  const { manifests } = parse([{ name: "a.yaml", text }]);
  return Object.fromEntries(
    planTemplates(manifests).map(({ manifest, path }) => {
      const { kind, namespace = "", name, group } = manifest.reference;
      return [`${group}/${kind} ${namespace}/${name}`, path.replace(/^templates\/|\.yaml$/g, "")];
    }),
  );
}

describe("a template file is named by", () => {
  test.each([
    {
      name: "kind and name",
      text: document("apps/v1", "Deployment", "quay/virt-operator"),
      paths: { "apps/Deployment quay/virt-operator": "deployment-virt-operator" },
    },
    {
      name: "the CRD alone",
      text: crd("Gate"),
      paths: { "apiextensions.k8s.io/CustomResourceDefinition /gates.example.org": "gates.example.org" },
    },
    {
      name: "what a file name can hold",
      text: document("rbac.authorization.k8s.io/v1", "ClusterRole", "'system:node:reader'"),
      paths: {
        "rbac.authorization.k8s.io/ClusterRole /system:node:reader": "clusterrole-system-node-reader",
      },
    },
    {
      name: "the namespace too, where two share kind and name",
      text: document("v1", "Secret", "quay/a") + document("v1", "Secret", "a"),
      paths: { "/Secret /a": "secret-a", "/Secret quay/a": "secret-a-quay" },
    },
    {
      name: "the group too, where two kinds share their name",
      text: document("v1", "Service", "a") + document("serving.knative.dev/v1", "Service", "a"),
      paths: {
        "/Service /a": "service-a",
        "serving.knative.dev/Service /a": "service-a-serving.knative.dev",
      },
    },
    {
      name: "its first part, where a file system would not take all of it",
      text:
        document("v1", "Secret", `quay/${"a".repeat(253)}`) +
        document("v1", "Secret", `quay/${"a".repeat(200)}`) +
        document("v1", "Secret", `${"q".repeat(63)}/${"a".repeat(253)}`),
      paths: {
        [`/Secret quay/${"a".repeat(200)}`]: `secret-${"a".repeat(173)}-quay`,
        [`/Secret quay/${"a".repeat(253)}`]: `secret-${"a".repeat(173)}-2`,
        [`/Secret ${"q".repeat(63)}/${"a".repeat(253)}`]: `secret-${"a".repeat(173)}`,
      },
    },
    {
      name: "a number, where nothing else tells them apart on a disk",
      text:
        document("rbac.authorization.k8s.io/v1", "Role", "'a:b'") +
        document("rbac.authorization.k8s.io/v1", "Role", "a-b") +
        document("rbac.authorization.k8s.io/v1", "Role", "a..b"),
      paths: {
        "rbac.authorization.k8s.io/Role /a-b": "role-a-b",
        "rbac.authorization.k8s.io/Role /a:b": "role-a-b-rbac.authorization.k8s.io",
        "rbac.authorization.k8s.io/Role /a..b": "role-a..b",
      },
    },
    {
      name: "a number, where only the case differs",
      text:
        document("example.org/v1", "gate", "a") +
        document("example.org/v1", "Gate", "a") +
        document("example.org/v1", "GATE", "A"),
      paths: {
        "example.org/GATE /A": "gate-A",
        "example.org/Gate /a": "gate-a-example.org",
        "example.org/gate /a": "gate-a-2",
      },
    },
    {
      name: "another name than the chart's own files have",
      text: document("example.org/v1", "Extra", "objects") + document("example.org/v1", "Uninstall", "job"),
      paths: {
        "example.org/Extra /objects": "extra-objects-example.org",
        "example.org/Uninstall /job": "uninstall-job-example.org",
      },
    },
  ])("$name", ({ text, paths }) => {
    expect(pathsOf(text)).toEqual(paths);
  });

  test("nothing that depends on the order, and no two are one file on a system that knows no case", () => {
    const object = fc.record({
      kind: fc.constantFrom("Role", "role", "RoleBinding"),
      name: fc.constantFrom("a", "A", "a-b", "'a:b'"),
      place: fc.constantFrom("", "quay/", "pier/"),
      apiVersion: fc.constantFrom("rbac.authorization.k8s.io/v1", "example.org/v1"),
    });
    const objects = fc.uniqueArray(object, {
      minLength: 1,
      maxLength: 6,
      selector: (one) => JSON.stringify(one),
    });
    fc.assert(
      fc.property(objects, (drawn) => {
        const texts = drawn.map(({ apiVersion, kind, place, name }) =>
          document(apiVersion, kind, `${place}${name}`),
        );
        const unique = [...new Set(texts)];
        const paths = pathsOf(unique.join(""));
        expect(pathsOf(unique.toReversed().join(""))).toEqual(paths);
        const files = Object.values(paths).map((path) => path.toLowerCase());
        expect(new Set(files).size).toBe(unique.length);
      }),
      { numRuns: 200 },
    );
  });
});
