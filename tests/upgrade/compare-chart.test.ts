// What changes of charts as a whole mean: what they ask for, depend on, run beside the upgrade, and which are in the set.
import { expect, test } from "vitest";
import { compareReleases } from "../../src/upgrade/compare-releases.ts";
import { type ChartTexts, releaseOf } from "./releases.ts";

const job = (image: string, annotations: string) => `
apiVersion: batch/v1
kind: Job
metadata:
  name: ebb
  annotations: { ${annotations} }
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: ebb, image: "registry.example.com/ebb:${image}" }]
`;
const crd = (field: string) => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: tides.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Tide, plural: tides, singular: tide, listKind: TideList }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { ${field}: { type: string } } } }
`;
const facts = (more: string, version = "1.0.0") => `apiVersion: v2\nname: tide\nversion: ${version}\n${more}`;
const hook = '"helm.sh/hook": "pre-upgrade"';

function told(older: ChartTexts, newer: ChartTexts): readonly (readonly string[])[] {
  const findings = compareReleases(releaseOf({ tide: older }), releaseOf({ tide: newer }, "1.1.0"));
  return findings.map(({ code, message }) => [code, message]);
}

test.each<readonly [string, ChartTexts, ChartTexts, readonly (readonly string[])[]]>([
  [
    "asks for a newer Kubernetes, and is of an earlier application",
    { "Chart.yaml": facts('kubeVersion: ">=1.28.0-0"\nappVersion: v2.0.0\n') },
    { "Chart.yaml": facts('kubeVersion: ">= 1.30.0-0, < 2"\nappVersion: v1.9.0\n', "1.1.0") },
    [
      ["chart/app-version-lower", "The application goes back from v2.0.0 to v1.9.0."],
      ["chart/kube-version-raised", "The chart asks for Kubernetes >= 1.30.0-0, < 2 instead of >=1.28.0-0."],
    ],
  ],
  [
    "takes any Kubernetes again",
    { "Chart.yaml": facts('kubeVersion: ">=1.28.0-0"\n') },
    { "Chart.yaml": facts("", "1.1.0") },
    [["chart/kube-version-lowered", "The chart takes Kubernetes of any version."]],
  ],
  [
    "is other than before under the same version, and deprecated",
    { "Chart.yaml": facts("") },
    { "Chart.yaml": facts("deprecated: true\n") },
    [
      ["chart/deprecated", "The chart is deprecated."],
      ["chart/version-not-raised", "The chart is other than before, and its version is 1.0.0 after 1.0.0."],
    ],
  ],
  [
    "depends on others",
    {
      "Chart.yaml": facts("dependencies: [{ name: moon, version: 1.0.0 }, { name: sun, version: 1.0.0 }]\n"),
    },
    {
      "Chart.yaml": facts(
        "dependencies: [{ name: moon, version: 1.1.0 }, { name: star, alias: sirius, version: 1.0.0 }]\n",
        "1.1.0",
      ),
    },
    [
      ["chart/dependency-removed", 'The chart does not depend on "sun" any more.'],
      ["chart/dependency-changed", 'The dependency "moon" is another one: version 1.1.0 instead of 1.0.0.'],
      ["chart/dependency-added", 'The chart depends on "sirius".'],
    ],
  ],
  [
    "runs a hook at another time",
    { "templates/job.yaml": job("v1", hook) },
    { "templates/job.yaml": job("v1", '"helm.sh/hook": "post-upgrade,pre-install"') },
    [["chart/hook-changed", "It runs at post-upgrade, pre-install instead of pre-upgrade."]],
  ],
  [
    "runs a hook with another image",
    { "templates/job.yaml": job("v1", hook) },
    { "templates/job.yaml": job("v2", hook) },
    [["workloads/image-changed", "The image ebb goes from v1 to v2."]],
  ],
  [
    "has a hook more",
    {},
    { "templates/job.yaml": job("v1", hook) },
    [["chart/hook-added", "It runs at pre-upgrade."]],
  ],
  [
    "has a hook less",
    { "templates/job.yaml": job("v1", hook) },
    {},
    [["chart/hook-removed", "It ran at pre-upgrade."]],
  ],
  [
    "has another CRD in crds/",
    { "crds/tide.yaml": crd("a") },
    { "crds/tide.yaml": crd("b").replace("{ b:", "{ a: { type: string }, b:") },
    [
      [
        "chart/crds-not-upgraded",
        "Helm does not bring what is in crds/ up to date: CustomResourceDefinition tides.example.com.",
      ],
      ["crds/field-added", '"b" (string) is new.'],
    ],
  ],
  [
    "has a CRD of another scope in crds/, which Helm does not upgrade",
    { "crds/tide.yaml": crd("a") },
    { "crds/tide.yaml": crd("a").replace("Namespaced", "Cluster") },
    [
      [
        "chart/crds-not-upgraded",
        "Helm does not bring what is in crds/ up to date: CustomResourceDefinition tides.example.com.",
      ],
      ["chart/crds-refused", "The scope is Cluster and was Namespaced."],
    ],
  ],
])("a chart %s", (_, older, newer, findings) => {
  expect(told(older, newer)).toEqual(findings);
});

test("a chart that is new in the set is to be installed, one that is gone keeps what it has", () => {
  const text = { "templates/all.yaml": crd("a") };
  const other = { "templates/all.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n" };
  const findings = compareReleases(
    releaseOf({ "tide-crd": text, tide: other }),
    releaseOf({ tide: other, moon: {} }, "1.1.0"),
  );
  expect(findings.map(({ code, subject }) => [code, subject])).toEqual([
    ["chart/removed", "Chart tide-crd"],
    ["crds/left-behind", "CustomResourceDefinition tides.example.com"],
    ["chart/added", "Chart moon"],
  ]);
  expect(findings[0]?.message).toBe(
    "The set has the chart no longer, and its release keeps 1 object. It holds 1 CRD: an uninstall that deletes them deletes all their objects.",
  );
});

test("a chart alone may be called otherwise: its release is upgraded with it", () => {
  const text = { "templates/all.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n" };
  const findings = compareReleases(releaseOf({ tide: text }), releaseOf({ ebb: text }, "1.1.0"));
  expect(findings.map(({ code }) => code)).toEqual(["chart/renamed"]);
});
