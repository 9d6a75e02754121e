// What the source of a workload sets in a way of its own and values change: variables set twice and computed, pull
// secrets, keys that Kubernetes takes only once, numbers of 64 bits, annotations that may all go.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { field } from "../../src/kubernetes/object.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { type CompiledCharts, compileCharts, type Given, renderChart } from "./rendered-charts.ts";

const source = `
apiVersion: v1
kind: ServiceAccount
metadata: {name: buoy, namespace: bay}
imagePullSecrets: [{name: account-pull}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: buoy, namespace: bay}
spec:
  selector: {matchLabels: {app: buoy}}
  template:
    metadata: {labels: {app: buoy}}
    spec:
      serviceAccountName: buoy
      imagePullSecrets: [{name: source-pull}]
      containers:
        - name: buoy
          image: example.org/buoy:v1
          env:
            - {name: TWICE, value: first}
            - {name: TWICE, value: second}
            - {name: TOKEN, valueFrom: {secretKeyRef: {name: token, key: token, optional: true}}}
          resources: {limits: {example.org/beads: 9007199254740993}}
          volumeMounts: [{name: data, mountPath: /data}]
      volumes: [{name: data, emptyDir: {}}]
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: sweep, namespace: bay}
spec:
  schedule: "@daily"
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: sweep, image: example.org/sweep:v1}]}}}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: buoys.bay.example.org}
spec:
  group: bay.example.org
  names: {kind: Buoy, plural: buoys}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: bells.bay.example.org
  annotations:
    cert-manager.io/inject-ca-from: bay/buoy-cert
    helm.sh/resource-policy: keep
spec:
  group: bay.example.org
  names: {kind: Bell, plural: bells}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`;

const pod = ["spec", "template", "spec"];
const container = [...pod, "containers", 0];

describeWithEachHelm("what a source sets in its own way", (helm) => {
  let charts: CompiledCharts;
  const render = async (given: Given = {}) => renderChart(helm, charts, given);
  const buoy = async (given: Given, ...path: readonly (string | number)[]) =>
    field((await render(given))["Deployment bay/buoy"], ...path);
  const set = (...flags: readonly string[]): Given => ({ flags: flags.flatMap((flag) => ["--set", flag]) });
  beforeAll(() => {
    charts = compileCharts(source);
  });
  afterAll(() => charts.remove());

  describe("environment", () => {
    const token = {
      name: "TOKEN",
      valueFrom: { secretKeyRef: { name: "token", key: "token", optional: true } },
    };

    test("a variable that is set twice stands once, with a value too", async () => {
      expect(await buoy({}, ...container, "env")).toEqual([{ name: "TWICE", value: "second" }, token]);
      expect(await buoy(set("buoy.env.TWICE=third"), ...container, "env")).toEqual([
        { name: "TWICE", value: "third" },
        token,
      ]);
    });

    test.each([
      { given: { env: { TOKEN: "plain" } }, entry: { value: "plain" } },
      // The whole entry is replaced: nothing of the source's reference is merged in.
      {
        given: { env: { TOKEN: { valueFrom: { secretKeyRef: { name: "other", key: "k" } } } } },
        entry: { valueFrom: { secretKeyRef: { name: "other", key: "k" } } },
      },
      {
        given: { env: { TOKEN: { valueFrom: { configMapKeyRef: { name: "c", key: "k" } } } } },
        entry: { valueFrom: { configMapKeyRef: { name: "c", key: "k" } } },
      },
    ])("a value takes the place of a computed variable: $entry", async ({ given, entry }) => {
      expect(await buoy({ values: { buoy: given } }, ...container, "env", 1)).toEqual({
        name: "TOKEN",
        ...entry,
      });
    });

    test("null takes a computed variable away", async () => {
      expect(await buoy(set("buoy.env.TOKEN=null"), ...container, "env", 1)).toBeUndefined();
    });
  });

  describe("pull secrets", () => {
    const secrets = (given: Given) => buoy(given, ...pod, "imagePullSecrets");
    const named = (...names: readonly string[]) => names.map((name) => ({ name }));

    test("are those of the source, with the global ones behind, each once", async () => {
      expect(await secrets({})).toEqual(named("source-pull"));
      const global = { imagePullSecrets: named("more", "source-pull") };
      expect(await secrets({ values: { global } })).toEqual(named("source-pull", "more"));
    });

    test.each([
      { to: [], expected: undefined },
      { to: null, expected: undefined },
      { to: [{ name: "other" }], expected: [{ name: "other" }] },
    ])("can be $to in the place of the source's", async ({ to, expected }) => {
      expect(await secrets({ values: { buoy: { imagePullSecrets: to } } })).toEqual(expected);
      const account = { serviceAccount: { imagePullSecrets: to } };
      const objects = await render({ values: { buoy: account } });
      expect(field(objects["ServiceAccount bay/buoy"], "imagePullSecrets")).toEqual(expected);
    });
  });

  test("a volume or a mount that is there already is refused by its path", async () => {
    const extra = async (key: string, item: object) => render({ values: { buoy: { [key]: [item] } } });
    await expect(extra("extraVolumes", { name: "data", emptyDir: {} })).rejects.toThrow(/extraVolumes[./]0/);
    await expect(extra("extraVolumeMounts", { name: "x", mountPath: "/data" })).rejects.toThrow(
      /extraVolumeMounts[./]0/,
    );
    await extra("extraVolumes", { name: "more", emptyDir: {} });
  });

  test("a number of 64 bits keeps its digits, and gives way to a value", async () => {
    const text = async (...flags: readonly string[]) =>
      (await helm.template(["probe", `${charts.folder}/quay`, ...flags])).stdout;
    expect(await text()).toContain("example.org/beads: 9007199254740993");
    expect(await text("--set", "buoy.resources.limits.cpu=1")).not.toContain("beads");
  });

  test("no map of annotations is left empty", async () => {
    const manual = await render({ flags: ["--set", "crds.keep=false,certificates.mode=manual"] });
    for (const name of ["buoys", "bells"]) {
      const crd = manual[`CustomResourceDefinition ${name}.bay.example.org`];
      expect(Object.keys(crd?.metadata ?? {})).toEqual(["name", "labels"]);
    }
    const kept = await render({
      flags: ["--set", "certificates.mode=manual"],
      values: { commonAnnotations: { a: "b" } },
    });
    expect(kept["CustomResourceDefinition bells.bay.example.org"]?.metadata["annotations"]).toEqual({
      "helm.sh/resource-policy": "keep",
      a: "b",
    });
  });

  test("a Pod that ends has no probes, and one that lasts has", () => {
    const paths = charts.chartSet.charts[0]?.values.map(({ path }) => path.join(".")) ?? [];
    expect(paths).toContain("buoy.livenessProbe");
    expect(
      paths.filter((path) => path.startsWith("sweep.")).filter((path) => path.endsWith("Probe")),
    ).toEqual([]);
  });
});
