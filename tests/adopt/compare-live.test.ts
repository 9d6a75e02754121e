// What counts as a difference between a chart and a cluster, and what does not.

import { describe, expect, test } from "vitest";
import { compareLive } from "../../src/adopt/compare-live.ts";
import { formatLivePath } from "../../src/adopt/live-path.ts";
import type { JsonObject, KubernetesObject } from "../../src/kubernetes/object.ts";

function deployment(spec: JsonObject, metadata: JsonObject = {}): KubernetesObject {
  return { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web", ...metadata }, spec };
}

function gate(spec: JsonObject): KubernetesObject {
  return { apiVersion: "gates.example.org/v1", kind: "Gate", metadata: { name: "up" }, spec };
}

function podSpec(container: JsonObject): JsonObject {
  return { template: { spec: { containers: [{ name: "manager", ...container }] } } };
}

const manager = "spec.template.spec.containers[name=manager]";

describe("compareLive", () => {
  test.each<{
    name: string;
    chart: KubernetesObject;
    live: KubernetesObject;
    changes?: readonly string[];
    additions?: readonly string[];
    restated?: readonly string[];
  }>([
    {
      name: "a field that the chart sets to something else",
      chart: deployment({ replicas: 2 }),
      live: deployment({ replicas: 1 }),
      changes: ["spec.replicas"],
    },
    {
      name: "a field that only the cluster has is no change",
      chart: deployment({ replicas: 2 }),
      live: deployment({ replicas: 2, revisionHistoryLimit: 10 }),
      additions: ["spec.revisionHistoryLimit"],
    },
    {
      name: "items are found by their names, in whatever order",
      chart: deployment(
        podSpec({
          env: [
            { name: "A", value: "1" },
            { name: "B", value: "2" },
          ],
        }),
      ),
      live: deployment(
        podSpec({
          env: [
            { name: "C", value: "3" },
            { name: "B", value: "2" },
            { name: "A", value: "0" },
          ],
        }),
      ),
      changes: [`${manager}.env[name=A].value`],
      additions: [`${manager}.env[name=C]`],
    },
    {
      name: "a list without names is one value, whose items may have got defaults",
      chart: deployment({ template: { spec: { tolerations: [{ key: "a" }] } } }),
      live: deployment({ template: { spec: { tolerations: [{ key: "a", operator: "Exists" }] } } }),
      restated: ["spec.template.spec.tolerations"],
    },
    {
      name: "another item makes another list",
      chart: deployment({ template: { spec: { tolerations: [{ key: "a" }] } } }),
      live: deployment({ template: { spec: { tolerations: [{ key: "b" }] } } }),
      changes: ["spec.template.spec.tolerations"],
    },
    {
      name: "the default inside a map that is one value to server-side apply",
      chart: deployment(
        podSpec({ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }] }),
      ),
      live: deployment(
        podSpec({
          env: [{ name: "A", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } } }],
        }),
      ),
      restated: [`${manager}.env[name=A].valueFrom.fieldRef`],
    },
    {
      name: "amounts that are the same",
      chart: deployment(podSpec({ resources: { requests: { cpu: "0.1", memory: "1024Mi" } } })),
      live: deployment(podSpec({ resources: { requests: { cpu: "100m", memory: "1Gi" } } })),
    },
    {
      name: "what says nothing is left out by the server",
      chart: deployment({ paused: false, ...podSpec({ resources: {}, args: [] }) }),
      live: deployment(podSpec({})),
    },
    {
      name: "false is a value in a custom resource",
      chart: gate({ dryRun: false }),
      live: gate({}),
      changes: ["spec.dryRun"],
    },
    {
      name: "an empty map of a custom resource sets nothing",
      chart: gate({ flow: {} }),
      live: gate({ flow: { limit: 1 } }),
      additions: ["spec.flow.limit"],
    },
    {
      name: "the marks of another tool are no wish of a person's",
      chart: deployment({}),
      live: deployment(
        {},
        {
          labels: {
            "kustomize.toolkit.fluxcd.io/name": "web",
            "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
            "olm.owner": "web.v1",
          },
          annotations: { "argocd.argoproj.io/tracking-id": "web:apps/Deployment:web/web" },
        },
      ),
    },
    {
      name: "what marks a release, and tools' own notes, are no difference",
      chart: deployment(
        {},
        {
          labels: { "app.kubernetes.io/managed-by": "Helm", "helm.sh/chart": "web-1.0.0" },
          annotations: { "helm.sh/resource-policy": "keep" },
        },
      ),
      live: deployment({}, { annotations: { "deployment.kubernetes.io/revision": "3" } }),
    },
    {
      name: "labels of the operator's own are one",
      chart: deployment({}, { labels: { app: "web" } }),
      live: deployment({}, { labels: { app: "other" } }),
      changes: ["metadata.labels.app"],
    },
    {
      name: "a Secret's text is its data",
      chart: { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: { a: "é" } },
      live: {
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: "s" },
        type: "Opaque",
        data: { a: "w6k=" },
      },
      additions: ["type"],
    },
  ])("$name", ({ chart, live, changes = [], additions = [], restated = [] }) => {
    const found = compareLive(chart, live);
    expect({
      changes: found.changes.map(({ path }) => formatLivePath(path)),
      additions: found.additions.map(({ path }) => formatLivePath(path)),
      restated: found.restated.map(formatLivePath),
    }).toEqual({ changes, additions, restated });
  });
});
