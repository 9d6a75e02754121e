// Sources that hold what charts seldom do: they are compiled without an error, and what Helm renders is the source.
import { expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { verify } from "../../src/verify/verify.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { allFindings, sentence } from "./edited-chart.ts";

function object(apiVersion: string, kind: string, name: string, annotations: string, rest = ""): string {
  return `apiVersion: ${apiVersion}
kind: ${kind}
metadata: {name: ${name}, namespace: sea, annotations: {${annotations}}}
${rest}`;
}

const pod = `restartPolicy: Never, containers: [{name: m, image: "example.org/m:v1"}]`;

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: tides.sea.example.org}
spec:
  group: sea.example.org
  names: {kind: Tide, plural: tides}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-preserve-unknown-fields: true
            properties:
              depth: {type: integer, format: int64}
              height: {type: number}
`;

const sources: Readonly<Record<string, readonly string[]>> = {
  "hooks of Helm, on Jobs and on what is none": [
    object("v1", "ServiceAccount", "make", 'helm.sh/hook: pre-install, helm.sh/hook-weight: "-1"'),
    object(
      "batch/v1",
      "Job",
      "make",
      "helm.sh/hook: pre-install",
      `spec: {template: {spec: {serviceAccountName: make, ${pod}}}}`,
    ),
    object("batch/v1", "Job", "old", "helm.sh/hook: crd-install", `spec: {template: {spec: {${pod}}}}`),
    object("v1", "Service", "only", "helm.sh/hook: pre-install", "spec: {ports: [{port: 80}]}"),
    object("v1", "ConfigMap", "some", "team: tides, helm.sh/hook: test"),
    object("v1", "ConfigMap", "kept", "helm.sh/resource-policy: keep"),
    object("v1", "ConfigMap", "weighed", 'helm.sh/hook-weight: "1"'),
  ],
  "fields that are there and empty": [
    object(
      "apps/v1",
      "Deployment",
      "a",
      "",
      `spec:
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec: {priorityClassName: "", containers: [{name: m, image: "example.org/m:v1", imagePullPolicy: ""}]}
`,
    ),
  ],
  "numbers in every spelling": [
    crd,
    object(
      "apps/v1",
      "Deployment",
      "a",
      "",
      `spec:
  replicas: 0x2
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec:
      terminationGracePeriodSeconds: 1_0
      tolerations: [{key: a, operator: Exists, effect: NoExecute, tolerationSeconds: 0o17}]
      containers:
      - name: m
        image: example.org/m:v1
        resources: {limits: {cpu: 1e3, memory: 010, example.org/a: 100000000000000000000, example.org/b: 9007199254740993}}
`,
    ),
    object(
      "sea.example.org/v1",
      "Tide",
      "main",
      "",
      `spec:
  depth: 0x20000000000001
  height: 1e16
  more: [1e20, 1e21, 1.5e300, 1e-7, .5, 5., -0, 0777, 0B11, 12345678901234567.0, +12345678901234567]
  beyond: [9223372036854775808, 0x8000000000000000, 18446744073709551616, -9223372036854775809]
  within: [9223372036854775807, -9223372036854775808, 0b100000000000000000000000000000000000000000000000000001]
`,
    ),
  ],
};

describeWithEachHelm("what is odd", (helm) => {
  test.each(Object.keys(sources))("%s", async (name) => {
    const text = (sources[name] ?? []).join("\n---\n");
    const { chartSet, diagnostics } = compile([{ name: "source.yaml", text }], { name: "quay" });
    if (!chartSet) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
    expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
    const report = await verify(chartSet, { helms: [helm.path] });
    expect(allFindings(report).map(sentence)).toEqual([]);
    expect(report.summary.passed).toBe(true);
  });
});
