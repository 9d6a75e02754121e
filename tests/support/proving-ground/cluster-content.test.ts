// What counts as left behind.

import { expect, test } from "vitest";
import { compareContent, listEverything } from "./cluster-content.ts";
import type { KubernetesApi } from "./kubernetes-api.ts";

/** An API server that is a table of answers. */
function apiOf(answers: Readonly<Record<string, unknown>>): KubernetesApi {
  return {
    get: async (path: string) => answers[path],
    list: async (path: string) => answers[path] ?? [],
  } as unknown as KubernetesApi;
}

function resource(name: string, kind: string, ...verbs: readonly string[]): object {
  return { name, kind, verbs };
}

const discovery = {
  "/api/v1": {
    resources: [
      resource("namespaces", "Namespace", "list"),
      resource("namespaces/status", "Namespace", "list"),
      resource("bindings", "Binding", "create"),
      resource("events", "Event", "list"),
    ],
  },
  "/apis": {
    groups: [{ name: "coordination.k8s.io", preferredVersion: { groupVersion: "coordination.k8s.io/v1" } }],
  },
  "/apis/coordination.k8s.io/v1": { resources: [resource("leases", "Lease", "list")] },
};

test("every object of every resource is listed, but for what the control plane makes for itself", async () => {
  const content = await listEverything(
    apiOf({
      ...discovery,
      "/api/v1/namespaces": [{ metadata: { name: "default", uid: "1", resourceVersion: "7" }, status: {} }],
      "/api/v1/events": [{ metadata: { namespace: "default", name: "it-happened" } }],
      "/apis/coordination.k8s.io/v1/leases": [
        { metadata: { namespace: "kube-system", name: "apiserver" } },
        { metadata: { namespace: "default", name: "operator" } },
      ],
    }),
  );
  expect([...content.keys()]).toEqual(["Namespace default", "coordination.k8s.io/Lease default/operator"]);
  expect(content.get("Namespace default")).toBe('{"metadata":{"name":"default","uid":"1"}}');
});

test("what came, went, changed, and what was made anew under its old name", () => {
  const before = new Map([
    ["Secret a/kept", "1"],
    ["Secret a/changed", "1"],
    ["Secret a/gone", "1"],
  ]);
  const after = new Map([
    ["Secret a/new", "1"],
    ["Secret a/kept", "1"],
    ["Secret a/changed", "2"],
  ]);
  expect(compareContent(before, after)).toEqual({
    added: ["Secret a/new"],
    removed: ["Secret a/gone"],
    changed: ["Secret a/changed"],
  });
});
