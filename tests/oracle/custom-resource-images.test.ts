// Images that a custom resource names, through real Helm: they follow global.imageRegistry, in lists too where the field
// says that it holds images; whatever else stands in a list stays.
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import { type CompiledCharts, compileCharts, type Given, renderChart } from "./rendered-charts.ts";

const source = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: cranes.quay.example.org }
spec:
  group: quay.example.org
  names: { kind: Crane, plural: cranes }
  scope: Cluster
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: { spec: { type: object, x-kubernetes-preserve-unknown-fields: true } }
---
apiVersion: quay.example.org/v1
kind: Crane
metadata: { name: first }
spec:
  image: quay.io/cranes/crane:v1
  containers:
    - { name: hook, image: "docker.io/cranes/hook:v1", args: ["quay.io/cranes/none:v1"] }
    - { name: rope, initImage: "quay.io/cranes/rope:v1" }
  helperImages: ["ghcr.io/cranes/a:v1", "ghcr.io/cranes/b@sha256:${"0".repeat(64)}"]
  env: [{ name: HELPER, value: "quay.io/cranes/helper:v1" }]
  racks: [[{ image: "quay.io/cranes/rack:v1" }]]
`;

const home = {
  image: "quay.io/cranes/crane:v1",
  containers: [
    { name: "hook", image: "docker.io/cranes/hook:v1", args: ["quay.io/cranes/none:v1"] },
    { name: "rope", initImage: "quay.io/cranes/rope:v1" },
  ],
  helperImages: ["ghcr.io/cranes/a:v1", `ghcr.io/cranes/b@sha256:${"0".repeat(64)}`],
  env: [{ name: "HELPER", value: "quay.io/cranes/helper:v1" }],
  racks: [[{ image: "quay.io/cranes/rack:v1" }]],
};

describeWithEachHelm("images in a custom resource", (helm) => {
  let charts: CompiledCharts;
  const render = async (given: Given) => {
    const objects = await renderChart(helm, charts, given);
    return Object.entries(objects).find(([name]) => name.startsWith("Crane"))?.[1]?.["spec"];
  };
  const registry = { global: { imageRegistry: "mirror.local:5000/m/" } };
  beforeAll(() => {
    charts = compileCharts(source);
  });
  afterAll(() => charts.remove());

  test("are the source's", async () => {
    expect(await render({})).toEqual(home);
  });

  test("follow the registry, in lists too", async () => {
    expect(await render({ values: registry })).toEqual({
      ...home,
      image: "mirror.local:5000/m/cranes/crane:v1",
      containers: [
        { name: "hook", image: "mirror.local:5000/m/cranes/hook:v1", args: ["quay.io/cranes/none:v1"] },
        { name: "rope", initImage: "mirror.local:5000/m/cranes/rope:v1" },
      ],
      helperImages: [
        "mirror.local:5000/m/cranes/a:v1",
        `mirror.local:5000/m/cranes/b@sha256:${"0".repeat(64)}`,
      ],
      racks: [[{ image: "mirror.local:5000/m/cranes/rack:v1" }]],
    });
  });

  // What stands at the path may be of another type, or gone.
  test("take whatever is set in their place", async () => {
    const set = { image: 5, containers: [{ image: ["x"] }, "x", {}, []], helperImages: "x", racks: {} };
    const crane = { ...set, env: null };
    const { env: _, ...others } = home;
    expect(await render({ values: { ...registry, crane } })).toEqual({ ...others, ...set });
  });

  test("move with the containers that a user adds", async () => {
    const containers = [{ name: "new", image: "busybox" }];
    expect(await render({ values: { ...registry, crane: { containers } } })).toMatchObject({
      containers: [{ name: "new", image: "mirror.local:5000/m/library/busybox" }],
    });
  });
});
