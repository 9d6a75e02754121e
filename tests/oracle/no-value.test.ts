// The text that Helm removes from what it renders arrives all the same: in templates and in custom resources, also with
// values set, for a kind with a spec and for one without.

import { expect, test } from "vitest";
import type { KubernetesObject } from "../../src/kubernetes/object.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { type Change, compileCharts, objectsOf, renderChart, withChanges } from "./rendered-charts.ts";

const crd = (kind: string, fields: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${kind.toLowerCase()}s.example.org}
spec:
  group: example.org
  names: {kind: ${kind}, plural: ${kind.toLowerCase()}s}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {${fields}: {type: object, x-kubernetes-preserve-unknown-fields: true}}}}
`;

const objects = `apiVersion: v1
kind: ConfigMap
metadata:
  name: texts
  namespace: quay
data:
  plain: a <no value> b  # not <no value> here
  double: "\\t<no value>\\\\<no value>"
  single: '<no value>'''
  block: |
    <no value>
    {{ .Values.x }}
  folded: >-
    of quay.svc <no value>
    b
---
apiVersion: example.org/v1
kind: Widget
metadata:
  name: with-spec
  namespace: quay
spec:
  text: <no value>
  <no value>: [1, 1.5, {a: "<b>&"}]
---
apiVersion: example.org/v1
kind: Gadget
metadata:
  name: without-spec
  namespace: quay
fields:
  text: <no value>
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: pier
  namespace: quay
spec:
  template:
    spec:
      containers:
      - name: manager
        env:
        - name: LAST
          value: |+
            <no value>

`;

const isOfTheUninstall = ({ metadata }: KubernetesObject) => metadata["name"] === "probe-quay-uninstall";

describeWithEachHelm("the text that Helm removes", (helm) => {
  const widget = "Widget quay/with-spec";
  test.each<{ readonly name: string; readonly values: unknown; readonly changes: readonly Change[] }>([
    { name: "with nothing set", values: {}, changes: [] },
    {
      name: "from values",
      values: { widget: { text: "mine\n\n", more: "<no value>" }, gadget: { fields: { text: "mine\n\n" } } },
      changes: [
        [widget, ["spec", "text"], "mine\n\n"],
        [widget, ["spec", "more"], "<no value>"],
        ["Gadget quay/without-spec", ["fields", "text"], "mine\n\n"],
      ],
    },
  ])("arrives $name", async ({ values, changes }) => {
    const text = [crd("Widget", "spec"), crd("Gadget", "fields"), objects].join("---\n");
    const charts = compileCharts(text, {
      layout: "crds-and-main",
      sourceNamespace: "quay",
      uninstall: { strategy: "none" },
    });
    try {
      const all = Object.entries(await renderChart(helm, charts, { namespace: "quay", values }));
      const ofTheSource = all.filter(([, object]) => !isOfTheUninstall(object));
      const rendered = Object.fromEntries(ofTheSource);
      const labels = Object.entries(rendered).map(
        ([name, { metadata }]): Change => [name, ["metadata", "labels"], metadata["labels"]],
      );
      expect(rendered).toEqual(withChanges(objectsOf(objects), [...changes, ...labels]));
    } finally {
      charts.remove();
    }
  });
});
