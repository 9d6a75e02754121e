// What containers read from the cluster, asked of a cluster that is a table of objects.

import { describe, expect, test } from "vitest";
import type { KubernetesApi } from "./kubernetes-api.ts";
import type { Container, Pod, Volume } from "./pod.ts";
import { expandVariables, NotReadyToStart, readEnvironment, readVolumes } from "./pod-inputs.ts";

const objects: Readonly<Record<string, object>> = {
  "/api/v1/namespaces/deep/configmaps/notes": {
    data: { motto: "wait", "page.txt": "…" },
    binaryData: { picture: "AAE=" },
  },
  "/api/v1/namespaces/deep/secrets/key": { data: { password: "czNjcmV0" } },
};

const api = {
  get: async (path: string) => objects[path],
  create: async (_path: string, { spec }: { spec: object }) => ({ status: { token: JSON.stringify(spec) } }),
} as unknown as KubernetesApi;

function pod(volumes: readonly Volume[] = []): Pod {
  return {
    metadata: {
      name: "diver",
      namespace: "deep",
      uid: "1",
      resourceVersion: "1",
      creationTimestamp: "",
      labels: { "example.org/depth": "40m" },
    },
    spec: { restartPolicy: "Never", containers: [], serviceAccountName: "diver", volumes },
  };
}

test.each([
  { name: "a known name is filled in", text: "$(A)-$(B)", expected: "1-2" },
  { name: "an unknown name stays as it is", text: "$(C) $(A", expected: "$(C) $(A" },
  { name: "two dollars are one, and protect what follows", text: "$$(A) $$$(A) 5$", expected: "$(A) $1 5$" },
])("$name", ({ text, expected }) => {
  const environment = new Map([
    ["A", "1"],
    ["B", "2"],
  ]);
  expect(expandVariables(text, environment)).toBe(expected);
});

describe("volumes", () => {
  const files = async (volume: Omit<Volume, "name">) => {
    const [content] = await readVolumes(api, pod([{ name: "v", ...volume }]));
    return content?.files.map(({ path, content: bytes, mode }) => [path, bytes.toString(), mode.toString(8)]);
  };

  test.each<{ name: string; volume: Omit<Volume, "name">; expected: readonly (readonly string[])[] }>([
    {
      name: "a ConfigMap gives a file for each key",
      volume: { configMap: { name: "notes" } },
      expected: [
        ["motto", "wait", "644"],
        ["page.txt", "…", "644"],
        ["picture", "\u0000\u0001", "644"],
      ],
    },
    {
      name: "a Secret gives the items that are named, where and how they are wanted",
      volume: {
        secret: { secretName: "key", defaultMode: 0o400, items: [{ key: "password", path: "a/b" }] },
      },
      expected: [["a/b", "s3cret", "400"]],
    },
    {
      name: "what is optional may be absent",
      volume: { secret: { secretName: "absent", optional: true } },
      expected: [],
    },
    {
      name: "a projected volume joins its sources, and its token is one of the Pod's own account",
      volume: {
        projected: {
          sources: [
            { serviceAccountToken: { path: "token", audience: "sea", expirationSeconds: 600 } },
            { downwardAPI: { items: [{ path: "ns", fieldRef: { fieldPath: "metadata.namespace" } }] } },
          ],
        },
      },
      expected: [
        [
          "token",
          '{"audiences":["sea"],"expirationSeconds":600,"boundObjectRef":{"apiVersion":"v1","kind":"Pod","name":"diver","uid":"1"}}',
          "644",
        ],
        ["ns", "deep", "644"],
      ],
    },
    { name: "any other volume is empty", volume: {}, expected: [] },
  ])("$name", async ({ volume, expected }) => {
    expect(await files(volume)).toEqual(expected);
  });

  test.each([
    {
      name: "a ConfigMap",
      volume: { configMap: { name: "absent" } },
      message: 'configmaps "absent" not found',
    },
    {
      name: "a key",
      volume: { configMap: { name: "notes", items: [{ key: "none", path: "x" }] } },
      message: '"notes" has no key "none"',
    },
  ])("$name that is not there keeps the Pod from starting", async ({ volume, message }) => {
    await expect(files(volume)).rejects.toEqual(new NotReadyToStart("ContainerCreating", message));
  });
});

describe("variables", () => {
  const container = (fields: Partial<Container>): Container => ({ name: "c", image: "i", ...fields });

  test("come from what is named, later ones over earlier ones, and refer to each other", async () => {
    const environment = await readEnvironment(
      api,
      pod(),
      container({
        envFrom: [{ prefix: "N_", configMapRef: { name: "notes" } }, { secretRef: { name: "key" } }],
        env: [
          { name: "N_motto", value: "$(N_motto) and $(password)" },
          { name: "DEPTH", valueFrom: { fieldRef: { fieldPath: "metadata.labels['example.org/depth']" } } },
          { name: "KEY", valueFrom: { secretKeyRef: { name: "key", key: "password" } } },
          { name: "NONE", valueFrom: { configMapKeyRef: { name: "notes", key: "none", optional: true } } },
        ],
      }),
      { HOST: "h" },
    );
    expect(Object.fromEntries(environment)).toEqual({
      HOST: "h",
      N_motto: "wait and s3cret",
      "N_page.txt": "…",
      N_picture: "\u0000\u0001",
      password: "s3cret",
      DEPTH: "40m",
      KEY: "s3cret",
    });
  });

  test("of a Secret that is not there keep the container from starting", async () => {
    const missing = container({
      env: [{ name: "A", valueFrom: { secretKeyRef: { name: "none", key: "a" } } }],
    });
    await expect(readEnvironment(api, pod(), missing)).rejects.toEqual(
      new NotReadyToStart("CreateContainerConfigError", 'secrets "none" not found'),
    );
  });
});
