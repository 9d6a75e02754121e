// Texts that end in blanks or empty lines, through real Helm: with nothing set and with values right behind them they
// arrive as they are, also where they stand last in a manifest.

import { expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import { type Change, compileCharts, objectsOf, renderChart, withChanges } from "./rendered-charts.ts";

const source = `apiVersion: v1
kind: ConfigMap
metadata:
  name: kept
  namespace: quay
  annotations:
    note: |+
      one

data:
  inner: |+
    two


  last: |+
    three

---
apiVersion: v1
kind: ConfigMap
metadata:
  name: blanks
  namespace: quay
data:
  last: |-
    three${"  "}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: empty
  namespace: quay
data:
  last: |+


---
apiVersion: v1
kind: ConfigMap
metadata:
  name: indented
  namespace: quay
data:
  last: >
    three
      ${"  "}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: account
  namespace: quay
  annotations:
    note: >+
      in quay.svc

---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: pier
  namespace: quay
spec:
  template:
    metadata:
      annotations:
        note: |+
          pod

    spec:
      containers:
      - name: manager
        terminationMessagePath: |+
          before a field that is replaced

        livenessProbe:
          exec:
            command:
            - |+
              probe

        env:
        - name: PLAIN
          value: |+
            plain

        - name: COMPUTED
          valueFrom:
            fieldRef:
              fieldPath: |+
                computed

        args:
        - |+
          last

`;

describeWithEachHelm("texts that end in blanks or empty lines", (helm) => {
  test.each<{
    readonly name: string;
    readonly values: Readonly<Record<string, unknown>>;
    readonly changes: readonly Change[];
  }>([
    { name: "with nothing set", values: {}, changes: [] },
    {
      name: "with values of every place behind them",
      values: {
        commonAnnotations: { more: "a" },
        commonLabels: { more: "b" },
        serviceAccounts: { account: { annotations: { role: "c" } } },
        pier: {
          extraArgs: ["--more"],
          podAnnotations: { more: "d" },
          env: { NEW: "e" },
          livenessProbe: { periodSeconds: 3 },
          nodeSelector: { on: "f" },
        },
      },
      changes: [
        ...["ConfigMap quay/kept", "ConfigMap quay/blanks", "ConfigMap quay/empty"].flatMap(common),
        ...["ConfigMap quay/indented", "ServiceAccount quay/account", "Deployment quay/pier"].flatMap(common),
        ["ServiceAccount quay/account", ["metadata", "annotations", "role"], "c"],
        ["Deployment quay/pier", [...container, "args", 1], "--more"],
        ["Deployment quay/pier", [...template, "metadata", "annotations", "more"], "d"],
        ["Deployment quay/pier", [...container, "env", 2], { name: "NEW", value: "e" }],
        ["Deployment quay/pier", [...container, "livenessProbe", "periodSeconds"], 3],
        ["Deployment quay/pier", [...template, "spec", "nodeSelector"], { on: "f" }],
      ],
    },
    {
      name: "as values of their own",
      values: {
        pier: { extraArgs: ["b \n", "\n\n", "c"], env: { PLAIN: "d\n\n\n", NEW: "e\n\n" } },
      },
      changes: [
        ["Deployment quay/pier", [...container, "args", 1], "b \n"],
        ["Deployment quay/pier", [...container, "args", 2], "\n\n"],
        ["Deployment quay/pier", [...container, "args", 3], "c"],
        ["Deployment quay/pier", [...container, "env", 0, "value"], "d\n\n\n"],
        ["Deployment quay/pier", [...container, "env", 2], { name: "NEW", value: "e\n\n" }],
      ],
    },
  ])("arrive as they are $name", async ({ values, changes }) => {
    const charts = compileCharts(source, { layout: "one-chart", sourceNamespace: "quay" });
    try {
      const rendered = await renderChart(helm, charts, { namespace: "quay", values });
      const expected = withChanges(objectsOf(source), changes);
      const chartLabels = Object.entries(rendered).map(
        ([name, { metadata }]): Change => [name, ["metadata", "labels"], metadata["labels"]],
      );
      expect(rendered).toEqual(withChanges(expected, chartLabels));
    } finally {
      charts.remove();
    }
  });
});

const template = ["spec", "template"];
const container = [...template, "spec", "containers", 0];

function common(object: string): readonly Change[] {
  return [[object, ["metadata", "annotations", "more"], "a"]];
}
