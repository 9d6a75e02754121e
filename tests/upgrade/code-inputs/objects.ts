// Upgrades of other objects; those that fail are made-up upgrades, which run on a cluster, too.
import { between, type CodeInputs, object } from "./input.ts";
import { deployment } from "./workloads.ts";

const claim = (spec: object = {}) =>
  object("v1", "PersistentVolumeClaim", { spec: { accessModes: ["ReadWriteOnce"], ...spec } });

const job = (command: string) =>
  object("batch/v1", "Job", {
    spec: {
      ttlSecondsAfterFinished: 60,
      template: { spec: { containers: [{ name: "tide", command: [command] }] } },
    },
  });

const service = (spec: object) => object("v1", "Service", { spec: { ports: [{ port: 80 }], ...spec } });
const configMap = (data: object, name = "tide") => object("v1", "ConfigMap", { data }, { name });
const account = object("v1", "ServiceAccount");
const budget = (minAvailable: number, version = "v1") =>
  object(`policy/${version}`, "PodDisruptionBudget", { spec: { minAvailable } });
const content = { a: "1", b: "2", c: "3", d: "4", e: "5" };

export const objectInputs: CodeInputs = {
  "objects/finished-job-changed": between([job("ebb")], [job("flood")]),
  "objects/immutable-set": between([claim()], [claim({ storageClassName: "slow" })]),
  "objects/leaves-removed-api": between([budget(1, "v1beta1")], [budget(1)]),
  "objects/api-version-changed": between(
    [object("autoscaling/v1", "HorizontalPodAutoscaler")],
    [object("autoscaling/v2", "HorizontalPodAutoscaler")],
  ),
  "objects/needs-kind": between([], [object("monitoring.example.com/v1", "Gauge")]),
  "objects/moved-lost": {
    older: { charts: { ebb: [claim()], flood: [] } },
    newer: { charts: { ebb: [], flood: [claim()] } },
  },
  "objects/removed-in-use": between(
    [account, deployment({}, { serviceAccountName: "tide" })],
    [deployment({}, { serviceAccountName: "tide" })],
  ),
  "objects/renamed": between([configMap(content)], [configMap(content, "ebb")]),
  "objects/content-renamed": between(
    [configMap({ a: "1" }, "tide-5f5c2g9k7h")],
    [configMap({ a: "2" }, "tide-77d8fbt95k")],
  ),
  "objects/added": between([], [configMap({})]),
  "objects/service-without-pods": between(
    [deployment(), service({ selector: { app: "tide" } })],
    [deployment(), service({ selector: { app: "ebb" } })],
  ),
  "objects/policy-changed": between([budget(1)], [budget(2)]),
  "objects/changed": between([configMap({ a: "1" })], [configMap({ a: "2" })]),
};
