// Who wrote a field, by metadata.managedFields and by what kubectl applied last.

import { describe, expect, test } from "vitest";
import { ownersOf } from "../../src/adopt/field-owners.ts";
import type { LivePath } from "../../src/adopt/live-path.ts";
import { Writers } from "../../src/adopt/writers.ts";
import type { Json, JsonObject, KubernetesObject } from "../../src/kubernetes/object.ts";

function wrote(manager: string, fieldsV1: JsonObject, more: JsonObject = {}): Json {
  return { manager, operation: "Update", fieldsType: "FieldsV1", fieldsV1, ...more };
}

function live(
  object: { readonly apiVersion: string; readonly kind: string; readonly spec: JsonObject },
  managedFields: readonly Json[],
  applied?: JsonObject,
): KubernetesObject {
  const annotations: JsonObject = applied
    ? { "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify(applied) }
    : {};
  return { ...object, metadata: { name: "x", annotations, managedFields } };
}

const container = { name: "manager", image: "a", ports: [{ containerPort: 80, protocol: "TCP" }] };
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "x" } },
    template: { spec: { containers: [container] } },
  },
};
const gate = {
  apiVersion: "gates.example.org/v1",
  kind: "Gate",
  spec: { flow: { limit: 1 }, tags: ["a", "b"] },
};
const managerPath: LivePath = ["spec", "template", "spec", "containers", { key: "name", value: "manager" }];

describe("ownersOf", () => {
  const object = live(deployment, [
    wrote("scaler", { "f:spec": { "f:replicas": {} } }, { subresource: "scale" }),
    wrote("creator", {
      "f:spec": {
        "f:selector": {},
        "f:template": {
          "f:spec": {
            "f:containers": {
              'k:{"name":"manager"}': {
                ".": {},
                "f:image": {},
                "f:ports": {
                  ".": {},
                  'k:{"containerPort":80,"protocol":"TCP"}': { ".": {}, "f:protocol": {} },
                },
              },
            },
          },
        },
      },
    }),
  ]);
  test.each<{ name: string; path: LivePath; expected: readonly string[] }>([
    { name: "the field itself", path: ["spec", "replicas"], expected: ["scaler"] },
    {
      name: "a part of what is one value",
      path: ["spec", "selector", "matchLabels", "app"],
      expected: ["creator"],
    },
    { name: "a field of a named item", path: [...managerPath, "image"], expected: ["creator"] },
    { name: "a map with fields below", path: ["spec", "template"], expected: ["creator"] },
    {
      name: "an item with two identifying fields",
      path: [...managerPath, "ports", { key: "containerPort", value: 80 }, "protocol"],
      expected: ["creator"],
    },
    { name: "a field that nobody wrote", path: [...managerPath, "command"], expected: [] },
  ])("$name", ({ path, expected }) => {
    expect(ownersOf(object, path).map(({ manager }) => manager)).toEqual(expected);
  });
});

describe("Writers", () => {
  const edited = wrote("kubectl-edit", { "f:spec": { "f:flow": { "f:limit": {} } } });
  const operator = wrote("gate-operator", { "f:spec": { "f:tags": {} } });
  const status = wrote("gate-operator", { "f:status": {} }, { subresource: "status" });
  test.each<{ name: string; object: KubernetesObject; path: LivePath; kind: string }>([
    {
      name: "what somebody edited is a person's",
      object: live(gate, [edited, operator, status]),
      path: ["spec", "flow", "limit"],
      kind: "person",
    },
    {
      name: "what the operator wrote is a program's",
      object: live(gate, [edited, operator, status]),
      path: ["spec", "tags"],
      kind: "program",
    },
    {
      name: "what kubectl applied is a person's",
      object: live(gate, [wrote("kubectl-client-side-apply", { "f:spec": { "f:flow": {}, "f:tags": {} } })], {
        spec: { flow: { limit: 1 } },
      }),
      path: ["spec", "flow", "limit"],
      kind: "person",
    },
    {
      name: "what kubectl did not apply, and only counts as created by it, is a default",
      object: live(gate, [wrote("kubectl-client-side-apply", { "f:spec": { "f:flow": {}, "f:tags": {} } })], {
        spec: { flow: { limit: 1 } },
      }),
      path: ["spec", "tags"],
      kind: "default",
    },
    {
      name: "what kubectl applied and a program has taken over since is the program's",
      object: live(gate, [wrote("gate-aggregator", { "f:spec": { "f:tags": {} } })], { spec: { tags: [] } }),
      path: ["spec", "tags"],
      kind: "program",
    },
    {
      name: "a release of Helm 3 made it, and the kind has defaults of its own",
      object: live(deployment, [wrote("helm", { "f:spec": { "f:replicas": {} } })]),
      path: ["spec", "replicas"],
      kind: "default",
    },
    {
      name: "a release of Helm 4 applied it",
      object: live(deployment, [wrote("helm", { "f:spec": { "f:replicas": {} } }, { operation: "Apply" })]),
      path: ["spec", "replicas"],
      kind: "person",
    },
    {
      name: "an autoscaler is a program",
      object: live(deployment, [
        wrote("kube-controller-manager", { "f:spec": { "f:replicas": {} } }, { subresource: "scale" }),
      ]),
      path: ["spec", "replicas"],
      kind: "program",
    },
    {
      name: "a dump without managedFields does not tell",
      object: live(gate, []),
      path: ["spec", "tags"],
      kind: "unknown",
    },
    {
      name: "unless kubectl's own note has it",
      object: live(gate, [], { spec: { tags: ["a"] } }),
      path: ["spec", "tags"],
      kind: "person",
    },
  ])("$name", ({ object, path, kind }) => {
    expect(new Writers(object).writerOf(path).kind).toBe(kind);
  });
});
