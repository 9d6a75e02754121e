// One object: what the values shall keep, and what is said of it.

import { describe, expect, test } from "vitest";
import type { WantedField } from "../../src/adopt/kept-values.ts";
import { formatLivePath } from "../../src/adopt/live-path.ts";
import type { Probe } from "../../src/adopt/live-source.ts";
import { describeObject, wantedFields } from "../../src/adopt/object-adoption.ts";
import {
  type Json,
  type JsonObject,
  type KubernetesObject,
  referenceOf,
} from "../../src/kubernetes/object.ts";

function wrote(manager: string, spec: JsonObject, more: JsonObject = {}): Json {
  return { manager, operation: "Update", fieldsType: "FieldsV1", fieldsV1: { "f:spec": spec }, ...more };
}

function object(kind: "Deployment" | "Gate", spec: JsonObject, metadata: JsonObject = {}): KubernetesObject {
  const apiVersion = kind === "Gate" ? "gates.example.org/v1" : "apps/v1";
  return { apiVersion, kind, metadata: { name: "x", namespace: "gates", ...metadata }, spec };
}

const status = {
  manager: "gate-operator",
  operation: "Update",
  subresource: "status",
  fieldsV1: { "f:status": {} },
};

describe("wantedFields", () => {
  test.each<{
    name: string;
    chart: KubernetesObject;
    live: KubernetesObject;
    expected: Readonly<Record<string, WantedField["wish"]>>;
  }>([
    {
      name: "what a person changed stays",
      chart: object("Gate", { limit: 1 }),
      live: object("Gate", { limit: 2 }, { managedFields: [wrote("kubectl-edit", { "f:limit": {} })] }),
      expected: { "spec.limit": "keep" },
    },
    {
      name: "what a person added stays, what the operator added is its own",
      chart: object("Gate", {}),
      live: object(
        "Gate",
        { limit: 2, window: "30s" },
        {
          managedFields: [
            wrote("kubectl-edit", { "f:limit": {} }),
            wrote("gate-operator", { "f:window": {} }),
            status,
          ],
        },
      ),
      expected: { "spec.limit": "keep" },
    },
    {
      name: "an empty list asks for nothing",
      chart: object("Gate", {}),
      live: object("Gate", { tags: [] }, { managedFields: [wrote("kubectl-edit", { "f:tags": {} })] }),
      expected: {},
    },
    {
      name: "what the operator insists on is left to it",
      chart: object("Gate", { limit: 1 }),
      live: object(
        "Gate",
        { limit: 2 },
        { managedFields: [wrote("gate-operator", { "f:limit": {} }), status] },
      ),
      expected: { "spec.limit": "leave" },
    },
    {
      name: "an autoscaler's replicas are left to it",
      chart: object("Deployment", { replicas: 2 }),
      live: object(
        "Deployment",
        { replicas: 7 },
        { managedFields: [wrote("kube-controller-manager", { "f:replicas": {} }, { subresource: "scale" })] },
      ),
      expected: { "spec.replicas": "leave" },
    },
    {
      name: "what a custom resource lacks, people may have taken away",
      chart: object("Gate", { limit: 1 }),
      live: object("Gate", {}),
      expected: { "spec.limit": "keep" },
    },
    {
      name: "what a Deployment lacks, the chart brings",
      chart: object("Deployment", { minReadySeconds: 5 }),
      live: object("Deployment", {}),
      expected: {},
    },
  ])("$name", ({ chart, live, expected }) => {
    const wanted = wantedFields({ chart, live }).map(({ path, wish }) => [formatLivePath(path), wish]);
    expect(Object.fromEntries(wanted)).toEqual(expected);
  });
});

describe("describeObject", () => {
  const edited = { managedFields: [wrote("kubectl-edit", { "f:limit": {} })] };
  const describeWith = (chart: KubernetesObject, live: KubernetesObject, first = chart, probe?: Probe) =>
    describeObject(referenceOf(live), { chart, live, first, probe }, { name: "gate", namespace: "gates" });

  test("a change, with who wrote what is there, and the conflict that Helm 4 will see", () => {
    expect(describeWith(object("Gate", { limit: 1 }), object("Gate", { limit: 2 }, edited))).toMatchObject({
      status: "differs",
      changes: [{ path: "spec.limit", live: 2, chart: 1, writers: ["kubectl-edit"] }],
      kept: [],
      conflicts: ['spec.limit is written by "kubectl-edit"'],
    });
  });

  test("what the values keep is no change any more", () => {
    const live = object("Gate", { limit: 2 }, edited);
    expect(describeWith(object("Gate", { limit: 2 }), live, object("Gate", { limit: 1 }))).toMatchObject({
      status: "equal",
      changes: [],
      kept: [{ path: "spec.limit", live: 2, chart: 1 }],
      conflicts: [],
    });
  });

  test("what a person wrote and no value holds stays", () => {
    const live = object("Gate", { limit: 2 }, edited);
    expect(describeWith(object("Gate", {}), live)).toMatchObject({
      status: "equal",
      stays: [{ path: "spec.limit", live: 2, writers: ["kubectl-edit"] }],
    });
  });

  test("the API server's word counts more than the rules'", () => {
    const live = object("Deployment", { paused: true });
    const chart = object("Deployment", { paused: false });
    expect(describeWith(chart, live, chart, { result: live })).toMatchObject({
      status: "equal",
      changes: [],
    });
    const refusal = 'The Deployment "x" is invalid: spec.selector: field is immutable';
    expect(describeWith(chart, live, chart, { refusal }).refusals).toEqual([
      { reason: refusal, way: expect.stringContaining("--cascade=orphan") },
    ]);
  });

  test("what is in a Secret is nobody's to read in a report", () => {
    const secret = (data: JsonObject) => ({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "x" },
      data,
    });
    expect(describeWith(secret({ token: "YQ==" }), secret({ token: "Yg==" })).changes).toMatchObject([
      { path: "data.token", live: "(hidden)", chart: "(hidden)" },
    ]);
  });

  test("what is being deleted would vanish from the release", () => {
    const metadata = { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["gates.example.org/open"] };
    const live = object("Gate", {}, metadata);
    expect(describeWith(object("Gate", {}), live).refusals).toEqual([
      { reason: "it is being deleted", way: "see what its finalizers wait for (gates.example.org/open)" },
    ]);
  });
});
