// What charts are called when nobody says.
import { expect, test } from "vitest";
import { understand } from "../../src/compile.ts";
import { chartSetNameFor } from "../../src/plan/chart-set-name.ts";
import { crd, deployment, document } from "../classify/classified.ts";

test.each([
  { name: "the namespace", text: deployment("quay-system/a-operator"), expected: "quay" },
  {
    name: "the only workload in kube-system",
    text: deployment("kube-system/pier-operator"),
    expected: "pier",
  },
  { name: "the only workload in default", text: deployment("default/a.pier"), expected: "a-pier" },
  {
    name: "the CRDs' group beside several workloads",
    text: crd("Gate") + deployment("kube-system/a") + deployment("kube-system/b"),
    expected: "example",
  },
  { name: "the CRDs' group where there is no workload", text: crd("Gate"), expected: "example" },
  {
    name: "all of the CRDs' group but its last word",
    text: crd("Gate").replaceAll("example.org", "crd.example.org"),
    expected: "crd-example",
  },
  {
    name: "the file where there is nothing else",
    text: document("v1", "ConfigMap", "a"),
    expected: "1-quay",
  },
])("$name gives the name", ({ text, expected }) => {
  const { operator } = understand([{ name: "a.yaml", text }], {});
  if (!operator) throw new Error("no operator");
  expect(chartSetNameFor(operator, "release/1-quay-operator.yaml")).toBe(expected);
  expect(chartSetNameFor(operator, "C:\\release\\1-quay-operator.yaml")).toBe(expected);
});
