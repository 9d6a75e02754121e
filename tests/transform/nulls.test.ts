// Fields that a source writes without a value: the template leaves out those that values hold, and says so.

import { expect, test } from "vitest";
import { compile } from "../../src/compile.ts";

const source = `apiVersion: apps/v1
kind: Deployment
metadata: {name: a, namespace: quay}
spec:
  replicas:
  strategy:
  template:
    spec:
      nodeSelector:
      tolerations:
      volumes:
      imagePullSecrets:
      priorityClassName:
      containers:
      - name: m
        image: a:1
        imagePullPolicy:
        resources:
        args:
        env:
        volumeMounts:
`;

test("each is a difference", () => {
  const { chartSet } = compile([{ name: "a.yaml", text: source }], { name: "quay" });
  const differences = chartSet?.charts[0]?.objects[0]?.differences ?? [];
  const nulls = differences.filter((difference) => difference.source === null);
  expect(nulls.map(({ path }) => path.join(".")).toSorted()).toEqual([
    "spec.replicas",
    "spec.strategy",
    "spec.template.spec.containers.0.args",
    "spec.template.spec.containers.0.env",
    "spec.template.spec.containers.0.imagePullPolicy",
    "spec.template.spec.containers.0.resources",
    "spec.template.spec.containers.0.volumeMounts",
    "spec.template.spec.imagePullSecrets",
    "spec.template.spec.nodeSelector",
    "spec.template.spec.priorityClassName",
    "spec.template.spec.tolerations",
    "spec.template.spec.volumes",
  ]);
});
