// Values that are fields of Kubernetes, through real Helm: what Kubernetes takes is rendered, what it would drop or refuse is
// refused by the schema, with the place.

import { afterAll, beforeAll, expect, test } from "vitest";
import { field } from "../../src/kubernetes/object.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { type CompiledCharts, compileCharts, renderChart } from "./rendered-charts.ts";

const source = `apiVersion: apps/v1
kind: Deployment
metadata: {name: heron, namespace: bay}
spec:
  selector: {matchLabels: {app: heron}}
  template:
    metadata:
      labels: {app: heron}
      annotations: {own: a}
    spec:
      securityContext:
        runAsNonRoot: true
        fromTheFuture: 1
      containers:
      - name: heron
        image: example.org/heron:v1
        resources:
          limits: {cpu: 500m}
        livenessProbe:
          httpGet: {path: /healthz, port: 8081}
`;

const accepted: readonly (readonly [name: string, values: object])[] = [
  ["a fraction of a CPU", { resources: { limits: { cpu: 0.5, memory: "1Gi" }, requests: { cpu: "1e-1" } } }],
  ["a limit less", { resources: { limits: { cpu: null } } }],
  ["another handler", { livenessProbe: { httpGet: null, tcpSocket: { port: "web" } } }],
  ["an empty effect", { tolerations: [{ key: "a", operator: "Exists", effect: "" }] }],
  ["parts of an update", { strategy: { rollingUpdate: { maxSurge: "25%", maxUnavailable: 0 } } }],
  ["a volume of any kind", { extraVolumes: [{ name: "v", csi: { driver: "d", anything: {} } }] }],
  ["what the source has and nobody knows", { podSecurityContext: { alsoNew: true } }],
];

const refused: readonly (readonly [name: string, values: object, place: string])[] = [
  ["limit for limits", { resources: { limit: { cpu: 1 } } }, "resources"],
  ["a quantity that is none", { resources: { limits: { cpu: "much" } } }, "resources/limits/cpu"],
  [
    "a port in words of no port",
    { livenessProbe: { httpGet: { port: true } } },
    "livenessProbe/httpGet/port",
  ],
  ["seconds as text", { livenessProbe: { periodSeconds: "10" } }, "livenessProbe/periodSeconds"],
  ["an effect that is none", { tolerations: [{ key: "a", effect: "No" }] }, "tolerations/0/effect"],
  ["a toleration's key misspelt", { tolerations: [{ keys: "a" }] }, "tolerations/0"],
  ["an affinity's key misspelt", { affinity: { nodeAfinity: {} } }, "affinity"],
  [
    "a term without its topology",
    { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] } } },
    "affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/0",
  ],
  [
    "a spread without its skew",
    { topologySpreadConstraints: [{ topologyKey: "a" }] },
    "topologySpreadConstraints/0",
  ],
  ["a strategy that is none", { strategy: { type: "Rolling" } }, "strategy/type"],
  ["a label that is none", { podLabels: { a: "b c" } }, "podLabels/a"],
  ["the text that Helm removes", { nodeSelector: { a: "<no value>" } }, "nodeSelector/a"],
  [
    "that text in a command",
    { livenessProbe: { exec: { command: ["<no value>"] } } },
    "livenessProbe/exec/command/0",
  ],
  ["a volume of no kind", { extraVolumes: [{ name: "v", configmap: {} }] }, "extraVolumes/0"],
  [
    "a mount's key misspelt",
    { extraVolumeMounts: [{ name: "v", mountPath: "/v", readonly: true }] },
    "extraVolumeMounts/0",
  ],
  ["a user by name", { securityContext: { runAsUser: "root" } }, "securityContext/runAsUser"],
];

describeWithEachHelm("fields of Kubernetes in values", (helm) => {
  let charts: CompiledCharts;
  beforeAll(() => {
    charts = compileCharts(source, { sourceNamespace: "bay" });
  });
  afterAll(() => charts?.remove());

  test.each(accepted)("%s is taken", async (_, values) => {
    await expect(renderChart(helm, charts, { values: { heron: values } })).resolves.toBeDefined();
  });

  test.each(refused)("%s is refused with its place", async (_, values, place) => {
    // `- at '/heron/a/b': …` since Helm 3.18, `- heron.a.b: …` before.
    const words = `(/heron/${place}'|heron\\.${place.replaceAll("/", "\\.")}): `;
    await expect(renderChart(helm, charts, { values: { heron: values } })).rejects.toThrow(new RegExp(words));
  });

  test("annotations of Pods hold every text", async () => {
    const podAnnotations = { a: "<no value>", b: "two\nlines\n\n", c: "x: y" };
    const rendered = await renderChart(helm, charts, { values: { heron: { podAnnotations } } });
    const path = ["spec", "template", "metadata", "annotations"];
    expect(field(rendered["Deployment bay/heron"], ...path)).toEqual({ own: "a", ...podAnnotations });
  });
});
