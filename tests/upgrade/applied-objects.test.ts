// What only hooks bring: rights, webhooks, and what a Job applies from a ConfigMap of the chart.
import { describe, expect, test } from "vitest";
import { compareReleases } from "../../src/upgrade/compare-releases.ts";
import { crd } from "./code-inputs/crds.ts";
import { object, releaseOfSide, type Side } from "./code-inputs/input.ts";

function told(older: Side, newer: Side): readonly string[] {
  const findings = compareReleases(releaseOfSide(older, "1.0.0"), releaseOfSide(newer, "1.1.0"));
  return findings.map(({ code, subject, message }) => `${code} ${subject}: ${message}`);
}

const atUpgrade = { annotations: { "helm.sh/hook": "post-install,post-upgrade" } };

/** A ConfigMap with manifests, and the hook that applies them. */
function applied(manifests: readonly object[], metadata: object = {}, command = "apply"): readonly object[] {
  const data = Object.fromEntries(manifests.map((one, index) => [`${index}.yaml`, JSON.stringify(one)]));
  const job = object(
    "batch/v1",
    "Job",
    {
      spec: {
        template: {
          spec: {
            restartPolicy: "Never",
            containers: [
              { name: "kubectl", image: "registry.example.com/kubectl:v1", args: [command, "-f", "/a"] },
            ],
            volumes: [{ name: "a", projected: { sources: [{ configMap: { name: "manifests" } }] } }],
          },
        },
      },
    },
    { name: "apply", ...atUpgrade },
  );
  return [object("v1", "ConfigMap", { data }, { name: "manifests", ...metadata }), job];
}

const tide = (level: string) => object("example.com/v1", "Tide", { spec: { level } });
const schema = (field: object) => ({
  type: "object",
  properties: { spec: { type: "object", properties: field } },
});
const narrow = crd([{ schema: schema({}) }]);
const wide = crd([{ schema: schema({ level: { type: "string" } }) }]);

describe("a custom resource that a hook applies", () => {
  test("is compared as an object, and its text in the ConfigMap is not", () => {
    expect(told({ objects: applied([tide("low")]) }, { objects: applied([tide("high")]) })).toEqual([
      'objects/changed Tide tide: Other than before: spec.level is "high" and was "low".',
    ]);
  });

  test("is of the cluster where its CRD says so", () => {
    const side = (level: string): Side => ({
      charts: { crds: [crd([{}], { scope: "Cluster" })], tide: applied([tide(level)]) },
    });
    expect(told(side("low"), side("high")).map((line) => line.split(":")[0])).toEqual([
      "objects/changed Tide tide",
    ]);
  });

  test("comes, and stays when no hook applies it any more", () => {
    const [none, one] = [{ objects: applied([]) }, { objects: applied([tide("low")]) }];
    expect(told(none, one)).toEqual([
      "objects/added Tide tide: The object is new; a hook of the chart applies it.",
    ]);
    expect(told(one, none)).toEqual([
      "objects/left-behind Tide tide: No hook of the chart applies it any more, and it stays in the cluster.",
    ]);
  });

  test("cannot become an object of the release", () => {
    const of = (objects: readonly object[]) => ({ charts: { crds: [crd()], tide: objects } });
    const codes = told(of(applied([tide("low")])), of([...applied([]), tide("low")]));
    expect(codes).toContain(
      "objects/hook-became-object Tide tides/tide: It was applied by a hook without a release, and is an object of the release.",
    );
  });

  test("is one where the Job is told to apply something", () => {
    const of = (level: string) => ({ objects: applied([tide(level)], {}, "wait") });
    expect(told(of("low"), of("high")).map((line) => line.split(":")[0])).toEqual([
      "objects/changed ConfigMap tides/manifests",
    ]);
  });
});

describe("CRDs that a hook applies", () => {
  test("are compared, and Helm brings them up to date by it, not by the folder crds/", () => {
    const of = (definition: object): Side => ({
      objects: applied([definition], atUpgrade),
      files: { "crds/tide.yaml": JSON.stringify(definition) },
    });
    expect(told(of(wide), of(narrow))).toEqual([
      'crds/field-removed CustomResourceDefinition tides.example.com: "spec.level" (string) is gone from the schema.',
    ]);
    expect(told(of(crd()), of(crd([{}], { scope: "Cluster" })))).toEqual([
      "crds/scope-changed CustomResourceDefinition tides.example.com: The scope is Cluster and was Namespaced.",
    ]);
  });

  test("stay where they are when no hook applies them any more", () => {
    expect(told({ objects: applied([wide]) }, { objects: applied([]) })[0]).toMatch(/^crds\/left-behind /);
  });
});

describe("hooks", () => {
  const api = "rbac.authorization.k8s.io";
  const rights = (resource: string) => [
    object(
      `${api}/v1`,
      "ClusterRole",
      { rules: [{ apiGroups: [""], resources: [resource], verbs: ["get"] }] },
      atUpgrade,
    ),
    object(
      `${api}/v1`,
      "ClusterRoleBinding",
      {
        roleRef: { apiGroup: api, kind: "ClusterRole", name: "tide" },
        subjects: [{ kind: "ServiceAccount", name: "hook", namespace: "tides" }],
      },
      atUpgrade,
    ),
  ];

  test("have rights that are told", () => {
    expect(told({ objects: rights("pods") }, { objects: rights("secrets") })).toEqual([
      "rbac/secrets-granted ServiceAccount tides/hook: It may now get secrets in the whole cluster.",
      "rbac/rights-removed ServiceAccount tides/hook: It may no longer get pods in the whole cluster.",
    ]);
  });

  test("may be webhooks", () => {
    const webhook = (resource: string) =>
      object(
        "admissionregistration.k8s.io/v1",
        "ValidatingWebhookConfiguration",
        {
          webhooks: [
            {
              name: "tides.example.com",
              clientConfig: { url: "https://tide.example.com" },
              sideEffects: "None",
              admissionReviewVersions: ["v1"],
              rules: [
                { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: [resource] },
              ],
            },
          ],
        },
        atUpgrade,
      );
    expect(told({ objects: [webhook("pods")] }, { objects: [webhook("*")] })).toEqual([
      "webhooks/scope-widened ValidatingWebhookConfiguration tide: It is asked about CREATE *, too.",
    ]);
  });
});
