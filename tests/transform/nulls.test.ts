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

const nested = `apiVersion: apps/v1
kind: Deployment
metadata: {name: a, namespace: quay}
spec:
  strategy: {type: Recreate, rollingUpdate: null}
  template:
    spec:
      nodeSelector: {dry: null}
      tolerations: [{key: a, value: null}]
      affinity: {podAffinity: null}
      securityContext: {runAsUser: 1, seLinuxOptions: {level: null}}
      containers:
      - {name: a, image: "a:1"}
`;

test("those in maps are differences too, which values.yaml has not; in lists and as free keys they stay", () => {
  const { chartSet } = compile([{ name: "a.yaml", text: nested }], { name: "quay" });
  const chart = chartSet?.charts[0];
  const differences = chart?.objects[0]?.differences ?? [];
  const nulls = differences.filter(({ source }) => source === null);
  expect(nulls.map(({ path }) => path.join(".")).toSorted()).toEqual([
    "spec.strategy.rollingUpdate",
    "spec.template.spec.affinity.podAffinity",
    "spec.template.spec.securityContext.seLinuxOptions.level",
  ]);
  const defaults = new Map(chart?.values.map(({ path, default: given }) => [path.join("."), given]));
  expect(defaults.get("a.strategy")).toEqual({ type: "Recreate" });
  expect(defaults.get("a.affinity")).toEqual({});
  expect(defaults.get("a.podSecurityContext")).toEqual({ runAsUser: 1, seLinuxOptions: {} });
  expect(defaults.get("a.tolerations")).toEqual([{ key: "a", value: null }]);
  expect(defaults.get("a.nodeSelector")).toEqual({});
});
