// Where a strategic merge patch does what it says and kustomize does not.

import { expect, test } from "vitest";
import type { KubernetesObject } from "../../src/kubernetes/object.ts";
import { mergeSchemaOf } from "../../src/patches/merge-lists.ts";
import { mergeStrategic } from "../../src/patches/strategic-merge.ts";

test("an item is replaced by its directive", () => {
  const pod: KubernetesObject = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "tide" },
    spec: { containers: [{ name: "a", image: "a:v1", args: ["--x"] }, { name: "b" }] },
  };
  const patch = { spec: { containers: [{ name: "a", image: "a:v2", $patch: "replace" }] } };
  expect(mergeStrategic(pod, patch, mergeSchemaOf(pod))).toEqual({
    ...pod,
    spec: { containers: [{ name: "a", image: "a:v2" }, { name: "b" }] },
  });
});
